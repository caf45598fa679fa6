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
package dev.streak.tools.advise;

import dev.streak.codec.StreakCodec;
import dev.streak.tools.SampleDocuments;
import dev.streak.tools.cli.Refusal;
import dev.streak.tools.digest.IndexDigest;
import dev.streak.tools.index.SegmentFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.function.IntFunction;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.codecs.lucene90.Lucene90StoredFieldsFormat;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.SortedNumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.SegmentReader;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;

/** What is predicted from an index in no order, beside what an index in the order really has. */
public class TestAdvice extends LuceneTestCase {
  private static final int DOCUMENTS = 120_000;
  private static final int SEGMENTS = 6;
  private static final String FIELD = "key";

  /** What headers and footers of a segment's files take, which are not predicted. */
  private static final int FRAMES = 1500;

  /** Files of a segment that hold no terms. */
  private static final Set<String> OTHERS =
      Set.of("si", "fnm", "dvb", "dvd", "dvm", "dvs", "fdt", "fdx", "fdm", "cfs", "cfe");

  public void testShopsThatLieTogether() throws Exception {
    asPredicted(doc -> "shop" + doc / 40, doc -> doc / 40);
  }

  public void testUniqueKeys() throws Exception {
    asPredicted(doc -> new UUID(mixed(doc), mixed(~doc)).toString(), doc -> doc % 1000);
  }

  public void testFewLongLists() throws Exception {
    asPredicted(doc -> "tag" + Long.numberOfTrailingZeros(mixed(doc)), doc -> doc % 7);
  }

  public void testManySizesOfLists() throws Exception {
    asPredicted(doc -> "w" + (long) Math.pow(2, 14 * unit(doc)), doc -> doc / 100);
  }

  public void testListsOfSeveralRuns() throws Exception {
    asPredicted(doc -> "brand" + doc / 10 % 2000, doc -> doc / 10);
  }

  private static long mixed(long value) {
    return new Random(value).nextLong();
  }

  private static double unit(int doc) {
    return new Random(doc).nextDouble();
  }

  private static void asPredicted(IntFunction<String> key, IntFunction<Integer> rank)
      throws IOException {
    List<Integer> numbers = new ArrayList<>();
    for (int number = 0; number < DOCUMENTS; number++) {
      numbers.add(number);
    }
    Collections.shuffle(numbers, random());
    try (Directory unsorted = newDirectory();
        Directory lucene = newDirectory();
        Directory streak = newDirectory()) {
      Sort sort = new Sort(new SortField("rank", SortField.Type.LONG));
      write(unsorted, numbers, key, rank, new Lucene104Codec(), null);
      write(lucene, numbers, key, rank, new Lucene104Codec(), sort);
      write(streak, numbers, key, rank, withoutZstandard(), sort);
      FieldForecast forecast;
      try (DirectoryReader reader = DirectoryReader.open(unsorted)) {
        List<CodecReader> segments = IndexDigest.segments(reader);
        forecast =
            new Advice(segments, List.of("rank"))
                .forecasts(2, SampleDocuments.SILENT)
                .get("rank")
                .get(FIELD);
      }
      near("runs", runs(streak), forecast.runs(), 0.05, 0);
      near("bytes of Lucene", bytes(lucene), forecast.luceneBytes(), 0.15, FRAMES);
      near("bytes of Streak", bytes(streak), forecast.streakBytes(), 0.15, FRAMES);
    }
  }

  /** A merge leaves them out, and terms that only they have; what stood around them is one run. */
  public void testDeletedDocuments() throws IOException {
    int shops = DOCUMENTS / 40;
    try (Directory directory = newDirectory()) {
      try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
        for (int number = 0; number < DOCUMENTS; number++) {
          Document document = new Document();
          document.add(new StringField(FIELD, "shop" + number / 40, Field.Store.NO));
          document.add(new NumericDocValuesField("rank", -number));
          boolean gone = number / 40 % 4 == 0 || number % 40 < 10 || number % 40 == 20;
          document.add(new NumericDocValuesField("gone", gone ? 1 : 0));
          writer.addDocument(document);
        }
        writer.forceMerge(1);
      }
      IndexWriterConfig config = new IndexWriterConfig().setMergePolicy(NoMergePolicy.INSTANCE);
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        writer.deleteDocuments(NumericDocValuesField.newSlowExactQuery("gone", 1));
      }
      Map<String, Map<String, FieldForecast>> forecasts;
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        assertEquals(shops * 3 / 4 * 29, reader.numDocs());
        assertEquals(1, reader.leaves().size());
        forecasts =
            new Advice(IndexDigest.segments(reader), List.of("rank"))
                .forecasts(2, SampleDocuments.SILENT);
      }
      FieldForecast forecast = forecasts.get(Advice.AS_IT_IS).get(FIELD);
      assertEquals(shops * 3 / 4, forecast.terms());
      assertEquals(shops * 3 / 4 * 29, forecast.postings());
      assertEquals("sorted", shops * 3 / 4, forecasts.get("rank").get(FIELD).runs());
      for (Codec codec : new Codec[] {new Lucene104Codec(), withoutZstandard()}) {
        config = new IndexWriterConfig().setCodec(codec).setUseCompoundFile(false);
        config.getMergePolicy().setNoCFSRatio(0);
        try (Directory merged = newDirectory()) {
          try (IndexWriter writer = new IndexWriter(merged, config)) {
            writer.addIndexes(directory);
            writer.forceMerge(1);
          }
          assertEquals(runs(merged), forecast.runs());
          long predicted =
              codec instanceof Lucene104Codec ? forecast.luceneBytes() : forecast.streakBytes();
          near("bytes of " + codec.getName(), bytes(merged), predicted, 0.15, FRAMES);
        }
      }
    }
  }

  private static Codec withoutZstandard() {
    return StreakCodec.builder()
        .luceneStoredFields(Lucene90StoredFieldsFormat.Mode.BEST_SPEED)
        .build();
  }

  /** Each segment gives its share of the sample. */
  public void testSeveralSegments() throws IOException {
    IntFunction<String> key = doc -> "w" + (long) Math.pow(2, 14 * unit(doc));
    try (Directory lucene = newDirectory();
        Directory streak = newDirectory()) {
      writeSegments(lucene, key, new Lucene104Codec());
      writeSegments(streak, key, withoutZstandard());
      FieldForecast forecast;
      try (DirectoryReader reader = DirectoryReader.open(lucene)) {
        assertEquals(SEGMENTS, reader.leaves().size());
        List<CodecReader> segments = IndexDigest.segments(reader);
        forecast =
            new Advice(segments, List.of())
                .forecasts(2, SampleDocuments.SILENT)
                .get(Advice.AS_IT_IS)
                .get(FIELD);
      }
      near("runs", runs(streak), forecast.runs(), 0.05, 0);
      near("bytes of Lucene", bytes(lucene), forecast.luceneBytes(), 0.15, SEGMENTS * FRAMES);
      near("bytes of Streak", bytes(streak), forecast.streakBytes(), 0.15, SEGMENTS * FRAMES);
    }
  }

  private static void writeSegments(Directory directory, IntFunction<String> key, Codec codec)
      throws IOException {
    IndexWriterConfig config =
        new IndexWriterConfig()
            .setCodec(codec)
            .setUseCompoundFile(false)
            .setMergePolicy(NoMergePolicy.INSTANCE);
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (int number = 0; number < DOCUMENTS; number++) {
        Document document = new Document();
        document.add(new StringField(FIELD, key.apply(number), Field.Store.NO));
        writer.addDocument(document);
        if ((number + 1) % (DOCUMENTS / SEGMENTS) == 0) {
          writer.flush();
        }
      }
    }
  }

  private static void near(String what, long measured, long predicted, double share, int besides) {
    String message = what + ": measured " + measured + ", predicted " + predicted;
    assertEquals(message, measured, predicted, measured * share + besides);
  }

  private static void write(
      Directory directory,
      List<Integer> numbers,
      IntFunction<String> key,
      IntFunction<Integer> rank,
      Codec codec,
      Sort sort)
      throws IOException {
    IndexWriterConfig config = new IndexWriterConfig().setCodec(codec).setUseCompoundFile(false);
    config.getMergePolicy().setNoCFSRatio(0);
    if (sort != null) {
      config.setIndexSort(sort);
    }
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (int number : numbers) {
        Document document = new Document();
        document.add(new StringField(FIELD, key.apply(number), Field.Store.NO));
        document.add(new NumericDocValuesField("rank", rank.apply(number)));
        writer.addDocument(document);
      }
      writer.forceMerge(1);
    }
  }

  private static long bytes(Directory directory) throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      long bytes = 0;
      for (LeafReaderContext leaf : reader.leaves()) {
        SegmentReader segment = (SegmentReader) leaf.reader();
        for (Map.Entry<String, Long> file :
            SegmentFiles.lengths(segment.getSegmentInfo()).entrySet()) {
          boolean other = OTHERS.contains(SegmentFiles.extension(file.getKey()));
          bytes += other ? 0 : file.getValue();
        }
      }
      return bytes;
    }
  }

  private static long runs(Directory directory) throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      long runs = 0;
      for (LeafReaderContext leaf : reader.leaves()) {
        runs += runs(leaf.reader().terms(FIELD));
      }
      return runs;
    }
  }

  private static long runs(Terms terms) throws IOException {
    long runs = 0;
    PostingsEnum postings = null;
    TermsEnum each = terms.iterator();
    for (BytesRef term = each.next(); term != null; term = each.next()) {
      postings = each.postings(postings, PostingsEnum.NONE);
      int before = -2;
      for (int doc = postings.nextDoc();
          doc != DocIdSetIterator.NO_MORE_DOCS;
          doc = postings.nextDoc()) {
        runs += doc == before + 1 ? 0 : 1;
        before = doc;
      }
    }
    return runs;
  }

  public void testOrdersAreThoseOfTheIndexWriter() throws Exception {
    try (Directory unsorted = newDirectory()) {
      try (IndexWriter writer =
          new IndexWriter(unsorted, SampleDocuments.config(new Lucene104Codec()))) {
        for (int number = 0; number < 500; number++) {
          Document document = new Document();
          int shop = random().nextInt(20);
          document.add(new SortedDocValuesField("shop", new BytesRef("s" + shop)));
          if (random().nextInt(10) > 0) {
            document.add(
                new NumericDocValuesField(
                    "rank", random().nextBoolean() ? random().nextLong() : random().nextInt(9)));
          }
          writer.addDocument(document);
        }
        writer.forceMerge(1);
      }
      try (DirectoryReader reader = DirectoryReader.open(unsorted)) {
        CodecReader segment = IndexDigest.segments(reader).get(0);
        SortField shop = new SortField("shop", SortField.Type.STRING, true);
        SortField rank = new SortField("rank", SortField.Type.LONG, random().nextBoolean());
        areThoseOfTheIndexWriter(segment, new Sort(shop, rank));
        areThoseOfTheIndexWriter(segment, new Sort(rank, shop));
      }
    }
  }

  private static void areThoseOfTheIndexWriter(CodecReader segment, Sort sort) throws IOException {
    int[] docs = new int[segment.maxDoc()];
    DocumentOrder order = DocumentOrder.of(segment, sort);
    for (int doc = 0; doc < docs.length; doc++) {
      docs[order.place(new int[] {doc})[0]] = doc;
    }
    TopDocs expected =
        new IndexSearcher(segment).search(MatchAllDocsQuery.INSTANCE, segment.maxDoc(), sort);
    for (int i = 0; i < docs.length; i++) {
      assertEquals(expected.scoreDocs[i].doc, docs[i]);
    }
    Arrays.sort(docs);
    assertArrayEquals("places ascend", docs, order.place(docs.clone()));
  }

  /** Said at once, and not when the terms have been read. */
  public void testAnOrderThatIsNoneIsRefusedFirst() throws IOException {
    try (Directory directory = newDirectory()) {
      SampleDocuments.write(directory, SampleDocuments.config(new Lucene104Codec()), 0, 9);
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        List<CodecReader> segments = IndexDigest.segments(reader);
        Refusal refusal =
            expectThrows(Refusal.class, () -> new Advice(segments, List.of("shop", "nose")));
        assertEquals("--sort: no field has doc values under the name nose", refusal.getMessage());
      }
    }
  }

  public void testFieldsThatCouldMakeAnOrder() throws IOException {
    try (Directory directory = newDirectory()) {
      IndexWriterConfig config = SampleDocuments.config(new Lucene104Codec());
      config.setSoftDeletesField("gone").setMergePolicy(NoMergePolicy.INSTANCE);
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        for (int number = 0; number < 40; number++) {
          Document document = new Document();
          document.add(new NumericDocValuesField("number", number));
          document.add(new SortedDocValuesField("half", new BytesRef("h" + number % 10)));
          document.add(new SortedDocValuesField("most", new BytesRef("m" + number % 11)));
          document.add(new SortedNumericDocValuesField("several", number));
          // Half of the first segment, and all of the second.
          int value = number < 20 ? number % 10 : number;
          document.add(new SortedDocValuesField("once", new BytesRef("o" + value)));
          if (number == 39) {
            document.add(new NumericDocValuesField("gone", 1));
          }
          writer.addDocument(document);
          if (number == 19) {
            writer.commit();
          }
        }
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        List<CodecReader> segments = IndexDigest.segments(reader);
        assertEquals(2, segments.size());
        OrdersToTry orders = OrdersToTry.of(segments);
        assertEquals(List.of("half", "number"), orders.fields());
        assertEquals(Set.of("gone", "most", "once", "several"), orders.leftOut().keySet());
        String many = "more than half as many values as documents";
        assertEquals(many, orders.leftOut().get("most"));
        assertEquals(many, orders.leftOut().get("once"));
        assertEquals("it marks deleted documents", orders.leftOut().get("gone"));
      }
    }
  }

  public void testSoManyOrdersAreTried() throws IOException {
    try (Directory directory = newDirectory()) {
      try (IndexWriter writer =
          new IndexWriter(directory, SampleDocuments.config(new Lucene104Codec()))) {
        Document document = new Document();
        for (int field = 0; field < 10; field++) {
          document.add(new NumericDocValuesField("f" + field, 1));
        }
        document.add(new NumericDocValuesField("a,b", 1));
        writer.addDocument(document);
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        OrdersToTry orders = OrdersToTry.of(IndexDigest.segments(reader));
        assertEquals(8, orders.fields().size());
        assertEquals(Set.of("a,b", "f8", "f9"), orders.leftOut().keySet());
        assertEquals("8 others are tried; --sort tries it", orders.leftOut().get("f9"));
        assertEquals("--sort takes no such name", orders.leftOut().get("a,b"));
      }
    }
  }

  public void testTheLargestSegments() throws IOException {
    try (Directory directory = newDirectory()) {
      for (int documents : new int[] {2, 5, 3}) {
        IndexWriterConfig config = SampleDocuments.config(new Lucene104Codec());
        config.setMergePolicy(NoMergePolicy.INSTANCE);
        SampleDocuments.write(directory, config, 0, documents);
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        List<CodecReader> segments = IndexDigest.segments(reader);
        int[][] expected = {{1, 5}, {6, 5}, {7, 5, 2}, {8, 5, 3}, {9, 5, 3}, {10, 5, 3, 2}};
        for (int[] documents : expected) {
          int[] largest =
              Advice.largest(segments, documents[0]).stream()
                  .mapToInt(CodecReader::maxDoc)
                  .toArray();
          assertArrayEquals(Arrays.copyOfRange(documents, 1, documents.length), largest);
        }
      }
    }
  }
}
