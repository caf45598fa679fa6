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
package dev.streak.tools.digest;

import dev.streak.codec.StreakCodec;
import dev.streak.tools.SampleDocuments;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.IntPoint;
import org.apache.lucene.document.KnnByteVectorField;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.SortedNumericDocValuesField;
import org.apache.lucene.document.SortedSetDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.index.VectorSimilarityFunction;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.analysis.CannedTokenStream;
import org.apache.lucene.tests.analysis.Token;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;

public class TestIndexDigest extends LuceneTestCase {

  private static IndexDigest digest(Directory directory) throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      return IndexDigest.of(
          IndexDigest.segments(reader), 1 + random().nextInt(4), SampleDocuments.SILENT, "digest");
    }
  }

  private static IndexWriterConfig streak() {
    return SampleDocuments.config(new StreakCodec());
  }

  private static IndexWriterConfig lucene() {
    return SampleDocuments.config(new Lucene104Codec());
  }

  public void testDependsNeitherOnCodecNorOnSegmentsNorOnCompoundFiles() throws Exception {
    try (Directory one = newDirectory();
        Directory other = newDirectory()) {
      SampleDocuments.write(one, lucene(), 0, 300);
      for (int from = 0; from < 300; from += 75) {
        SampleDocuments.write(other, streak().setUseCompoundFile(from == 0), from, from + 75);
      }
      assertEquals(digest(one), digest(other));
    }
  }

  public void testDeletedDocumentsAreAsIfNeverThere() throws Exception {
    try (Directory one = newDirectory();
        Directory other = newDirectory()) {
      SampleDocuments.write(one, lucene(), 0, 100, 98, 99);
      SampleDocuments.write(other, streak(), 0, 98);
      assertEquals(digest(other), digest(one));
    }
  }

  public void testOneDeletionMoreIsSeenInEveryPart() throws Exception {
    try (Directory one = newDirectory();
        Directory other = newDirectory()) {
      SampleDocuments.write(one, lucene(), 0, 100, 6);
      SampleDocuments.write(other, lucene(), 0, 100);
      assertEquals(EnumSet.allOf(Part.class), different(digest(one), digest(other)));
    }
  }

  public void testAnotherOrderIsTheSameContent() throws Exception {
    try (Directory one = newDirectory();
        Directory other = newDirectory()) {
      writeReversible(one, null);
      writeReversible(other, new Sort(new SortField("back", SortField.Type.LONG)));
      IndexDigest forwards = digest(one);
      IndexDigest backwards = digest(other);
      assertEquals(forwards.content(), backwards.content());
      assertEquals(forwards.parts(), backwards.parts());
      assertNotEquals(forwards.order(), backwards.order());
    }
  }

  private static void writeReversible(Directory directory, Sort sort) throws IOException {
    IndexWriterConfig config = streak();
    if (sort != null) {
      config.setIndexSort(sort);
    }
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (int number = 0; number < 60; number++) {
        Document document = SampleDocuments.document(number);
        document.add(new NumericDocValuesField("back", -number));
        writer.addDocument(document);
      }
    }
  }

  /** Values wander from one document to another: each part looks the same, the whole does not. */
  public void testWhatBelongsTogetherIsSeen() throws Exception {
    try (Directory one = newDirectory();
        Directory other = newDirectory()) {
      write(one, document("a", 1), document("b", 2));
      write(other, document("a", 2), document("b", 1));
      IndexDigest first = digest(one);
      IndexDigest second = digest(other);
      assertEquals(first.parts(), second.parts());
      assertNotEquals(first.content(), second.content());
    }
  }

  private static Document document(String id, long value) {
    Document document = new Document();
    document.add(new StringField("id", id, Field.Store.NO));
    document.add(new NumericDocValuesField("value", value));
    return document;
  }

  private static void write(Directory directory, Document... documents) throws IOException {
    try (IndexWriter writer =
        new IndexWriter(directory, random().nextBoolean() ? streak() : lucene())) {
      for (Document document : documents) {
        writer.addDocument(document);
      }
    }
  }

  public void testTermsOfOneDocumentMore() throws Exception {
    seen(Part.TERMS, d -> {}, d -> d.add(new StringField("key", "b", Field.Store.NO)));
  }

  public void testFrequency() throws Exception {
    seen(Part.TERMS, text("a"), text("a a"), Part.NORMS);
  }

  public void testFrequencyWithoutPositions() throws Exception {
    FieldType type = new FieldType(StringField.TYPE_NOT_STORED);
    type.setIndexOptions(IndexOptions.DOCS_AND_FREQS);
    seen(Part.TERMS, times(1, type), times(2, type));
  }

  public void testPosition() throws Exception {
    seen(Part.TERMS, tokens(1, 1, null), tokens(2, 1, null));
  }

  public void testOffset() throws Exception {
    seen(Part.TERMS, tokens(1, 1, null), tokens(1, 2, null));
  }

  public void testPayload() throws Exception {
    seen(Part.TERMS, tokens(1, 1, "p"), tokens(1, 1, "q"));
    seen(Part.TERMS, tokens(1, 1, "p"), tokens(1, 1, null));
  }

  public void testStoredFields() throws Exception {
    seen(Part.STORED_FIELDS, stored(new StoredField("s", "a")), stored(new StoredField("s", "b")));
    seen(Part.STORED_FIELDS, stored(new StoredField("s", 1)), stored(new StoredField("s", 1L)));
    seen(Part.STORED_FIELDS, stored(new StoredField("s", 1f)), stored(new StoredField("s", 1d)));
    seen(
        Part.STORED_FIELDS,
        stored(new StoredField("s", "a")),
        stored(new StoredField("s", new BytesRef("a"))));
    seen(
        Part.STORED_FIELDS,
        stored(new StoredField("s", 1), new StoredField("t", 2)),
        stored(new StoredField("t", 2), new StoredField("s", 1)));
  }

  public void testTermVectors() throws Exception {
    seen(Part.TERM_VECTORS, vector(false), vector(true));
    FieldType type = new FieldType(StringField.TYPE_NOT_STORED);
    type.setStoreTermVectors(true);
    seen(Part.TERM_VECTORS, times(1, type), times(2, type));
  }

  public void testDocValues() throws Exception {
    seen(
        Part.DOC_VALUES,
        stored(new NumericDocValuesField("v", 1)),
        stored(new NumericDocValuesField("v", 2)));
    seen(
        Part.DOC_VALUES,
        stored(new NumericDocValuesField("v", 1)),
        stored(new SortedNumericDocValuesField("v", 1)));
    seen(
        Part.DOC_VALUES,
        stored(new BinaryDocValuesField("v", new BytesRef("a"))),
        stored(new BinaryDocValuesField("v", new BytesRef("b"))));
    seen(
        Part.DOC_VALUES,
        stored(new SortedDocValuesField("v", new BytesRef("a"))),
        stored(new SortedDocValuesField("v", new BytesRef("b"))));
    seen(
        Part.DOC_VALUES,
        stored(new SortedSetDocValuesField("v", new BytesRef("a"))),
        stored(
            new SortedSetDocValuesField("v", new BytesRef("a")),
            new SortedSetDocValuesField("v", new BytesRef("b"))));
  }

  public void testPoints() throws Exception {
    seen(Part.POINTS, stored(new IntPoint("p", 1)), stored(new IntPoint("p", 2)));
  }

  public void testVectors() throws Exception {
    seen(
        Part.VECTORS,
        stored(new KnnFloatVectorField("v", new float[] {1, 2})),
        stored(new KnnFloatVectorField("v", new float[] {1, 3})));
    seen(
        Part.VECTORS,
        stored(new KnnByteVectorField("v", new byte[] {1, 2})),
        stored(new KnnByteVectorField("v", new byte[] {1, 3})));
  }

  /** Bytes that are the same, and are searched in another way. */
  public void testWhatBytesMean() throws Exception {
    seen(
        Part.POINTS,
        stored(new IntPoint("p", 7, 9)),
        stored(new LongPoint("p", 7L << Integer.SIZE | 0x80000009L)));
    seen(
        Part.VECTORS,
        stored(
            new KnnFloatVectorField("v", new float[] {1, 2}, VectorSimilarityFunction.EUCLIDEAN)),
        stored(
            new KnnFloatVectorField(
                "v", new float[] {1, 2}, VectorSimilarityFunction.DOT_PRODUCT)));
  }

  /** The same bytes of the same field: a point here, a vector there. */
  public void testThePartCounts() throws Exception {
    seen(
        Part.POINTS,
        document -> document.add(new IntPoint("f", 5)),
        document -> document.add(new KnnByteVectorField("f", new byte[] {-128, 0, 0, 5})),
        Part.VECTORS);
  }

  public void testMoreValuesThanAreKeptInMemory() throws Exception {
    try (Directory directory = newDirectory()) {
      SampleDocuments.write(directory, lucene(), 0, 100);
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        SortedDocValues values = reader.leaves().get(0).reader().getSortedDocValues("shop");
        int count = values.getValueCount();
        assertEquals(5, count);
        OrdinalHashes kept = hashes(values, count);
        OrdinalHashes lookedUp = hashes(values, count - 1);
        for (int ordinal = 0; ordinal < count; ordinal++) {
          assertEquals(kept.hash(ordinal), lookedUp.hash(ordinal));
        }
      }
    }
  }

  private static OrdinalHashes hashes(SortedDocValues values, int mostInMemory) throws IOException {
    return OrdinalHashes.of(
        7,
        values.getValueCount(),
        values.termsEnum(),
        ordinal -> values.lookupOrd((int) ordinal),
        mostInMemory);
  }

  private static Consumer<Document> stored(Field... fields) {
    return document -> List.of(fields).forEach(document::add);
  }

  private static Consumer<Document> text(String text) {
    return document -> document.add(new TextField("text", text, Field.Store.NO));
  }

  private static Consumer<Document> vector(boolean with) {
    FieldType type = new FieldType(StringField.TYPE_NOT_STORED);
    type.setStoreTermVectors(with);
    return document -> document.add(new Field("vectors", "a", type));
  }

  /** The same term again and again. */
  private static Consumer<Document> times(int times, FieldType type) {
    return document -> {
      for (int i = 0; i < times; i++) {
        document.add(new Field("repeated", "a", type));
      }
    };
  }

  private static Consumer<Document> tokens(int increment, int length, String payload) {
    FieldType type = new FieldType(TextField.TYPE_NOT_STORED);
    type.setOmitNorms(true);
    type.setIndexOptions(IndexOptions.DOCS_AND_FREQS_AND_POSITIONS_AND_OFFSETS);
    Token token = new Token("a", increment, 0, length);
    if (payload != null) {
      token.setPayload(new BytesRef(payload));
    }
    return document -> document.add(new Field("tokens", new CannedTokenStream(token), type));
  }

  /** A document among others differs in something: in its part, and nowhere else. */
  private static void seen(
      Part part, Consumer<Document> one, Consumer<Document> other, Part... others)
      throws IOException {
    try (Directory first = newDirectory();
        Directory second = newDirectory()) {
      write(first, documents(one));
      write(second, documents(other));
      IndexDigest a = digest(first);
      IndexDigest b = digest(second);
      assertEquals(EnumSet.of(part, others), different(a, b));
      assertNotEquals(a.content(), b.content());
      assertNotEquals(a.order(), b.order());
    }
  }

  private static Document[] documents(Consumer<Document> change) {
    List<Document> documents = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      Document document = new Document();
      document.add(new StringField("id", "id" + i, Field.Store.YES));
      if (i == 1) {
        change.accept(document);
      }
      documents.add(document);
    }
    return documents.toArray(Document[]::new);
  }

  private static Set<Part> different(IndexDigest one, IndexDigest other) {
    Set<Part> different = EnumSet.noneOf(Part.class);
    for (Part part : Part.values()) {
      if (!one.parts().get(part).equals(other.parts().get(part))) {
        different.add(part);
      }
    }
    return different;
  }

  public void testAnIndexWithoutDocuments() throws Exception {
    try (Directory directory = newDirectory()) {
      write(directory);
      assertEquals(0, digest(directory).documents());
    }
  }
}
