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

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.codecs.compressing.Compressor;
import org.apache.lucene.codecs.compressing.Decompressor;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.ByteArrayDataInput;
import org.apache.lucene.store.ByteBuffersDataInput;
import org.apache.lucene.store.ByteBuffersDataOutput;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;

/** The mode for formats that others compose. */
public class TestZstdCompressionMode extends LuceneTestCase {

  @Override
  public void tearDown() throws Exception {
    assertNothingIsHeldAfterCollection();
    super.tearDown();
  }

  private static void assertNothingIsHeldAfterCollection() throws InterruptedException {
    // One that was never used holds nothing, but keeps the pool for whoever comes next.
    for (int i = 0;
        i < 500 && (NativeMemory.held().bytes() > 0 || DecompressionContexts.retained() > 0);
        i++) {
      System.gc();
      Thread.sleep(10);
    }
    assertEquals(0, NativeMemory.held().bytes());
    assertEquals(0, DecompressionContexts.retained());
  }

  private static byte[] content() {
    byte[] content = new byte[TestUtil.nextInt(random(), 1, 100_000)];
    for (int i = 0; i < content.length; i++) {
      content[i] = (byte) (random().nextInt(4) == 0 ? random().nextInt(256) : i);
    }
    return content;
  }

  private static ByteBuffersDataOutput compress(Compressor compressor, byte[] content)
      throws IOException {
    ByteBuffersDataOutput plain = new ByteBuffersDataOutput();
    plain.writeBytes(content, content.length);
    ByteBuffersDataInput in = plain.toDataInput();
    ByteBuffersDataOutput out = new ByteBuffersDataOutput();
    compressor.compress(in, out);
    return out;
  }

  public void testOneContextServesACompressorForLife() throws IOException {
    int level = TestUtil.nextInt(random(), 1, 19);
    Compressor compressor = ZstdCompressionMode.of(level).newCompressor();
    for (int i = 0; i < 10; i++) {
      compress(compressor, content());
      assertEquals(1, NativeMemory.held().compressionContexts());
    }
    compressor.close();
    compressor.close();
    assertEquals(0, NativeMemory.held().compressionContexts());
  }

  public void testAnyPartComesBack() throws IOException {
    ZstdCompressionMode mode = ZstdCompressionMode.of(TestUtil.nextInt(random(), 1, 19));
    Decompressor decompressor = mode.newDecompressor();
    try (Compressor compressor = mode.newCompressor()) {
      for (int i = 0; i < 50; i++) {
        byte[] content = content();
        byte[] piece = compress(compressor, content).toArrayCopy();
        int offset = random().nextInt(content.length);
        int length = random().nextInt(content.length - offset + 1);
        BytesRef part = new BytesRef();
        Decompressor used = random().nextBoolean() ? decompressor : decompressor.clone();
        used.decompress(new ByteArrayDataInput(piece), content.length, offset, length, part);
        assertEquals(new BytesRef(Arrays.copyOfRange(content, offset, offset + length)), part);
        // A claim of another length is found out.
        expectThrows(
            CorruptIndexException.class,
            () ->
                used.decompress(
                    new ByteArrayDataInput(piece), content.length + 1, 0, 1, new BytesRef()));
      }
    }
  }

  /** Nothing is allocated for a length that the frame or the file denies. */
  public void testImpossibleLengthsAreNotBelieved() throws IOException {
    byte[] content = content();
    byte[] piece;
    try (Compressor compressor = ZstdCompressionMode.of(3).newCompressor()) {
      piece = compress(compressor, content).toArrayCopy();
    }
    ByteBuffersDataOutput frameOfTwoGigabytes = new ByteBuffersDataOutput();
    frameOfTwoGigabytes.writeVInt(Integer.MAX_VALUE - 1000);
    try (Directory directory = newDirectory()) {
      for (byte[] bytes : List.of(piece, frameOfTwoGigabytes.toArrayCopy())) {
        String name = "piece" + bytes.length;
        try (IndexOutput out = directory.createOutput(name, IOContext.DEFAULT)) {
          out.writeBytes(bytes, bytes.length);
        }
        try (IndexInput in = directory.openInput(name, IOContext.DEFAULT)) {
          Decompressor decompressor = ZstdCompressionMode.of(3).newDecompressor();
          BytesRef part = new BytesRef();
          CorruptIndexException e =
              expectThrows(
                  CorruptIndexException.class,
                  () -> decompressor.decompress(in, Integer.MAX_VALUE - 100, 0, 1, part));
          assertTrue(e.getMessage(), e.getMessage().contains(" of a frame is "));
          assertEquals(0, part.bytes.length);
        }
      }
    }
  }

  /** Lengths that a damaged file says, and whose difference an int cannot hold. */
  public void testPartOfLessThanNothing() throws IOException {
    byte[] piece;
    try (Compressor compressor = ZstdCompressionMode.of(3).newCompressor()) {
      piece = compress(compressor, content()).toArrayCopy();
    }
    Decompressor decompressor = ZstdCompressionMode.of(3).newDecompressor();
    for (int length : new int[] {-1, -2, Integer.MIN_VALUE}) {
      CorruptIndexException e =
          expectThrows(
              CorruptIndexException.class,
              () ->
                  decompressor.decompress(
                      new ByteArrayDataInput(piece), length, 0, Integer.MAX_VALUE, new BytesRef()));
      assertTrue(
          e.getMessage(), e.getMessage().contains("must lie in the content of " + length + " "));
    }
  }

  /** Lucene cannot close decompressors; what they keep goes when they do. */
  public void testContextsGoWithTheLastDecompressor() throws Exception {
    byte[] content = content();
    byte[] piece;
    try (Compressor compressor = ZstdCompressionMode.of(3).newCompressor()) {
      piece = compress(compressor, content).toArrayCopy();
    }
    Decompressor clone = ZstdCompressionMode.of(3).newDecompressor().clone();
    System.gc();
    clone.decompress(
        new ByteArrayDataInput(piece), content.length, 0, content.length, new BytesRef());
    assertEquals(1, NativeMemory.held().decompressionContexts());
    assertNotNull(clone);
    clone = null;
    assertNothingIsHeldAfterCollection();
  }
}
