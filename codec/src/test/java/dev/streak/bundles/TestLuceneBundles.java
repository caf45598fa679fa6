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
package dev.streak.bundles;

import dev.streak.codec.StreakCodec;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.codecs.DocValuesConsumer;
import org.apache.lucene.codecs.DocValuesProducer;
import org.apache.lucene.codecs.NormsConsumer;
import org.apache.lucene.codecs.NormsProducer;
import org.apache.lucene.codecs.PointsReader;
import org.apache.lucene.codecs.PointsWriter;
import org.apache.lucene.codecs.lucene90.Lucene90DocValuesFormat;
import org.apache.lucene.codecs.lucene90.Lucene90NormsFormat;
import org.apache.lucene.codecs.lucene90.Lucene90PointsFormat;
import org.apache.lucene.codecs.lucene90.Lucene90PointsReader;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.SortedNumericDocValuesField;
import org.apache.lucene.document.SortedSetDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.CheckIndex;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.EmptyDocValuesProducer;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.NoDeletionPolicy;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.PointValues;
import org.apache.lucene.index.SegmentCommitInfo;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentReader;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.tests.analysis.MockAnalyzer;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.InfoStream;

/** Doc values, norms and points of small segments: which files they have, and what is in them. */
@LuceneTestCase.SuppressFileSystems("ExtrasFS") // Files are counted.
public class TestLuceneBundles extends LuceneTestCase {
  private static final List<String> BUNDLES = List.of("dvb", "kdb", "nvb");
  private static final List<String> FILES =
      List.of("dvd", "dvm", "dvs", "kdd", "kdi", "kdm", "nvd", "nvm");

  private final Analyzer analyzer = new MockAnalyzer(random());

  @Override
  public void tearDown() throws Exception {
    analyzer.close();
    super.tearDown();
  }

  private IndexWriterConfig config(boolean bundled) {
    return new IndexWriterConfig(analyzer)
        .setCodec(StreakCodec.builder().bundleSmallFiles(bundled).build())
        .setUseCompoundFile(false)
        .setMergePolicy(new LogDocMergePolicy());
  }

  /** What is in a document tells its number, in values of each type. */
  private static Document document(int number, int bytes) {
    byte[] value = new byte[bytes];
    // Nothing that becomes smaller.
    new Random(number).nextBytes(value);
    Document document = new Document();
    document.add(new StringField("id", Integer.toString(number), Field.Store.NO));
    document.add(new NumericDocValuesField("number", number));
    document.add(new BinaryDocValuesField("binary", new BytesRef(value)));
    document.add(new SortedDocValuesField("sorted", new BytesRef("s" + number)));
    document.add(new SortedNumericDocValuesField("numbers", number));
    document.add(new SortedSetDocValuesField("set", new BytesRef("t" + number)));
    document.add(NumericDocValuesField.indexedField("skipped", number));
    document.add(new TextField("text", "word ".repeat(1 + number % 7), Field.Store.NO));
    document.add(new LongPoint("point", number));
    return document;
  }

  private static void assertDocuments(DirectoryReader reader, int bytes) throws IOException {
    IndexSearcher searcher = newSearcher(reader);
    boolean[] seen = new boolean[reader.maxDoc()];
    for (LeafReaderContext context : reader.leaves()) {
      LeafReader leaf = context.reader();
      NumericDocValues number = leaf.getNumericDocValues("number");
      BinaryDocValues binary = leaf.getBinaryDocValues("binary");
      SortedDocValues sorted = leaf.getSortedDocValues("sorted");
      SortedNumericDocValues numbers = leaf.getSortedNumericDocValues("numbers");
      SortedSetDocValues set = leaf.getSortedSetDocValues("set");
      NumericDocValues norms = leaf.getNormValues("text");
      assertEquals(leaf.maxDoc(), leaf.getDocValuesSkipper("skipped").docCount());
      for (int doc = 0; doc < leaf.maxDoc(); doc++) {
        assertTrue(number.advanceExact(doc));
        int expected = (int) number.longValue();
        assertFalse(seen[expected]);
        seen[expected] = true;
        assertTrue(binary.advanceExact(doc));
        assertEquals(document(expected, bytes).getBinaryValue("binary"), binary.binaryValue());
        assertTrue(sorted.advanceExact(doc));
        assertEquals("s" + expected, sorted.lookupOrd(sorted.ordValue()).utf8ToString());
        assertTrue(numbers.advanceExact(doc));
        assertEquals(expected, numbers.nextValue());
        assertTrue(set.advanceExact(doc));
        assertEquals("t" + expected, set.lookupOrd(set.nextOrd()).utf8ToString());
        assertTrue(norms.advanceExact(doc));
        assertEquals(1 + expected % 7, norms.longValue());
      }
    }
    int some = random().nextInt(reader.maxDoc());
    assertEquals(some + 1, searcher.count(LongPoint.newRangeQuery("point", 0, some)));
  }

  /** Extensions of the files that Lucene's three formats wrote, by segment. */
  private static List<Set<String>> files(Directory directory) throws IOException {
    return SegmentInfos.readLatestCommit(directory).asList().stream()
        .map(TestLuceneBundles::extensions)
        .toList();
  }

  private static Set<String> extensions(SegmentCommitInfo segment) {
    return segment.info.files().stream()
        .map(file -> file.substring(file.lastIndexOf('.') + 1))
        .filter(extension -> BUNDLES.contains(extension) || FILES.contains(extension))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Which files are beside the bundle differs from segment to segment, and what is in them not. */
  public void testLittleRoom() throws IOException {
    LittleRoom.check(
        () -> config(true), i -> document(i, 300), reader -> assertDocuments(reader, 300));
  }

  public void testSmallSegmentsHaveOneFileOfEach() throws IOException {
    for (boolean bundled : new boolean[] {true, false}) {
      Set<String> small = new TreeSet<>(bundled ? BUNDLES : FILES);
      // Doc values are more than a megabyte then, and the others are not.
      Set<String> merged = new TreeSet<>(small);
      if (bundled) {
        merged.add("dvd");
      }
      for (boolean sorted : new boolean[] {true, false}) {
        IndexWriterConfig config = config(bundled);
        if (sorted) {
          config.setIndexSort(new Sort(new SortField("number", SortField.Type.LONG, true)));
        }
        SmallSegments.check(
            config,
            i -> document(i, 1000),
            reader -> assertDocuments(reader, 1000),
            TestLuceneBundles::files,
            small,
            merged);
      }
    }
  }

  /** Also inside of a compound file, and copied into another index under other names. */
  public void testCompoundAndCopied() throws IOException {
    for (boolean compound : new boolean[] {true, false}) {
      try (Directory first = newDirectory();
          Directory second = newDirectory()) {
        try (IndexWriter writer =
            new IndexWriter(first, config(true).setUseCompoundFile(compound))) {
          for (int number = 0; number < 30; number++) {
            writer.addDocument(document(number, 20));
          }
        }
        assertEquals(compound ? List.of(Set.of()) : List.of(Set.copyOf(BUNDLES)), files(first));
        try (IndexWriter writer =
            new IndexWriter(second, config(true).setMergePolicy(NoMergePolicy.INSTANCE))) {
          Document other = new Document();
          other.add(new StringField("id", "other", Field.Store.NO));
          writer.addDocument(other);
          writer.addIndexes(first);
          writer.deleteDocuments(new Term("id", "other"));
          writer.commit();
          try (DirectoryReader reader = DirectoryReader.open(writer)) {
            assertDocuments(reader, 20);
          }
        }
      }
    }
  }

  /**
   * Updated values have a bundle of each update; fields have attributes of others after a merge.
   */
  public void testUpdatedDocValues() throws IOException {
    for (boolean bundled : new boolean[] {true, false}) {
      try (Directory directory = newDirectory()) {
        for (int round = 0; round < 3; round++) {
          boolean isBundled = round == 1 ? bundled == false : bundled;
          try (IndexWriter writer = new IndexWriter(directory, config(isBundled))) {
            for (int number = 20 * round; number < 20 * (round + 1); number++) {
              writer.addDocument(document(number, 20));
            }
            writer.forceMerge(1);
            writer.commit();
            for (int update = 1; update <= 2; update++) {
              writer.updateNumericDocValue(new Term("id", "7"), "number", 100 * round + update);
              try (DirectoryReader reader = DirectoryReader.open(writer)) {
                assertEquals(100 * round + update, value(reader, 7));
              }
              writer.commit();
            }
            assertEquals(isBundled, updates(directory).stream().anyMatch(f -> f.endsWith("dvb")));
            assertEquals(isBundled, updates(directory).stream().noneMatch(f -> f.endsWith("dvm")));
          }
          try (DirectoryReader reader = DirectoryReader.open(directory)) {
            assertEquals(100 * round + 2, value(reader, 7));
            assertEquals(5, value(reader, 5));
            getOnlyLeafReader(reader).checkIntegrity();
          }
        }
      }
    }
  }

  /** Lucene 10.6 reads several updates of a field with what the field tells of the last one. */
  public void testEarlierUpdatesOfAField() throws IOException {
    try (Directory directory = newDirectory()) {
      for (int value : new int[] {7, 101, 102}) {
        try (IndexWriter writer =
            new IndexWriter(
                directory, config(true).setIndexDeletionPolicy(NoDeletionPolicy.INSTANCE))) {
          if (value == 7) {
            for (int number = 0; number < 20; number++) {
              writer.addDocument(document(number, 20));
            }
          } else {
            writer.updateNumericDocValue(new Term("id", "7"), "number", value);
          }
        }
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        SegmentReader leaf = (SegmentReader) getOnlyLeafReader(reader);
        assertEquals(7, valueOfUpdate(leaf, ""));
        assertEquals(101, valueOfUpdate(leaf, "1"));
        assertEquals(102, valueOfUpdate(leaf, "2"));
        IOException e = expectThrows(IOException.class, () -> valueOfUpdate(leaf, "3"));
        assertTrue(e.toString(), e.toString().contains("_0_3_Lucene90_0.dv"));
      }
    }
  }

  private static long valueOfUpdate(SegmentReader leaf, String suffix) throws IOException {
    FieldInfo field = leaf.getFieldInfos().fieldInfo("number");
    SegmentInfo segment = leaf.getSegmentInfo().info;
    FieldInfos fields =
        suffix.isEmpty() ? leaf.getFieldInfos() : new FieldInfos(new FieldInfo[] {field});
    SegmentReadState state =
        new SegmentReadState(segment.dir, segment, fields, IOContext.DEFAULT, suffix);
    try (DocValuesProducer values = segment.getCodec().docValuesFormat().fieldsProducer(state)) {
      NumericDocValues numbers = values.getNumeric(field);
      assertTrue(numbers.advanceExact(7));
      return numbers.longValue();
    }
  }

  /** Lucene writes updates of what it has opened with the codec that the segment names. */
  public void testUpdatesAreBundledWhereTheSegmentIs() throws IOException {
    for (boolean bundled : new boolean[] {true, false}) {
      for (boolean compound : new boolean[] {true, false}) {
        try (Directory directory = newDirectory()) {
          for (int round = 0; round < 2; round++) {
            try (IndexWriter writer =
                new IndexWriter(directory, config(bundled).setUseCompoundFile(compound))) {
              if (round == 0) {
                writer.addDocument(document(7, 20));
              } else {
                writer.updateNumericDocValue(new Term("id", "7"), "number", 107);
              }
            }
          }
          assertEquals(bundled, updates(directory).stream().anyMatch(f -> f.endsWith("dvb")));
          assertEquals(bundled, updates(directory).stream().noneMatch(f -> f.endsWith("dvm")));
          try (DirectoryReader reader = DirectoryReader.open(directory)) {
            assertEquals(107, value(reader, 0));
          }
        }
      }
    }
  }

  private static Set<String> updates(Directory directory) throws IOException {
    return SegmentInfos.readLatestCommit(directory)
        .info(0)
        .getDocValuesUpdatesFiles()
        .values()
        .stream()
        .flatMap(Set::stream)
        .collect(Collectors.toSet());
  }

  private static long value(DirectoryReader reader, int doc) throws IOException {
    NumericDocValues values = getOnlyLeafReader(reader).getNumericDocValues("number");
    assertTrue(values.advanceExact(doc));
    return values.longValue();
  }

  public void testValuesBesideUpdatedOnes() throws IOException {
    try (Directory directory = newDirectory()) {
      try (IndexWriter writer = new IndexWriter(directory, config(true))) {
        for (int number = 0; number < 20; number++) {
          writer.addDocument(document(number, 20));
        }
        writer.commit();
        writer.updateNumericDocValue(new Term("id", "7"), "number", 107);
        writer.updateBinaryDocValue(new Term("id", "8"), "binary", new BytesRef("new"));
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        LeafReader leaf = getOnlyLeafReader(reader);
        NumericDocValues number = leaf.getNumericDocValues("number");
        BinaryDocValues binary = leaf.getBinaryDocValues("binary");
        NumericDocValues untouched = leaf.getNumericDocValues("skipped");
        for (int doc = 0; doc < 20; doc++) {
          assertTrue(number.advanceExact(doc) && binary.advanceExact(doc));
          assertTrue(untouched.advanceExact(doc));
          assertEquals(doc == 7 ? 107 : doc, number.longValue());
          assertEquals(
              doc == 8 ? new BytesRef("new") : document(doc, 20).getBinaryValue("binary"),
              binary.binaryValue());
          assertEquals(doc, untouched.longValue());
        }
        leaf.checkIntegrity();
      }
      try (IndexWriter writer = new IndexWriter(directory, config(true))) {
        writer.addDocument(document(20, 20));
        writer.commit();
        writer.forceMerge(1);
      }
      assertEquals(List.of(Set.copyOf(BUNDLES)), files(directory));
    }
  }

  /** Lucene's points copy whole trees only from readers of the format. */
  public void testMergesSeeTheFormatItself() throws IOException {
    try (Directory directory = newDirectory()) {
      try (IndexWriter writer = new IndexWriter(directory, config(true))) {
        writer.addDocument(document(0, 20));
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        CodecReader leaf = (CodecReader) getOnlyLeafReader(reader);
        assertEquals(
            Lucene90PointsReader.class, leaf.getPointsReader().getMergeInstance().getClass());
        assertNotSame(leaf.getDocValuesReader(), leaf.getDocValuesReader().getMergeInstance());
        assertNotSame(leaf.getNormsReader(), leaf.getNormsReader().getMergeInstance());
      }
    }
  }

  private static IOException full() {
    return new IOException("disk full");
  }

  /** Whoever failed to write one field closes all the same, and the segment is abandoned. */
  public void testNothingIsBundledAfterAFailure() throws IOException {
    try (Directory directory = newDirectory()) {
      try (IndexWriter writer = new IndexWriter(directory, config(false))) {
        writer.addDocument(document(0, 20));
      }
      try (DirectoryReader reader = DirectoryReader.open(directory);
          Directory abandoned = newDirectory()) {
        SegmentReader leaf = (SegmentReader) getOnlyLeafReader(reader);
        SegmentInfo segment = leaf.getSegmentInfo().info;
        Map<String, String> attributes = Map.copyOf(segment.getAttributes());
        SegmentWriteState state =
            new SegmentWriteState(
                InfoStream.NO_OUTPUT,
                abandoned,
                segment,
                leaf.getFieldInfos(),
                null,
                IOContext.DEFAULT);
        failDocValues(leaf, state);
        failNorms(leaf, state);
        failPoints(leaf, state);
        assertEquals(List.of(), List.of(abandoned.listAll()));
        assertEquals(attributes, segment.getAttributes());
      }
    }
  }

  private static void failDocValues(SegmentReader leaf, SegmentWriteState state)
      throws IOException {
    FieldInfo field = state.fieldInfos.fieldInfo("number");
    try (DocValuesConsumer values =
        new BundledDocValuesFormat(new Lucene90DocValuesFormat(), true).fieldsConsumer(state)) {
      values.addNumericField(field, leaf.getDocValuesReader());
      DocValuesProducer failing =
          new EmptyDocValuesProducer() {
            @Override
            public NumericDocValues getNumeric(FieldInfo info) throws IOException {
              throw full();
            }
          };
      expectThrows(IOException.class, () -> values.addNumericField(field, failing));
    }
  }

  private static void failNorms(SegmentReader leaf, SegmentWriteState state) throws IOException {
    FieldInfo field = state.fieldInfos.fieldInfo("text");
    try (NormsConsumer norms =
        new BundledNormsFormat(new Lucene90NormsFormat(), true).normsConsumer(state)) {
      norms.addNormsField(field, leaf.getNormsReader());
      NormsProducer failing =
          new NormsProducer() {
            @Override
            public NumericDocValues getNorms(FieldInfo info) throws IOException {
              throw full();
            }

            @Override
            public void checkIntegrity() {}

            @Override
            public void close() {}
          };
      expectThrows(IOException.class, () -> norms.addNormsField(field, failing));
    }
  }

  private static void failPoints(SegmentReader leaf, SegmentWriteState state) throws IOException {
    FieldInfo field = state.fieldInfos.fieldInfo("point");
    try (PointsWriter points =
        new BundledPointsFormat(new Lucene90PointsFormat(), true).fieldsWriter(state)) {
      points.writeField(field, leaf.getPointsReader());
      PointsReader failing =
          new PointsReader() {
            @Override
            public PointValues getValues(String name) throws IOException {
              throw full();
            }

            @Override
            public void checkIntegrity() {}

            @Override
            public void close() {}
          };
      expectThrows(IOException.class, () -> points.writeField(field, failing));
    }
  }

  public void testTruncated() throws IOException {
    try (Directory directory = newDirectory()) {
      writeSome(directory);
      for (String extension : BUNDLES) {
        DamagedFiles.assertCutsAreRefused(directory, "_0." + extension);
      }
    }
  }

  public void testFlippedBits() throws IOException {
    try (Directory directory = newDirectory()) {
      writeSome(directory);
      for (String extension : BUNDLES) {
        DamagedFiles.assertFlipsAreFound(directory, "_0." + extension);
      }
      try (CheckIndex check = new CheckIndex(directory)) {
        assertTrue(check.checkIndex().clean);
      }
    }
  }

  private void writeSome(Directory directory) throws IOException {
    try (IndexWriter writer = new IndexWriter(directory, config(true))) {
      for (int number = 0; number < 5; number++) {
        writer.addDocument(document(number, 20));
      }
    }
    assertEquals(List.of(Set.copyOf(BUNDLES)), files(directory));
  }
}
