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
import dev.streak.field.LeafSegment;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedNumericDocValuesField;
import org.apache.lucene.document.SortedSetDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FilterDirectoryReader;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.FilterNumericDocValues;
import org.apache.lucene.index.FilterSortedNumericDocValues;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.ParallelCompositeReader;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;

/** Values of a key at the limits: none, empty, many, and longer than all room that there is. */
public class TestValuesAtLimits extends LuceneTestCase {

  private static Document document(int key) {
    Document document = new Document();
    document.add(new StringField("key", Integer.toString(key), Field.Store.NO));
    return document;
  }

  private static void write(Directory directory, List<Document> documents) throws IOException {
    IndexWriterConfig config = newIndexWriterConfig().setCodec(new StreakCodec());
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (Document document : documents) {
        writer.addDocument(document);
      }
      writer.forceMerge(1);
    }
  }

  /** Each key twice, in random order, and one that is not there. */
  private static long[] keys(int count) {
    List<Long> keys = new ArrayList<>();
    for (long key = 0; key <= count; key++) {
      keys.add(key);
      keys.add(key);
    }
    Collections.shuffle(keys, random());
    return keys.stream().mapToLong(Long::longValue).toArray();
  }

  public void testKeysOfManyNumbers() throws Exception {
    int[] counts = {0, 1, 511, 512, 513, 0, 1024, 1025, 3, 20_000, 0};
    List<Document> documents = new ArrayList<>();
    for (int key = 0; key < counts.length; key++) {
      documents.add(document(key));
      for (int i = 0; i < counts[key]; i++) {
        documents.get(key).add(new SortedNumericDocValuesField("numbers", 1000L * i + key));
      }
    }
    try (Directory directory = newDirectory()) {
      write(directory, documents);
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        // One key at a time as well: what others need makes no room for it then.
        for (int key = 0; key <= counts.length; key++) {
          checkNumbers(reader, counts, new long[] {key});
        }
        checkNumbers(reader, counts, keys(counts.length));
      }
    }
  }

  private static void checkNumbers(DirectoryReader reader, int[] counts, long[] keys)
      throws IOException {
    LongColumn numbers =
        new BatchReader(reader, "key").get(keys, Column.longs("numbers")).longs("numbers");
    for (int i = 0; i < keys.length; i++) {
      int count = keys[i] < counts.length ? counts[(int) keys[i]] : 0;
      assertEquals(count, numbers.count(i));
      for (int at = 0; at < count; at++) {
        assertEquals(1000L * at + keys[i], numbers.value(i, at));
      }
    }
  }

  /** Strings that are empty, and such that do not fit into twice the room of those before. */
  public void testStringsOfManyLengths() throws Exception {
    int[] lengths = {0, 1, 1023, 1024, 1025, 2047, 2048, 2049, 0, 30_000};
    List<Document> documents = new ArrayList<>();
    for (int key = 0; key < lengths.length; key++) {
      BytesRef value = new BytesRef("x".repeat(lengths[key]));
      Document document = document(key);
      document.add(new BinaryDocValuesField("binary", value));
      document.add(new SortedSetDocValuesField("set", value));
      document.add(new StoredField("stored", value));
      documents.add(document);
    }
    try (Directory directory = newDirectory()) {
      write(directory, documents);
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        for (int key = 0; key <= lengths.length; key++) {
          checkStrings(reader, lengths, new long[] {key});
        }
        checkStrings(reader, lengths, keys(lengths.length));
      }
    }
  }

  private static void checkStrings(DirectoryReader reader, int[] lengths, long[] keys)
      throws IOException {
    Batch batch =
        new BatchReader(reader, "key")
            .get(keys, Column.bytes("binary"), Column.bytes("set"), Column.stored("stored"));
    for (String field : List.of("binary", "set", "stored")) {
      BytesColumn strings = batch.bytes(field);
      for (int i = 0; i < keys.length; i++) {
        boolean isThere = keys[i] < lengths.length;
        assertEquals(isThere ? 1 : 0, strings.count(i));
        assertEquals(isThere ? "x".repeat(lengths[(int) keys[i]]) : null, strings.utf8(i));
      }
    }
  }

  /**
   * A document has more values then than are read before a look at the clock. Where reads wait,
   * those of segments are announced, which a reader of several indexes side by side is none of.
   */
  public void testManyColumnsOfSegmentsAndOfOtherReaders() throws Exception {
    int count = 250;
    Column[] columns = new Column[20];
    Arrays.setAll(columns, i -> Column.longs("number" + i));
    List<Document> documents = new ArrayList<>();
    for (int key = 0; key < count; key++) {
      documents.add(document(key));
      for (int i = 0; i < columns.length; i++) {
        documents.get(key).add(new NumericDocValuesField("number" + i, 100L * key + i));
      }
    }
    try (Directory directory = newDirectory()) {
      write(directory, documents);
      try (DirectoryReader segments = DirectoryReader.open(directory);
          IndexReader others = new ParallelCompositeReader(false, segments)) {
        assertNull(LeafSegment.of(others.leaves().get(0).reader()));
        for (IndexReader reader : List.of(segments, others)) {
          for (long nanosALook : new long[] {0, 1_000_000_000}) {
            AtomicLong clock = new AtomicLong();
            BatchReader batches =
                new BatchReader(reader, "key", null, () -> clock.addAndGet(nanosALook));
            long[] keys = keys(count);
            checkColumns(keys, batches.get(keys, columns), count, columns.length);
          }
        }
      }
    }
  }

  private static void checkColumns(long[] keys, Batch batch, int count, int columns) {
    for (int column = 0; column < columns; column++) {
      LongColumn numbers = batch.longs("number" + column);
      for (int i = 0; i < keys.length; i++) {
        long expected = keys[i] < count ? 100L * keys[i] + column : -1;
        assertEquals("key " + keys[i], expected, numbers.valueOr(i, -1));
      }
    }
  }

  public void testMoreBytesThanAnArrayHasRoomForAreRefused() {
    BytesColumn column = new BytesColumn(2);
    column.begin(1);
    column.add(1, new byte[] {7, 8}, 0, 2);
    LargeBatchException e =
        expectThrows(
            LargeBatchException.class,
            () -> column.add(1, new byte[1], 0, ArrayUtil.MAX_ARRAY_LENGTH - 1));
    String message = "bytes=" + (ArrayUtil.MAX_ARRAY_LENGTH + 1L) + "; ask for fewer keys";
    assertTrue(e.getMessage(), e.getMessage().contains(message));
    assertEquals(new BytesRef(new byte[] {7, 8}), column.get(1, 0, new BytesRef()));
  }

  /** The length of one value says little about the others. */
  public void testALongValueMakesNoRoomForAsLongOnes() {
    BytesColumn column = new BytesColumn(1);
    column.expect(Integer.MAX_VALUE, Integer.MAX_VALUE);
    assertTrue("" + column.bytes().length, column.bytes().length <= 1 << 21);
  }

  public void testNoStringsAtAll() throws Exception {
    try (Directory directory = newDirectory()) {
      write(directory, List.of(document(0), document(1)));
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        checkStrings(reader, new int[0], new long[0]);
        checkStrings(reader, new int[0], new long[] {7});
      }
    }
  }

  /** The cost is an estimate, and may say of a field that all documents have it. */
  public void testNumbersThatFewerDocumentsHaveThanTheCostSays() throws Exception {
    int count = 1_300;
    List<Document> documents = new ArrayList<>();
    for (int key = 0; key < count; key++) {
      documents.add(document(key));
      if (key % 3 > 0) {
        documents.get(key).add(new NumericDocValuesField("number", key));
      }
    }
    try (Directory directory = newDirectory()) {
      write(directory, documents);
      try (DirectoryReader reader = new Wrong(DirectoryReader.open(directory))) {
        long[] keys = keys(count);
        LongColumn numbers =
            new BatchReader(reader, "key").get(keys, Column.longs("number")).longs("number");
        for (int i = 0; i < keys.length; i++) {
          boolean isThere = keys[i] < count && keys[i] % 3 > 0;
          assertEquals("key " + keys[i], isThere ? 1 : 0, numbers.count(i));
          assertEquals(isThere ? keys[i] : -1, numbers.valueOr(i, -1));
        }
      }
    }
  }

  /** Memory is taken for what is read, and not for what a count says. */
  public void testFarMoreNumbersThanThereAreIsDamage() throws Exception {
    Document document = document(0);
    document.add(new SortedNumericDocValuesField("numbers", 1));
    document.add(new SortedNumericDocValuesField("numbers", 2));
    try (Directory directory = newDirectory()) {
      write(directory, List.of(document));
      try (DirectoryReader reader = new Wrong(DirectoryReader.open(directory))) {
        BatchReader batches = new BatchReader(reader, "key");
        CorruptIndexException e =
            expectThrows(
                CorruptIndexException.class,
                () -> batches.get(new long[] {0}, Column.longs("numbers")));
        assertTrue(e.getMessage(), e.getMessage().contains("doc values of field numbers"));
      }
    }
  }

  /** All documents seem to have numbers, and those with several far more than they have. */
  private static final class Wrong extends FilterDirectoryReader {
    private static final int VALUES = 700;

    Wrong(DirectoryReader in) throws IOException {
      super(
          in,
          new SubReaderWrapper() {
            @Override
            public LeafReader wrap(LeafReader leaf) {
              return new WrongLeaf(leaf);
            }
          });
    }

    @Override
    protected DirectoryReader doWrapDirectoryReader(DirectoryReader other) throws IOException {
      return new Wrong(other);
    }

    @Override
    public CacheHelper getReaderCacheHelper() {
      return null;
    }
  }

  private static final class WrongLeaf extends FilterLeafReader {
    WrongLeaf(LeafReader in) {
      super(in);
    }

    @Override
    public NumericDocValues getNumericDocValues(String field) throws IOException {
      NumericDocValues values = in.getNumericDocValues(field);
      return values == null
          ? null
          : new FilterNumericDocValues(values) {
            @Override
            public long cost() {
              return maxDoc();
            }
          };
    }

    @Override
    public SortedNumericDocValues getSortedNumericDocValues(String field) throws IOException {
      SortedNumericDocValues values = in.getSortedNumericDocValues(field);
      if (values == null) {
        return null;
      }
      return new FilterSortedNumericDocValues(values) {
        private int left = Wrong.VALUES;

        @Override
        public int docValueCount() {
          return Integer.MAX_VALUE;
        }

        @Override
        public long nextValue() {
          if (left-- == 0) {
            throw new IndexOutOfBoundsException("behind the last value");
          }
          return left;
        }
      };
    }

    @Override
    public CacheHelper getCoreCacheHelper() {
      return in.getCoreCacheHelper();
    }

    @Override
    public CacheHelper getReaderCacheHelper() {
      return null;
    }
  }
}
