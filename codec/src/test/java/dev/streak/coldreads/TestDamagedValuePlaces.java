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
package dev.streak.coldreads;

import dev.streak.codec.StreakCodec;
import dev.streak.file.FileBytes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedSetDocValuesField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SegmentReader;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BitUtil;
import org.apache.lucene.util.BytesRef;

/**
 * Metadata of values that is damaged since the segment was opened: nothing fails but announcing.
 */
public class TestDamagedValuePlaces extends LuceneTestCase {
  private static final int DOCS = 100;

  /** The metadata as it was written, and as it is read; null if it is read as it was written. */
  private byte[] intact;

  private byte[] damaged;
  private final List<PrefetchRecorder.Range> announced = new ArrayList<>();
  private final Directory plain = new ByteBuffersDirectory();
  private Directory directory;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    directory =
        new FilterDirectory(plain) {
          @Override
          public IndexInput openInput(String name, IOContext context) throws IOException {
            if (damaged != null && name.endsWith(".dvm")) {
              Directory other = new ByteBuffersDirectory();
              try (IndexOutput out = other.createOutput(name, IOContext.DEFAULT)) {
                out.writeBytes(damaged, damaged.length);
              }
              return other.openInput(name, context);
            }
            IndexInput input = super.openInput(name, context);
            return name.endsWith(".dvd") ? new PrefetchRecorder(input, announced) : input;
          }
        };
    IndexWriterConfig config =
        new IndexWriterConfig()
            .setCodec(StreakCodec.builder().bundleSmallFiles(false).build())
            .setUseCompoundFile(false);
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (int i = 0; i < DOCS; i++) {
        Document document = new Document();
        document.add(new BinaryDocValuesField("binary", new BytesRef("binary" + i)));
        document.add(new NumericDocValuesField("long", i * 1_000_003L));
        document.add(new SortedSetDocValuesField("set", new BytesRef("a" + i)));
        document.add(new SortedSetDocValuesField("set", new BytesRef("b" + i)));
        writer.addDocument(document);
      }
    }
    for (String name : directory.listAll()) {
      if (name.endsWith(".dvm")) {
        intact = FileBytes.read(directory, name);
      }
    }
  }

  @Override
  public void tearDown() throws Exception {
    directory.close();
    super.tearDown();
  }

  /** How much is announced in a segment that was opened before the damage. */
  private int announced(byte[] metadata) throws IOException {
    announced.clear();
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      SegmentReader segment = (SegmentReader) getOnlyLeafReader(reader);
      damaged = metadata;
      for (String field : List.of("binary", "long", "set")) {
        SegmentValues.of(segment)
            .announce(segment.getFieldInfos().fieldInfo(field), new int[] {1, 50}, 2);
      }
    } finally {
      damaged = null;
    }
    return announced.size();
  }

  /** None of which may ask for memory, either. */
  public void testChangedBytes() throws IOException {
    assertTrue(announced(null) > 0);
    for (int at = 0; at < intact.length; at++) {
      byte[] changed = intact.clone();
      changed[at] ^= (byte) (1 << random().nextInt(8));
      assertEquals("byte " + at, 0, announced(changed));
    }
  }

  /** What Lucene's own methods take for a mistake of their caller. */
  public void testNumberOfFieldBelowZeroWithFittingChecksum() throws IOException {
    byte[] changed = intact.clone();
    int header = CodecUtil.indexHeaderLength("Lucene90DocValuesMetadata", "Lucene90_0");
    assertTrue((int) BitUtil.VH_LE_INT.get(changed, header) >= 0);
    BitUtil.VH_LE_INT.set(changed, header, -2);
    int content = changed.length - Long.BYTES;
    CRC32 checksum = new CRC32();
    checksum.update(changed, 0, content);
    BitUtil.VH_BE_LONG.set(changed, content, checksum.getValue());
    assertEquals(0, announced(changed));
  }

  public void testCutAnywhere() throws IOException {
    for (int length = 0; length < intact.length; length += 1 + random().nextInt(5)) {
      assertEquals("length=" + length, 0, announced(Arrays.copyOf(intact, length)));
    }
  }
}
