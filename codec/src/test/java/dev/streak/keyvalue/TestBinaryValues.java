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
package dev.streak.keyvalue;

import dev.streak.codec.StreakCodec;
import dev.streak.leaf.PassingLeafReader;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FilterDirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;

public class TestBinaryValues extends LuceneTestCase {

  private static final int DOCS = 3_000;

  public void testManyValuesOfDifferentLengths() throws Exception {
    check(1 + random().nextInt(100), random().nextInt(3), true);
    check(BinaryValues.MOST_BUFFER_BYTES, 0, true);
  }

  public void testLargeBuffersAreNotHadSeveralTimes() throws Exception {
    check(BinaryValues.MOST_BUFFER_BYTES + 1, 0, false);
  }

  /** Reads values of up to {@code longest} bytes; {@code missing} of ten documents have none. */
  private static void check(int longest, int missing, boolean several) throws IOException {
    byte[][] values = new byte[DOCS][];
    for (int i = 0; i < DOCS; i++) {
      boolean isLongest = i % 500 == 7;
      values[i] = new byte[isLongest ? longest : random().nextInt(longest + 1)];
      random().nextBytes(values[i]);
      if (isLongest == false && random().nextInt(10) < missing) {
        values[i] = null;
      }
    }
    try (Directory directory = newDirectory()) {
      write(directory, values);
      AtomicInteger opened = new AtomicInteger();
      try (DirectoryReader reader = new Counting(DirectoryReader.open(directory), opened)) {
        long[] keys = random().longs(2 * DOCS, 0, DOCS + 100).toArray();
        Column column = Column.bytes("value");
        BytesColumn answer = new BatchReader(reader, "key").get(keys, column).bytes("value");
        for (int i = 0; i < keys.length; i++) {
          byte[] value = keys[i] < DOCS ? values[(int) keys[i]] : null;
          assertEquals(value == null ? 0 : 1, answer.count(i));
          if (value != null) {
            assertEquals(new BytesRef(value), answer.get(i, 0, new BytesRef()));
          }
        }
        int once = reader.leaves().size();
        if (several) {
          assertTrue("" + opened, opened.get() > once && opened.get() <= 64 * once);
        } else {
          assertEquals(once, opened.get());
        }
      }
    }
  }

  private static void write(Directory directory, byte[][] values) throws IOException {
    IndexWriterConfig config = new IndexWriterConfig().setCodec(new StreakCodec());
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      int flushAt = TestUtil.nextInt(random(), 1_000, 2_000);
      for (int i = 0; i < DOCS; i++) {
        Document document = new Document();
        document.add(new StringField("key", Integer.toString(i), Field.Store.NO));
        if (values[i] != null) {
          document.add(new BinaryDocValuesField("value", new BytesRef(values[i])));
        }
        writer.addDocument(document);
        if (i == flushAt) {
          writer.flush();
        }
      }
    }
  }

  /** Counts how often values are opened. */
  private static final class Counting extends FilterDirectoryReader {
    private final AtomicInteger opened;

    Counting(DirectoryReader in, AtomicInteger opened) throws IOException {
      super(
          in,
          new SubReaderWrapper() {
            @Override
            public LeafReader wrap(LeafReader leaf) {
              return new PassingLeafReader(leaf) {
                @Override
                public BinaryDocValues getBinaryDocValues(String field) throws IOException {
                  opened.incrementAndGet();
                  return super.getBinaryDocValues(field);
                }
              };
            }
          });
      this.opened = opened;
    }

    @Override
    protected DirectoryReader doWrapDirectoryReader(DirectoryReader in) throws IOException {
      return new Counting(in, opened);
    }

    @Override
    public CacheHelper getReaderCacheHelper() {
      return in.getReaderCacheHelper();
    }
  }
}
