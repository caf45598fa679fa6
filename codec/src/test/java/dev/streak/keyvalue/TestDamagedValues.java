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
import dev.streak.file.FileBytes;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedNumericDocValuesField;
import org.apache.lucene.document.SortedSetDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FilterBinaryDocValues;
import org.apache.lucene.index.FilterDirectoryReader;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.FilterNumericDocValues;
import org.apache.lucene.index.FilterSortedNumericDocValues;
import org.apache.lucene.index.FilterSortedSetDocValues;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;

/** Doc values that are damaged, or that cannot be read: whoever asks for them is told so. */
public class TestDamagedValues extends LuceneTestCase {

  private static final int DOCS = 300;

  private static final List<Column> COLUMNS =
      List.of(
          Column.longs("number"),
          Column.longs("numbers"),
          Column.bytes("binary"),
          Column.bytes("set"));

  private static Directory index() throws IOException {
    Directory directory = new ByteBuffersDirectory();
    IndexWriterConfig config =
        new IndexWriterConfig()
            .setCodec(StreakCodec.builder().bundleSmallFiles(false).build())
            .setUseCompoundFile(false);
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (int i = 0; i < DOCS; i++) {
        Document document = new Document();
        document.add(new StringField("key", Integer.toString(i), Field.Store.NO));
        document.add(new NumericDocValuesField("number", random().nextInt(1000)));
        document.add(new BinaryDocValuesField("binary", new BytesRef("b".repeat(1 + i % 13))));
        for (int k = random().nextInt(5); k >= 0; k--) {
          document.add(new SortedNumericDocValuesField("numbers", random().nextInt(1000)));
          BytesRef word = new BytesRef("w" + random().nextInt(1000));
          document.add(new SortedSetDocValuesField("set", word));
        }
        writer.addDocument(document);
      }
    }
    return directory;
  }

  private static Batch get(DirectoryReader reader, Column column) throws IOException {
    long[] keys = new long[DOCS];
    for (int i = 0; i < DOCS; i++) {
      keys[i] = i;
    }
    return new BatchReader(reader, "key").get(keys, column);
  }

  public void testFlippedBits() throws Exception {
    try (Directory directory = index()) {
      String file = null;
      for (String each : directory.listAll()) {
        file = each.endsWith(".dvd") ? each : file;
      }
      byte[] bytes = FileBytes.read(directory, file);
      int noticed = 0;
      for (int i = 0; i < 1000; i++) {
        byte[] damaged = bytes.clone();
        int at = 60 + random().nextInt(bytes.length - 60 - 16);
        damaged[at] ^= (byte) (1 << random().nextInt(8));
        FileBytes.replace(directory, file, damaged, damaged.length);
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
          for (Column column : COLUMNS) {
            noticed += isNoticed(reader, column) ? 1 : 0;
          }
        }
      }
      assertTrue("noticed=" + noticed, noticed > 10);
    }
  }

  private static boolean isNoticed(DirectoryReader reader, Column column) {
    try {
      Batch batch = get(reader, column);
      for (int i = 0; i < DOCS; i++) {
        boolean isLongs = column.kind() == Column.Kind.LONGS;
        int count =
            isLongs ? batch.longs(column.field()).count(i) : batch.bytes(column.field()).count(i);
        assertTrue(column.field() + ": count=" + count, count > 0);
      }
      return false;
    } catch (CorruptIndexException e) {
      assertTrue(e.getMessage(), e.getMessage().contains(", must be "));
      assertNamed(column.field(), e);
      return true;
    } catch (
        @SuppressWarnings("unused")
        IOException e) {
      // Lucene decompresses terms, or reads behind the end of the file.
      return false;
    } catch (AssertionError e) {
      // Lucene's, which are off in production.
      if (e.getStackTrace()[0].getClassName().startsWith("org.apache.lucene.codecs") == false
          && e.getStackTrace()[0].getClassName().startsWith("org.apache.lucene.util") == false) {
        throw e;
      }
      return false;
    }
  }

  private static void assertNamed(String field, CorruptIndexException e) {
    assertEquals("doc values of field " + field + " of segment _0", e.getResourceDescription());
  }

  private static <T extends Throwable> T failure(
      Class<T> expected, Column column, Supplier<? extends RuntimeException> thrown)
      throws IOException {
    try (Directory directory = index();
        DirectoryReader reader = new Damaged(DirectoryReader.open(directory), thrown)) {
      return expectThrows(expected, () -> get(reader, column));
    }
  }

  public void testWhatLuceneThrowsIsDamage() throws IOException {
    for (Column column : COLUMNS) {
      for (RuntimeException thrown :
          List.of(
              new IndexOutOfBoundsException("as told"),
              new NegativeArraySizeException("as told"),
              new ArithmeticException("as told"),
              new IllegalArgumentException("as told"))) {
        CorruptIndexException e = failure(CorruptIndexException.class, column, () -> thrown);
        assertSame(thrown, e.getCause());
        assertTrue(e.getMessage(), e.getMessage().contains("must be within the file: " + thrown));
        assertNamed(column.field(), e);
      }
    }
  }

  public void testOtherFailuresAreWhatTheyAre() throws IOException {
    for (Column column : COLUMNS) {
      for (RuntimeException thrown :
          List.of(
              new AlreadyClosedException("as told", new IOException("why")),
              new LargeBatchException("as told"),
              new IllegalStateException("as told", new IOException("why")),
              new RuntimeException("as told"))) {
        assertSame(thrown, failure(RuntimeException.class, column, () -> thrown));
      }
    }
  }

  public void testFailedReadsAreExceptionsOfFiles() throws IOException {
    IOException read = new IOException("as told");
    for (Column column : COLUMNS) {
      assertSame(read, failure(IOException.class, column, () -> new RuntimeException(read)));
    }
  }

  public void testImpossibleCountsAndLengths() throws IOException {
    for (Column column : COLUMNS.subList(1, 4)) {
      CorruptIndexException e = failure(CorruptIndexException.class, column, () -> null);
      assertNamed(column.field(), e);
      if (column.field().equals("binary") == false) {
        String message = "number of values is -3, must be >= 1 (";
        assertTrue(e.getMessage(), e.getMessage().startsWith(message));
      }
    }
  }

  /** Far more values than there are: they end before memory does. */
  public void testCountThatIsTooHigh() {
    LongColumn column = new LongColumn(1);
    column.begin(0, Integer.MAX_VALUE);
    column.makeRoom(1);
    column.add(7);
    assertEquals(7, column.value(0));
    assertTrue(column.values().length < 100);
  }

  /** Values that throw something when they are read, or that have wrong counts or lengths. */
  private static final class Damaged extends FilterDirectoryReader {
    private final Supplier<? extends RuntimeException> thrown;

    Damaged(DirectoryReader in, Supplier<? extends RuntimeException> thrown) throws IOException {
      super(
          in,
          new SubReaderWrapper() {
            @Override
            public LeafReader wrap(LeafReader leaf) {
              return new DamagedLeaf(leaf, thrown);
            }
          });
      this.thrown = thrown;
    }

    @Override
    protected DirectoryReader doWrapDirectoryReader(DirectoryReader in) throws IOException {
      return new Damaged(in, thrown);
    }

    @Override
    public CacheHelper getReaderCacheHelper() {
      return null;
    }
  }

  private static final class DamagedLeaf extends FilterLeafReader {
    private final Supplier<? extends RuntimeException> thrown;

    DamagedLeaf(LeafReader in, Supplier<? extends RuntimeException> thrown) {
      super(in);
      this.thrown = thrown;
    }

    private int wrong() {
      RuntimeException e = thrown.get();
      if (e != null) {
        throw e;
      }
      return -3;
    }

    @Override
    public NumericDocValues getNumericDocValues(String field) throws IOException {
      NumericDocValues values = super.getNumericDocValues(field);
      return values == null
          ? null
          : new FilterNumericDocValues(values) {
            @Override
            public long longValue() {
              return wrong();
            }
          };
    }

    @Override
    public SortedNumericDocValues getSortedNumericDocValues(String field) throws IOException {
      return new FilterSortedNumericDocValues(super.getSortedNumericDocValues(field)) {
        @Override
        public int docValueCount() {
          return wrong();
        }
      };
    }

    @Override
    public SortedSetDocValues getSortedSetDocValues(String field) throws IOException {
      return new FilterSortedSetDocValues(super.getSortedSetDocValues(field)) {
        @Override
        public int docValueCount() {
          return wrong();
        }
      };
    }

    @Override
    public BinaryDocValues getBinaryDocValues(String field) throws IOException {
      BinaryDocValues values = super.getBinaryDocValues(field);
      return new FilterBinaryDocValues(values) {
        @Override
        public BytesRef binaryValue() {
          BytesRef value = new BytesRef(new byte[10]);
          value.length = wrong();
          return value;
        }
      };
    }

    @Override
    public CacheHelper getCoreCacheHelper() {
      return null;
    }

    @Override
    public CacheHelper getReaderCacheHelper() {
      return null;
    }
  }
}
