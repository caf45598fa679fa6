/*
 * Copyright 2026 The Streak Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.streak.compression;

import io.airlift.compress.zstd.ZstdCompressor;
import io.airlift.compress.zstd.ZstdDecompressor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

/** Frames without a dictionary are read by another implementation, and its frames by ours. */
public class TestOtherImplementation extends LuceneTestCase {
  private static final byte[] MAGIC = {0x28, (byte) 0xB5, 0x2F, (byte) 0xFD};

  private static byte[] content() {
    if (random().nextBoolean()) {
      byte[] noise =
          new byte[TestUtil.nextInt(random(), 1, random().nextInt(10) > 0 ? 30_000 : 200_000)];
      int values = TestUtil.nextInt(random(), 1, 256);
      for (int i = 0; i < noise.length; i++) {
        noise[i] = (byte) random().nextInt(values);
      }
      return noise;
    }
    StringBuilder text = new StringBuilder();
    int records = TestUtil.nextInt(random(), 1, 100);
    for (int i = 0; i < records; i++) {
      text.append(Documents.record(random(), i));
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  public void testOursReadByTheOther() throws IOException {
    for (int i = 0; i < 200; i++) {
      byte[] content = content();
      try (FrameCompressor compressor = new FrameCompressor(1 + random().nextInt(19), null)) {
        int length =
            random().nextBoolean()
                ? compressor.compress(content, 0, content.length)
                : compressor.compressOrStore(content, 0, content.length);
        byte[] frame = new byte[MAGIC.length + length];
        System.arraycopy(MAGIC, 0, frame, 0, MAGIC.length);
        System.arraycopy(compressor.frame(), 0, frame, MAGIC.length, length);
        byte[] back = new byte[content.length];
        int got = new ZstdDecompressor().decompress(frame, 0, frame.length, back, 0, back.length);
        assertEquals(content.length, got);
        assertArrayEquals(content, back);
      }
    }
  }

  public void testTheOthersReadByUs() throws IOException {
    ZstdCompressor other = new ZstdCompressor();
    for (int i = 0; i < 200; i++) {
      byte[] content = content();
      byte[] frame = new byte[other.maxCompressedLength(content.length)];
      int length = other.compress(content, 0, content.length, frame, 0, frame.length);
      assertArrayEquals(MAGIC, Arrays.copyOf(frame, MAGIC.length));
      byte[] withoutMagic = Arrays.copyOfRange(frame, MAGIC.length, length);
      byte[] back = new byte[content.length];
      int got =
          DecompressionContexts.decompress(
              null, withoutMagic, withoutMagic.length, back, back.length);
      assertEquals(content.length, got);
      assertArrayEquals(content, back);
    }
  }
}
