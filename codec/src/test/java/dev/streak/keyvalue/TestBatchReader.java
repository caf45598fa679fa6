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
import dev.streak.keydocs.Keys;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.IntPoint;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.MultiReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;

public class TestBatchReader extends LuceneTestCase {

  /** Segments of ours, of Lucene's, and both. */
  private static IndexWriterConfig config(boolean ours) {
    return newIndexWriterConfig()
        .setMergePolicy(new LogDocMergePolicy())
        .setCodec(ours ? new StreakCodec() : Codec.forName("Lucene104"));
  }

  /** Of two readers one finds that each of its reads waits for storage. */
  private static BatchReader randomBatchReader(DirectoryReader reader) {
    AtomicLong seconds = new AtomicLong();
    return random().nextBoolean()
        ? new BatchReader(reader, "key")
        : new BatchReader(reader, "key", null, () -> seconds.incrementAndGet() * 1_000_000_000);
  }

  public void testRandomLivesAgainstMaps() throws Exception {
    boolean decimal = random().nextBoolean();
    TreeMap<String, KeyValueModel.Row> rows = new TreeMap<>();
    List<String> all = new ArrayList<>();
    try (Directory directory = newDirectory()) {
      for (int life = 0; life < 3; life++) {
        try (IndexWriter writer = new IndexWriter(directory, config(random().nextInt(4) > 0))) {
          for (int i = atLeast(100); i > 0; i--) {
            String key =
                decimal
                    ? Integer.toString(random().nextInt(500))
                    : TestUtil.randomSimpleString(random(), 1, 2);
            all.add(key);
            if (random().nextInt(4) == 0) {
              rows.remove(key);
              writer.deleteDocuments(new Term("key", key));
            } else {
              KeyValueModel.Row row = KeyValueModel.randomRow(random());
              rows.put(key, row);
              writer.updateDocument(new Term("key", key), row.document(key));
            }
            if (random().nextInt(40) == 0) {
              writer.flush();
            }
          }
        }
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
          List<String> keys = KeyValueModel.questions(random(), rows, all);
          BatchReader batches = randomBatchReader(reader);
          BytesRef[] terms = keys.stream().map(BytesRef::new).toArray(BytesRef[]::new);
          KeyValueModel.check(rows, keys, batches.get(terms, KeyValueModel.allColumns()));
          if (decimal) {
            keys.removeIf(key -> key.isEmpty() || key.equals("absent"));
            long[] ids = keys.stream().mapToLong(Long::parseLong).toArray();
            KeyValueModel.check(rows, keys, batches.get(ids, KeyValueModel.allColumns()));
            KeyValueModel.check(
                rows, keys, batches.get(ids, Duration.ofDays(9), KeyValueModel.allColumns()));
          }
        }
      }
    }
  }

  public void testTheLastOfSeveralLiveDocumentsIsTaken() throws Exception {
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, config(true))) {
      for (int i = 0; i < 6; i++) {
        Document document = new Document();
        document.add(new StringField("key", "k", Field.Store.NO));
        document.add(new StringField("copy", "c" + i, Field.Store.NO));
        document.add(new StoredField("text", "copy " + i));
        writer.addDocument(document);
        if (i % 2 == 1) {
          writer.flush();
        }
      }
      writer.deleteDocuments(new Term("copy", "c5"));
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        Batch batch =
            new BatchReader(reader, "key")
                .get(new BytesRef[] {new BytesRef("k")}, Column.stored("text"));
        assertEquals("copy 4", batch.bytes("text").utf8(0));
        assertEquals(4, batch.doc(0));
      }
    }
  }

  public void testLargeBatchesInSlices() throws Exception {
    int size = BatchReader.SLICE * 2 + 17;
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, config(true))) {
      for (int i = 0; i < 1000; i++) {
        Document document = new Document();
        document.add(new StringField("key", Integer.toString(i), Field.Store.NO));
        document.add(new LongField("number", i * 7L, Field.Store.NO));
        writer.addDocument(document);
      }
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        long[] ids = new long[size];
        for (int i = 0; i < size; i++) {
          ids[i] = random().nextInt(1100);
        }
        BatchReader batches = new BatchReader(reader, "key");
        assertAnswers(ids, 0, batches.get(ids, Column.longs("number")));
        int slice = TestUtil.nextInt(random(), 1000, size);
        int[] next = new int[1];
        batches.forEach(
            ids,
            slice,
            (from, part) -> {
              assertEquals(next[0], from);
              assertAnswers(ids, from, part);
              next[0] += part.size();
            },
            Column.longs("number"));
        assertEquals(size, next[0]);
        BytesRef[] terms =
            Arrays.stream(ids).mapToObj(i -> new BytesRef("" + i)).toArray(BytesRef[]::new);
        for (boolean numbers : new boolean[] {true, false}) {
          next[0] = 0;
          BatchReader.SliceConsumer consumer =
              (from, part) -> {
                assertEquals(next[0], from);
                assertAnswers(ids, from, part);
                next[0] += part.size();
              };
          if (numbers) {
            batches.forEach(ids, slice, Runnable::run, 3, consumer, Column.longs("number"));
          } else {
            batches.forEach(terms, slice, Runnable::run, 3, consumer, Column.longs("number"));
          }
          assertEquals(size, next[0]);
        }
      }
    }
  }

  private static void assertAnswers(long[] ids, int from, Batch batch) {
    for (int i = 0; i < batch.size(); i++) {
      long id = ids[from + i];
      assertEquals(id < 1000, batch.isFound(i));
      assertEquals(id < 1000 ? id * 7 : -1, batch.longs("number").valueOr(i, -1));
    }
  }

  /** All documents have a number, one of them the number that stands for none. */
  public void testTheNumberThatStandsForNoneIsFound() throws Exception {
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, config(true))) {
      for (int i = 0; i < 3; i++) {
        Document document = new Document();
        document.add(new StringField("key", Integer.toString(i), Field.Store.NO));
        long number = i == 1 ? LongColumnFiller.PERHAPS_MISSING : i;
        document.add(new NumericDocValuesField("number", number));
        writer.addDocument(document);
      }
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        Batch batch =
            new BatchReader(reader, "key").get(new long[] {1, 2, 1, 3}, Column.longs("number"));
        assertEquals(LongColumnFiller.PERHAPS_MISSING, batch.longs("number").value(0));
        assertEquals(2, batch.longs("number").value(1));
        assertEquals(LongColumnFiller.PERHAPS_MISSING, batch.longs("number").value(2));
        assertEquals(0, batch.longs("number").count(3));
      }
    }
  }

  public void testValuesThatAreNotThereAreRefused() throws Exception {
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, config(true))) {
      writer.addDocument(KeyValueModel.randomRow(random()).document("1"));
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        Batch batch =
            new BatchReader(reader, "key")
                .get(new long[] {1, 2}, Column.longs("number"), Column.stored("text"));
        String message = "must be less than the values of key 1 of the batch: 0";
        IndexOutOfBoundsException e =
            expectThrows(IndexOutOfBoundsException.class, () -> batch.longs("number").value(1));
        assertTrue(e.getMessage(), e.getMessage().contains(message));
        e = expectThrows(IndexOutOfBoundsException.class, () -> batch.bytes("text").offset(1, 0));
        assertTrue(e.getMessage(), e.getMessage().contains(message));
      }
    }
  }

  public void testMoreNumbersThanAnArrayHasRoomForAreRefused() {
    LongColumn column = new LongColumn(2);
    IllegalArgumentException e =
        expectThrows(IllegalArgumentException.class, () -> column.makeRoom(Integer.MAX_VALUE));
    assertTrue(e.getMessage(), e.getMessage().contains("numbers=2147483649; ask for fewer keys"));
  }

  public void testNumbersAreShownByKey() {
    LongColumn column = new LongColumn(4);
    column.set(0, 0);
    column.set(3, 7);
    assertEquals("LongColumn([0, missing, missing, 7])", column.toString());
    column.begin(1, 2);
    column.makeRoom(2);
    column.add(5);
    column.add(-6);
    assertEquals("LongColumn([0, [5, -6], missing, 7])", column.toString());
  }

  public void testKeysThatAreNotThereAreNamed() throws Exception {
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, config(true))) {
      writer.addDocument(KeyValueModel.randomRow(random()).document("1"));
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        Batch batch =
            new BatchReader(reader, "key")
                .get(new long[] {1, 2}, Column.longs("number"), Column.stored("text"));
        LongColumn longs = batch.longs("number");
        BytesColumn bytes = batch.bytes("text");
        for (int index : new int[] {-1, 2, Integer.MAX_VALUE}) {
          String message =
              "index of a key is " + index + ", must be less than the keys of the batch: 2";
          List<ThrowingRunnable> calls =
              List.of(
                  () -> batch.isFound(index),
                  () -> batch.doc(index),
                  () -> longs.count(index),
                  () -> longs.start(index),
                  () -> longs.value(index),
                  () -> longs.value(index, 0),
                  () -> longs.valueOr(index, 7),
                  () -> bytes.count(index),
                  () -> bytes.length(index, 0),
                  () -> bytes.offset(index, 0),
                  () -> bytes.get(index, 0, new BytesRef()),
                  () -> bytes.utf8(index));
          for (ThrowingRunnable call : calls) {
            assertEquals(message, expectThrows(IndexOutOfBoundsException.class, call).getMessage());
          }
        }
      }
    }
  }

  public void testNoTimeMeansNoAnswers() throws Exception {
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, config(true))) {
      writer.addDocument(KeyValueModel.randomRow(random()).document("1"));
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        Batch batch =
            new BatchReader(reader, "key")
                .get(new long[] {1, 2}, Duration.ZERO, Column.stored("text"));
        assertFalse(batch.isComplete());
        assertEquals(0, batch.answered());
        assertEquals(2, batch.size());
        IllegalStateException e = expectThrows(IllegalStateException.class, () -> batch.isFound(0));
        assertTrue(e.getMessage(), e.getMessage().contains("index=0 answered=0"));
        expectThrows(IndexOutOfBoundsException.class, () -> batch.isFound(2));
        expectThrows(IndexOutOfBoundsException.class, () -> batch.doc(-1));
      }
    }
  }

  private static void assertNotAnswered(int index, Batch batch, boolean withText) {
    LongColumn longs = batch.longs("number");
    List<ThrowingRunnable> calls =
        new ArrayList<>(
            List.of(
                () -> batch.doc(index),
                () -> batch.isFound(index),
                () -> longs.count(index),
                () -> longs.start(index),
                () -> longs.value(index),
                () -> longs.valueOr(index, -77)));
    if (withText) {
      BytesColumn bytes = batch.bytes("text");
      calls.add(() -> bytes.count(index));
      calls.add(() -> bytes.length(index, 0));
      calls.add(() -> bytes.offset(index, 0));
      calls.add(() -> bytes.get(index, 0, new BytesRef()));
      calls.add(() -> bytes.utf8(index));
    }
    String message =
        "key was not answered, time ran out: index=" + index + " answered=" + batch.answered();
    for (ThrowingRunnable call : calls) {
      assertEquals(message, expectThrows(IllegalStateException.class, call).getMessage());
    }
    assertTrue(longs.toString(), longs.toString().endsWith(", not answered])"));
  }

  /** Time passes whenever somebody looks at the clock: a batch ends after so many looks. */
  public void testWhatWasAnsweredInTimeIsRight() throws Exception {
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, config(true))) {
      for (int i = 0; i < 3000; i++) {
        Document document = new Document();
        document.add(new StringField("key", Integer.toString(i), Field.Store.NO));
        document.add(new LongField("number", i * 7L, Field.Store.YES));
        document.add(new StoredField("text", "text " + i));
        writer.addDocument(document);
        if (i == 1000 || i == 2000) {
          writer.flush();
        }
      }
      long[] ids = random().longs(3 * BatchReader.LIMITED_SLICE + 100, 0, 3300).toArray();
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        BatchReader batches =
            random().nextBoolean()
                ? new BatchReader(reader, "key")
                : new BatchReader(KeyTables.build(reader, "key", 1 << 20));
        assertAnswersInTime(ids, batches, Column.longs("number"));
        assertAnswersInTime(ids, batches, Column.longs("number"), Column.stored("text"));
      }
    }
  }

  private static void assertAnswersInTime(long[] ids, BatchReader batches, Column... columns)
      throws Exception {
    Set<Integer> lengths = new TreeSet<>();
    Batch batch;
    int before = 0;
    int looks = 1;
    do {
      AtomicLong clock = new AtomicLong();
      Deadline deadline = Deadline.in(Duration.ofNanos(looks++), clock::getAndIncrement);
      batch = batches.get(new Keys.OfLongs(ids), deadline, columns);
      assertEquals(ids.length, batch.size());
      assertEquals(batch.answered() == ids.length, batch.isComplete());
      assertTrue("more time, fewer answers", batch.answered() >= before);
      before = batch.answered();
      lengths.add(before);
      assertInTime(ids, batch, columns.length > 1);
    } while (batch.isComplete() == false);
    assertEquals(Set.of(0, 1024, 2048, 3072, 3172), lengths);
  }

  private static void assertInTime(long[] ids, Batch batch, boolean withText) {
    for (int i = 0; i < batch.answered(); i++) {
      boolean there = ids[i] < 3000;
      assertEquals(there, batch.isFound(i));
      assertEquals(there ? ids[i] * 7 : -1, batch.longs("number").valueOr(i, -1));
      if (withText) {
        assertEquals(there ? "text " + ids[i] : null, batch.bytes("text").utf8(i));
      }
    }
    if (batch.isComplete() == false) {
      assertNotAnswered(batch.answered(), batch, withText);
      assertNotAnswered(batch.size() - 1, batch, withText);
    }
  }

  public void testWrongRequestsAreRefused() throws Exception {
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, config(true))) {
      KeyValueModel.Row row =
          new KeyValueModel.Row(1L, List.of(2L), "b", "s", List.of("t"), "text", List.of("blob"));
      Document document = row.document("1");
      document.add(new StoredField("count", 5));
      writer.addDocument(document);
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        assertRefused("keyField=number", () -> new BatchReader(reader, "number"));
        BatchReader batches = new BatchReader(reader, "key");
        long[] ids = {1};
        assertRefused("type=NUMERIC", () -> batches.get(ids, Column.bytes("number")));
        assertRefused("type=SORTED_SET", () -> batches.get(ids, Column.longs("set")));
        assertRefused("field=count", () -> batches.get(ids, Column.stored("count")));
        assertRefused(
            "field=set", () -> batches.get(ids, Column.bytes("set"), Column.stored("set")));
        assertRefused("slice=0", () -> batches.forEach(ids, 0, (from, part) -> {}));
        assertRefused(
            "slice=0", () -> batches.forEach(ids, 0, Runnable::run, 1, (from, part) -> {}));
        assertRefused(
            "ahead=0", () -> batches.forEach(ids, 1, Runnable::run, 0, (from, part) -> {}));
        assertRefused("timeout=PT-1S", () -> batches.get(ids, Duration.ofSeconds(-1)));
        assertRefused("field=set", () -> batches.get(ids).longs("set"));
        // A field that no document has is no mistake: documents may come that have it.
        assertEquals(0, batches.get(ids, Column.longs("nosuch")).longs("nosuch").count(0));
      }
    }
  }

  /** Lucene's doc values refuse such a field, too. */
  public void testAColumnOfAFieldWithoutDocValues() throws Exception {
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, config(true))) {
      Document document = new Document();
      document.add(new StringField("key", "1", Field.Store.NO));
      document.add(new IntPoint("point", 5));
      document.add(new StoredField("stored", 5));
      writer.addDocument(document);
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        BatchReader batches = new BatchReader(reader, "key");
        long[] ids = {1};
        assertRefused(
            "doc values of a column of longs must be NUMERIC or SORTED_NUMERIC:"
                + " field=key type=NONE, it has terms",
            () -> batches.get(ids, Column.longs("key")));
        assertRefused(
            "doc values of a column of bytes must be BINARY, SORTED or SORTED_SET:"
                + " field=point type=NONE, it has points",
            () -> batches.get(ids, Column.bytes("point")));
        assertRefused(
            "field=stored type=NONE, it is stored", () -> batches.get(ids, Column.longs("stored")));
        assertEquals(0, batches.get(ids, Column.longs("nosuch")).longs("nosuch").count(0));
      }
    }
  }

  /** Several indexes may be read as one: what one of them has is no mistake. */
  public void testAColumnOfAFieldWithDocValuesElsewhere() throws Exception {
    try (Directory with = newDirectory();
        Directory without = newDirectory()) {
      Document document = new Document();
      document.add(new StringField("key", "1", Field.Store.NO));
      document.add(new NumericDocValuesField("price", 5));
      Document other = new Document();
      other.add(new StringField("key", "2", Field.Store.NO));
      other.add(new StringField("price", "7", Field.Store.NO));
      try (IndexWriter writer = new IndexWriter(with, config(true));
          IndexWriter second = new IndexWriter(without, config(true))) {
        writer.addDocument(document);
        second.addDocument(other);
      }
      try (MultiReader reader =
          new MultiReader(DirectoryReader.open(without), DirectoryReader.open(with))) {
        LongColumn prices =
            new BatchReader(reader, "key")
                .get(new long[] {1, 2}, Column.longs("price"))
                .longs("price");
        assertEquals("LongColumn([5, missing])", prices.toString());
      }
    }
  }

  private static void assertRefused(String part, ThrowingRunnable request) {
    IllegalArgumentException e = expectThrows(IllegalArgumentException.class, request);
    assertTrue(e.getMessage(), e.getMessage().contains(part));
  }
}
