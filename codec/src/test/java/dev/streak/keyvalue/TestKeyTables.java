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
import dev.streak.field.KeyProbe;
import dev.streak.field.KeyProbes;
import dev.streak.field.TermBatch;
import dev.streak.keydocs.KeyRanges;
import dev.streak.keydocs.KeySlots;
import dev.streak.keydocs.Keys;
import dev.streak.keydocs.NumberDocs;
import dev.streak.search.FoundTerms;
import dev.streak.search.RunTermsQuery;
import dev.streak.search.TermLookup;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntPredicate;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.MultiReader;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;

public class TestKeyTables extends LuceneTestCase {

  private static final long PLENTY = 1L << 30;

  private static void write(IndexWriter writer, String key) throws Exception {
    Document document = new Document();
    document.add(new StringField("key", key, Field.Store.NO));
    writer.updateDocument(new Term("key", key), document);
  }

  /** Tables and look-ups segment by segment say the same, through refreshes, merges, deletions. */
  public void testDuelThroughManyRefreshes() throws Exception {
    boolean decimal = random().nextBoolean();
    TreeMap<String, KeyValueModel.Row> rows = new TreeMap<>();
    List<String> all = new ArrayList<>();
    try (Directory directory = newDirectory();
        IndexWriter writer =
            new IndexWriter(
                directory,
                newIndexWriterConfig()
                    .setMergePolicy(new LogDocMergePolicy())
                    .setCodec(new StreakCodec()))) {
      DirectoryReader reader = DirectoryReader.open(writer);
      KeyTables tables = KeyTables.build(reader, "key", PLENTY);
      for (int round = 0; round < 12; round++) {
        for (int i = random().nextInt(200); i > 0; i--) {
          String key =
              decimal
                  ? Integer.toString(random().nextInt(2000))
                  : TestUtil.randomSimpleString(random(), 1, 3);
          all.add(key);
          if (random().nextInt(5) == 0) {
            rows.remove(key);
            writer.deleteDocuments(new Term("key", key));
          } else {
            KeyValueModel.Row row = KeyValueModel.randomRow(random());
            rows.put(key, row);
            writer.updateDocument(new Term("key", key), row.document(key));
          }
        }
        DirectoryReader newer = DirectoryReader.openIfChanged(reader, writer);
        if (newer != null) {
          // The older reader's tables go on answering for the older reader.
          KeyTables older = tables;
          tables = tables.refresh(newer);
          assertSame(older.reader(), reader);
          assertEquals(0, tables.uncoveredSegments());
          List<String> keys = KeyValueModel.questions(random(), rows, all);
          assertSameDocs(older, keys, decimal);
          assertSameDocs(tables, keys, decimal);
          BytesRef[] terms = keys.stream().map(BytesRef::new).toArray(BytesRef[]::new);
          KeyValueModel.check(
              rows, keys, new BatchReader(tables).get(terms, KeyValueModel.allColumns()));
          reader.close();
          reader = newer;
        }
      }
      reader.close();
    }
  }

  /** Tables are in memory, and would go on answering. */
  public void testAClosedReaderIsRefused() throws Exception {
    try (Directory directory = newDirectory();
        IndexWriter writer =
            new IndexWriter(
                directory,
                newIndexWriterConfig()
                    .setMergePolicy(NoMergePolicy.INSTANCE)
                    .setCodec(new StreakCodec()))) {
      for (int i = 0; i < 100; i++) {
        writer.addDocument(KeyValueModel.randomRow(random()).document(Integer.toString(i)));
      }
      DirectoryReader reader = DirectoryReader.open(writer);
      KeyTables tables = KeyTables.build(reader, "key", PLENTY);
      BatchReader batches = new BatchReader(tables);
      long[] ids = {7};
      BytesRef[] terms = {new BytesRef("7")};
      assertTrue(batches.get(ids).isFound(0));
      assertTrue(batches.get(terms).isFound(0));
      reader.close();
      expectThrows(AlreadyClosedException.class, () -> batches.get(ids));
      expectThrows(AlreadyClosedException.class, () -> batches.get(terms));
    }
  }

  private static void assertSameDocs(KeyTables tables, List<String> keys, boolean decimal)
      throws Exception {
    BytesRef[] terms = keys.stream().map(BytesRef::new).toArray(BytesRef[]::new);
    Batch expected = new BatchReader(tables.reader(), "key").get(terms);
    Batch actual = new BatchReader(tables).get(terms);
    for (int i = 0; i < terms.length; i++) {
      assertEquals(keys.get(i), expected.doc(i), actual.doc(i));
    }
    if (decimal) {
      long[] ids =
          keys.stream().filter(k -> k.matches("-?[0-9]+")).mapToLong(Long::parseLong).toArray();
      Batch byNumber = new BatchReader(tables).get(ids);
      Batch byNumberExpected = new BatchReader(tables.reader(), "key").get(ids);
      for (int i = 0; i < ids.length; i++) {
        assertEquals(byNumberExpected.doc(i), byNumber.doc(i));
      }
    }
  }

  public void testSegmentsWithoutTablesAreAskedToo() throws Exception {
    try (Directory ours = newDirectory();
        Directory lucenes = newDirectory()) {
      for (Directory directory : List.of(ours, lucenes)) {
        Codec codec = directory == ours ? new StreakCodec() : Codec.forName("Lucene104");
        try (IndexWriter writer =
            new IndexWriter(directory, newIndexWriterConfig().setCodec(codec))) {
          for (int i = 0; i < 100; i++) {
            write(writer, Integer.toString(directory == ours ? i : i + 50));
          }
          writer.forceMerge(1);
        }
      }
      try (DirectoryReader first = DirectoryReader.open(ours);
          DirectoryReader second = DirectoryReader.open(lucenes);
          // One reader twice: the second time its segments are in no table.
          MultiReader reader = new MultiReader(new IndexReader[] {first, second, first}, false)) {
        KeyTables tables = KeyTables.build(reader, "key", PLENTY);
        assertEquals(2, tables.uncoveredSegments());
        List<String> keys = new ArrayList<>();
        for (int i = 0; i < 170; i++) {
          keys.add(Integer.toString(i));
        }
        assertSameDocs(tables, keys, true);
      }
    }
  }

  /** The same segment twice: what was deleted from one of the readers is found in the other. */
  public void testASegmentBeforeAndAfterADeletion() throws Exception {
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, segmentsAsFlushed())) {
      for (int i = 0; i < 100; i++) {
        write(writer, Integer.toString(i));
      }
      try (DirectoryReader older = DirectoryReader.open(writer)) {
        writer.deleteDocuments(new Term("key", "7"));
        try (DirectoryReader newer = DirectoryReader.openIfChanged(older, writer)) {
          for (IndexReader[] parts :
              List.of(new IndexReader[] {older, newer}, new IndexReader[] {newer, older})) {
            try (MultiReader reader = new MultiReader(parts, false)) {
              KeyTables tables = KeyTables.build(reader, "key", PLENTY);
              assertEquals(1, tables.uncoveredSegments());
              assertTrue(new BatchReader(tables).get(terms("7")).isFound(0));
              assertSameDocs(tables, List.of("0", "6", "7", "8", "99", "100"), true);
            }
          }
        }
      }
    }
  }

  public void testTheLastOfTheSegmentsWithoutTablesAnswers() throws Exception {
    try (Directory ours = newDirectory();
        Directory lucenes = newDirectory()) {
      for (Directory directory : List.of(ours, lucenes)) {
        Codec codec = directory == ours ? new StreakCodec() : Codec.forName("Lucene104");
        try (IndexWriter writer =
            new IndexWriter(directory, newIndexWriterConfig().setCodec(codec))) {
          write(writer, "key");
        }
      }
      for (List<Directory> order : List.of(List.of(ours, lucenes), List.of(lucenes, ours))) {
        try (MultiReader reader =
            new MultiReader(
                DirectoryReader.open(order.get(0)), DirectoryReader.open(order.get(1)))) {
          KeyTables tables = KeyTables.build(reader, "key", 0);
          assertEquals(2, tables.uncoveredSegments());
          BytesRef[] keys = {new BytesRef("key")};
          assertEquals(1, new BatchReader(tables).get(keys).doc(0));
        }
      }
    }
  }

  public void testMemoryIsBounded() throws Exception {
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, segmentsAsFlushed())) {
      for (int i = 0; i < 6_000; i++) {
        write(writer, "key " + i);
        if (i % 2_000 == 1_999) {
          writer.flush();
        }
      }
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        assertEquals(3, reader.leaves().size());
        for (long maxBytes : new long[] {0, 9_000, 25_000, PLENTY}) {
          KeyTables tables = KeyTables.build(reader, "key", maxBytes);
          assertTrue(tables.toString(), tables.bytes() <= maxBytes);
          assertEquals(maxBytes == PLENTY, tables.uncoveredSegments() == 0);
          assertEquals(maxBytes < 10_000, tables.uncoveredSegments() == 3);
          assertSameDocs(tables, List.of("key 0", "key 3000", "key 5999", "no key"), false);
        }
        IllegalArgumentException e =
            expectThrows(IllegalArgumentException.class, () -> KeyTables.build(reader, "key", -1));
        assertTrue(e.getMessage(), e.getMessage().contains("maxBytes=-1"));
        e =
            expectThrows(
                IllegalArgumentException.class, () -> KeyTables.ofSmallSegments(reader, "key", -1));
        assertTrue(e.getMessage(), e.getMessage().contains("maxBytes=-1"));
      }
    }
  }

  public void testARefreshAddsOnlyWhatIsNew() throws Exception {
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, segmentsAsFlushed())) {
      for (int i = 0; i < 20_000; i++) {
        write(writer, "key " + i);
      }
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        KeyTables tables = KeyTables.build(reader, "key", PLENTY);
        write(writer, "another");
        try (DirectoryReader newer = DirectoryReader.openIfChanged(reader, writer)) {
          KeyTables refreshed = tables.refresh(newer);
          assertSame(tables.parts().get(0).slots(), refreshed.parts().get(0).slots());
          assertEquals(1, refreshed.parts().size());
          assertEquals(20_001, refreshed.parts().get(0).slots().keys());
          assertFalse(new BatchReader(tables).get(terms("another")).isFound(0));
          assertTrue(new BatchReader(refreshed).get(terms("another")).isFound(0));
        }
      }
    }
  }

  /** Tables that have no room for one another are not made anew by each refresh. */
  public void testARefreshKeepsLargeTablesHoweverManyThereAre() {
    Map<Object, LeafReaderContext> wanted = new HashMap<>();
    List<KeyRanges> known = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      known.add(ranges(KeySlots.MAX_KEYS - i, wanted));
    }
    assertEquals(known, KeyTablesBuilder.worthKeeping(known, wanted));
    List<KeyRanges> withSmall = new ArrayList<>(known);
    for (int i = 0; i < 3; i++) {
      withSmall.add(ranges(1000 - i, wanted));
      assertEquals(withSmall, KeyTablesBuilder.worthKeeping(withSmall, wanted));
    }
    withSmall.add(ranges(10, wanted));
    assertEquals(withSmall.subList(0, 7), KeyTablesBuilder.worthKeeping(withSmall, wanted));
  }

  private static KeyRanges ranges(int docs, Map<Object, LeafReaderContext> wanted) {
    int[] none = {};
    KeyRanges ranges = new KeyRanges(new NumberDocs(0, 0, new long[1], none, none, none, docs));
    Object segment = new Object();
    ranges.add(segment, 0, docs);
    wanted.put(segment, null);
    return ranges;
  }

  /** A refresh that fails leaves no segment behind of which some keys are missing. */
  public void testAFailedRefreshIsTriedAgain() throws Exception {
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, segmentsAsFlushed())) {
      write(writer, "old");
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        KeyTables tables = KeyTables.build(reader, "key", PLENTY);
        for (int i = 0; i < 300; i++) {
          write(writer, "key " + i);
        }
        writer.flush();
        write(writer, "last");
        try (DirectoryReader newer = DirectoryReader.openIfChanged(reader, writer)) {
          IndexReader broken = new BreakingReader(newer, 200);
          IOException e = expectThrows(IOException.class, () -> tables.refresh(broken));
          assertEquals("broken", e.getMessage());
          KeyTables refreshed = tables.refresh(newer);
          assertEquals(0, refreshed.uncoveredSegments());
          assertSameDocs(refreshed, List.of("old", "key 0", "key 299", "last", "none"), false);
          for (int i = 0; i < 300; i++) {
            assertTrue("key " + i, new BatchReader(refreshed).get(terms("key " + i)).isFound(0));
          }
          assertTrue(new BatchReader(tables).get(terms("old")).isFound(0));
          assertFalse(new BatchReader(tables).get(terms("key 1")).isFound(0));
        }
      }
    }
  }

  /** Two threads never fill a table together: a segment's keys lie in it one after the other. */
  public void testRefreshesOfTheSameTablesWaitForEachOther() throws Exception {
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, segmentsAsFlushed())) {
      for (int i = 0; i < 1_600; i++) {
        write(writer, "key " + i);
        if (i == 999 || i == 1_299) {
          writer.flush();
        }
      }
      try (DirectoryReader reader = DirectoryReader.open(writer);
          MultiReader shared = some(reader, 0, 1);
          MultiReader last = new MultiReader(new IndexReader[] {shared, some(reader, 2, 3)})) {
        KeyTables tables = KeyTables.build(shared, "key", PLENTY);
        FutureTask<KeyTables> other = new FutureTask<>(() -> tables.refresh(last));
        Thread thread = new Thread(other);
        IndexReader all =
            new BreakingReader(
                reader,
                200,
                () -> {
                  if (thread.getState() == Thread.State.NEW) {
                    thread.start();
                  }
                  while (thread.getState() == Thread.State.RUNNABLE) {
                    Thread.onSpinWait();
                  }
                });
        assertFound(tables.refresh(all), 1_600, key -> true);
        assertFound(other.get(), 1_600, key -> key < 1_000 || key >= 1_300);
        thread.join();
      }
    }
  }

  private static void assertFound(KeyTables tables, int keys, IntPredicate expected)
      throws Exception {
    assertEquals(1, tables.parts().size());
    BatchReader batches = new BatchReader(tables);
    for (int i = 0; i < keys; i++) {
      assertEquals("key " + i, expected.test(i), batches.get(terms("key " + i)).isFound(0));
    }
  }

  /** A segment for each flush that a test asks for. */
  private static IndexWriterConfig segmentsAsFlushed() {
    return newIndexWriterConfig()
        .setMergePolicy(NoMergePolicy.INSTANCE)
        .setMaxBufferedDocs(100_000)
        .setRAMBufferSizeMB(100)
        .setCodec(new StreakCodec());
  }

  private static BytesRef[] terms(String key) {
    return new BytesRef[] {new BytesRef(key)};
  }

  /** Keys in many segments, some of them updated and deleted; no segment is merged. */
  private static void writeManySegments(Directory directory) throws Exception {
    try (IndexWriter writer = new IndexWriter(directory, segmentsAsFlushed())) {
      for (int segment = 0; segment < KeyProbes.MIN_SEGMENTS + 3; segment++) {
        for (int i = 0; i < 20; i++) {
          String key = Integer.toString(random().nextInt(300));
          if (random().nextInt(6) == 0) {
            writer.deleteDocuments(new Term("key", key));
          } else {
            write(writer, key);
          }
        }
        write(writer, "9" + (1000 + segment));
        writer.flush();
      }
    }
  }

  public void testQueriesOfManySegmentsUseTables() throws Exception {
    try (Directory directory = newDirectory()) {
      writeManySegments(directory);
      try (DirectoryReader plain = DirectoryReader.open(directory);
          DirectoryReader reader = DirectoryReader.open(directory)) {
        KeyTables tables = KeyTables.build(reader, "key", PLENTY);
        assertNull(KeyProbes.of(plain, "key"));
        assertNotNull(tables.toString(), KeyProbes.of(reader, "key"));
        long[] ids = random().longs(200, 0, 350).toArray();
        BytesRef[] terms =
            Arrays.stream(ids).mapToObj(i -> new BytesRef("" + i)).toArray(BytesRef[]::new);
        FoundTerms expected = new TermLookup(plain, "key").find(terms);
        for (FoundTerms found :
            List.of(
                new TermLookup(reader, "key").find(terms),
                new TermLookup(reader, "key").find(ids))) {
          for (int i = 0; i < ids.length; i++) {
            assertEquals(expected.firstDoc(i), found.firstDoc(i));
          }
        }
        RunTermsQuery query = RunTermsQuery.ofIds("key", ids);
        assertEquals(new IndexSearcher(plain).count(query), new IndexSearcher(reader).count(query));
        assertEquals(docs(plain, query), docs(reader, query));
      }
    }
  }

  /** Tables that were refreshed for one reader share theirs with those refreshed for another. */
  public void testASegmentIsInOneTableOnly() throws Exception {
    boolean numbers = random().nextBoolean();
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, segmentsAsFlushed())) {
      int large = numbers ? 100 : 16_000;
      for (int i = 0; i < large; i++) {
        write(writer, key(numbers, i));
      }
      writer.flush();
      for (int segment = 0; segment < KeyProbes.MIN_SEGMENTS; segment++) {
        // Of the first small segment there is room beside the large one.
        int count = numbers || segment == 0 ? 3 : 500;
        for (int i = 0; i < count; i++) {
          write(writer, key(numbers, large + 500 * segment + i));
        }
        writer.flush();
      }
      try (DirectoryReader all = DirectoryReader.open(writer);
          DirectoryReader again = DirectoryReader.open(writer);
          MultiReader two = some(all, 0, 2);
          MultiReader withoutLarge = some(all, 1, all.leaves().size())) {
        assertEquals(KeyProbes.MIN_SEGMENTS + 1, all.leaves().size());
        KeyTables first = KeyTables.build(two, "key", PLENTY).refresh(all);
        assertEquals(2, first.parts().size());
        // The large segment's table is given up, and the other one takes the small segment in it.
        assertEquals(1, first.refresh(withoutLarge).parts().size());
        KeyTables both = first.refresh(again);
        assertEquals(2, both.parts().size());
        assertEquals(0, both.uncoveredSegments());
        BytesRef key = new BytesRef(key(numbers, large + 1));
        IndexSearcher searcher = new IndexSearcher(again);
        assertEquals(1, searcher.count(new RunTermsQuery("key", key)));
        assertEquals(1, new TermLookup(again, "key").find(new BytesRef[] {key}).docFreq(0));
        assertNotNull(both.toString(), KeyProbes.of(again, "key"));
      }
    }
  }

  /** Of so many numbers some look like another one of their segment, which is no second hit. */
  public void testANumberIsFoundOnceInASegment() throws Exception {
    long[] ids = new long[40_000];
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, segmentsAsFlushed())) {
      for (int i = 0; i < ids.length; i++) {
        ids[i] = 1_000L * i;
        Document document = new Document();
        document.add(new StringField("key", Long.toString(ids[i]), Field.Store.NO));
        writer.addDocument(document);
      }
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        assertEquals(1, reader.leaves().size());
        KeyTables tables = KeyTables.build(reader, "key", PLENTY);
        assertNotNull(tables.parts().get(0).slots());
        int[] found = new int[ids.length];
        tables.find(new Keys.OfLongs(ids), 0, ids.length, (leaf, key, entry) -> found[key]++);
        for (int i = 0; i < ids.length; i++) {
          assertEquals("number " + ids[i], 1, found[i]);
        }
      }
    }
  }

  private static String key(boolean number, int i) {
    return number ? Integer.toString(i) : "key " + i;
  }

  private static MultiReader some(DirectoryReader reader, int from, int to) throws Exception {
    IndexReader[] leaves =
        reader.leaves().subList(from, to).stream()
            .map(LeafReaderContext::reader)
            .toArray(IndexReader[]::new);
    return new MultiReader(leaves, false);
  }

  private static List<Integer> docs(DirectoryReader reader, RunTermsQuery query) throws Exception {
    return Arrays.stream(new IndexSearcher(reader).search(query, 1000).scoreDocs)
        .map(hit -> hit.doc)
        .toList();
  }

  /** What a probe knows of is not looked up again: one that finds nothing is believed. */
  public void testAProbeIsBelieved() throws Exception {
    try (Directory directory = newDirectory()) {
      writeManySegments(directory);
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        KeyProbe blind =
            new KeyProbe() {
              @Override
              public boolean covers(int segment) {
                return segment % 9 != 0;
              }

              @Override
              public void find(TermBatch batch, Hits hits) {}
            };
        KeyProbes.add(reader, "key", blind);
        RunTermsQuery query = RunTermsQuery.ofIds("key", 91000, 91001, 91009, 91010);
        assertEquals(2, new IndexSearcher(reader).count(query));
        FoundTerms found = new TermLookup(reader, "key").find(new long[] {91000, 91001, 91009});
        assertTrue(found.hasTerm(0));
        assertFalse(found.hasTerm(1));
        assertTrue(found.hasTerm(2));
        assertNotNull(blind);
      }
    }
  }

  public void testLookUpsGoOnWhileTablesGrow() throws Exception {
    try (Directory directory = newDirectory();
        IndexWriter writer =
            new IndexWriter(directory, newIndexWriterConfig().setCodec(new StreakCodec()))) {
      for (int i = 0; i < 500; i++) {
        write(writer, Integer.toString(i));
      }
      DirectoryReader reader = DirectoryReader.open(writer);
      KeyTables tables = KeyTables.build(reader, "key", PLENTY);
      KeyTables first = tables;
      DirectoryReader firstReader = reader;
      AtomicReference<Throwable> failure = new AtomicReference<>();
      Thread thread = new Thread(() -> lookUp(first, failure));
      thread.start();
      List<DirectoryReader> readers = new ArrayList<>(List.of(reader));
      for (int i = 500; i < 900; i++) {
        write(writer, Integer.toString(i));
        DirectoryReader newer = DirectoryReader.openIfChanged(reader, writer);
        readers.add(newer);
        tables = tables.refresh(newer);
        reader = newer;
      }
      thread.join();
      assertNull(failure.get());
      long[] ids = new long[1000];
      for (int i = 0; i < ids.length; i++) {
        ids[i] = i;
      }
      Batch batch = new BatchReader(tables).get(ids);
      for (int i = 0; i < ids.length; i++) {
        assertEquals(i < 900, batch.isFound(i));
      }
      assertSame(firstReader, first.reader());
      for (DirectoryReader each : readers) {
        each.close();
      }
    }
  }

  private static void lookUp(KeyTables tables, AtomicReference<Throwable> failure) {
    try {
      long[] ids = new long[1000];
      for (int i = 0; i < ids.length; i++) {
        ids[i] = i;
      }
      for (int round = 0; round < 200; round++) {
        Batch batch = new BatchReader(tables).get(ids);
        for (int i = 0; i < ids.length; i++) {
          assertEquals("id " + i, i < 500, batch.isFound(i));
        }
      }
    } catch (Throwable e) {
      failure.set(e);
    }
  }
}
