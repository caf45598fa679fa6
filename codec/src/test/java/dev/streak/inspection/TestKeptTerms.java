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
package dev.streak.inspection;

import dev.streak.codec.StreakCodec;
import dev.streak.field.DocSink;
import dev.streak.field.FilterStreakTerms;
import dev.streak.field.StreakTerms;
import dev.streak.termhash.TermHashSettings;
import java.io.IOException;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.automaton.Automata;
import org.apache.lucene.util.automaton.CompiledAutomaton;
import org.apache.lucene.util.automaton.Operations;

public class TestKeptTerms extends LuceneTestCase {
  private static final String FIELD = "shop";
  private static final int DOCUMENTS = 6000;

  private Directory directory;
  private DirectoryReader reader;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    directory = newDirectory();
  }

  /** All structures that a field may have, and segments as they are flushed. */
  static IndexWriterConfig everythingIn(String field) {
    return new IndexWriterConfig()
        .setMergePolicy(NoMergePolicy.INSTANCE)
        .setCodec(
            StreakCodec.builder()
                .prefixes(field, 1, 3, 100)
                .termHash(TermHashSettings.DEFAULT.withField(field, true))
                .build());
  }

  /** A segment for each of the terms that document 250 has; all else is the same. */
  private void open(String... different) throws IOException {
    try (IndexWriter writer = new IndexWriter(directory, everythingIn(FIELD))) {
      for (String term : different) {
        for (int i = 0; i < DOCUMENTS; i++) {
          writer.addDocument(document(i, i == 250 ? term : "a" + i % 100));
        }
        writer.commit();
      }
    }
    reader = DirectoryReader.open(directory);
  }

  /** Lists of every shape: one run, runs, scattered documents, most documents. */
  private static Document document(int number, String term) {
    Document document = new Document();
    document.add(new StringField(FIELD, term, Field.Store.NO));
    document.add(new StringField(FIELD, "m" + number / 40, Field.Store.NO));
    document.add(new StringField(FIELD, "p" + number / 20 % 30, Field.Store.NO));
    if (number % 7 != 0) {
      document.add(new StringField(FIELD, "z", Field.Store.NO));
    }
    document.add(new TextField("text", term, Field.Store.NO));
    document.add(new StringField("other", "b" + number % 50, Field.Store.NO));
    return document;
  }

  @Override
  public void tearDown() throws Exception {
    if (reader != null) {
      reader.close();
    }
    directory.close();
    super.tearDown();
  }

  private LeafReader segment(int number) {
    return reader.leaves().get(number).reader();
  }

  private StreakTerms terms(int number) throws IOException {
    return (StreakTerms) segment(number).terms(FIELD);
  }

  public void testNothingWrong() throws Exception {
    open("a50", "b", "a50\0");
    for (LeafReaderContext leaf : reader.leaves()) {
      KeptTerms kept = KeptTerms.of(leaf.reader(), FIELD).orElseThrow();
      assertTrue(kept.check().isEmpty());
    }
    assertTrue(KeptTerms.of(segment(0), "text").isEmpty());
    assertTrue(KeptTerms.of(segment(0), "nose").isEmpty());
  }

  public void testShapes() throws Exception {
    open("a50");
    KeptTerms kept = KeptTerms.of(segment(0), FIELD).orElseThrow();
    TermsEnum each = terms(0).iterator();
    assertTrue(each.seekExact(new BytesRef("m3")));
    assertEquals(new ListShape(true, 40, 0, 0), kept.list(each));
    assertTrue(each.seekExact(new BytesRef("p3")));
    assertEquals(new ListShape(false, DOCUMENTS / 30, 0, 0), kept.list(each));
    assertTrue(each.seekExact(new BytesRef("z")));
    ListShape most = kept.list(each);
    assertEquals(each.docFreq(), most.inRuns() + most.inArrays() + most.inBitmaps());
    assertFalse(most.withTheTerm());
  }

  public void testEnumerationsOfOtherTerms() throws Exception {
    open("a50");
    KeptTerms kept = KeptTerms.of(segment(0), FIELD).orElseThrow();
    TermsEnum each = terms(0).iterator();
    IllegalStateException none = expectThrows(IllegalStateException.class, () -> kept.list(each));
    assertTrue(none.getMessage(), none.getMessage().startsWith("field shop of "));
    assertTrue(
        none.getMessage(), none.getMessage().endsWith("must be on a term, is before the first"));
    while (each.next() != null) {
      assertEquals(each.docFreq(), docs(kept.list(each)));
    }
    expectThrows(IllegalArgumentException.class, () -> kept.list(each));
    TermsEnum some =
        terms(0)
            .intersect(
                new CompiledAutomaton(
                    Operations.concatenate(Automata.makeChar('a'), Automata.makeAnyString())),
                null);
    while (some.next() != null) {
      assertEquals(some.docFreq(), docs(kept.list(some)));
    }
    for (String field : new String[] {"other", "text"}) {
      TermsEnum others = segment(0).terms(field).iterator();
      others.next();
      IllegalArgumentException e =
          expectThrows(IllegalArgumentException.class, () -> kept.list(others));
      assertTrue(e.getMessage(), e.getMessage().startsWith("field shop of "));
      assertTrue(e.getMessage(), e.getMessage().contains("must be on a term of the field"));
    }
    assertEquals(
        "on", expectThrows(NullPointerException.class, () -> kept.list(null)).getMessage());
  }

  private static long docs(ListShape shape) {
    return shape.inRuns() + shape.inArrays() + shape.inBitmaps();
  }

  public void testAShapeHasNoFewerDocumentsThanNone() {
    for (int i = 0; i < 3; i++) {
      long[] docs = new long[3];
      docs[i] = -1;
      expectThrows(
          IllegalArgumentException.class, () -> new ListShape(true, docs[0], docs[1], docs[2]));
    }
  }

  public void testPrefixesThatAreNotThereAreNamed() throws Exception {
    open("a50");
    KeptTerms kept = KeptTerms.of(segment(0), FIELD).orElseThrow();
    notThere(kept, -1);
    notThere(kept, kept.prefixes());
    try (Directory other = newDirectory();
        IndexWriter writer = new IndexWriter(other, everythingIn("another"))) {
      writer.addDocument(document(0, "a"));
      try (DirectoryReader without = DirectoryReader.open(writer)) {
        LeafReader segment = without.leaves().get(0).reader();
        notThere(KeptTerms.of(segment, FIELD).orElseThrow(), 0);
      }
    }
  }

  private static void notThere(KeptTerms kept, int number) {
    String message =
        ": number of a prefix is " + number + ", must be less than their count: " + kept.prefixes();
    for (ThrowingRunnable call :
        new ThrowingRunnable[] {
          () -> kept.prefix(number), () -> kept.prefixDocs(number), () -> kept.prefixSet(number)
        }) {
      String said = expectThrows(IndexOutOfBoundsException.class, call).getMessage();
      assertTrue(said, said.startsWith("field ") && said.endsWith(message));
    }
  }

  public void testPrefixes() throws Exception {
    open("a50");
    KeptTerms kept = KeptTerms.of(segment(0), FIELD).orElseThrow();
    assertTrue(kept.prefixes() > 0);
    assertEquals(new BytesRef("a"), kept.prefix(0));
    assertEquals(DOCUMENTS, kept.prefixDocs(0));
    assertEquals(DOCUMENTS, kept.prefixSet(0).orElseThrow().inRuns());
    assertEquals(0, KeptTerms.of(segment(0), FIELD).orElseThrow().prefix(0).offset);
  }

  private String tableOf(int dictionary, int table) throws IOException {
    TableCheck check = new TableCheck(terms(table));
    StreakTerms sorted = terms(dictionary).dictionary();
    new TermsCheck(sorted, "a segment", DOCUMENTS, check).run();
    return check.wrong();
  }

  public void testATermThatIsFoundWithOtherDocuments() throws Exception {
    open("a50", "a51");
    assertEquals("term [61 35 31] is found with other documents when looked up", tableOf(0, 1));
    assertNull(tableOf(1, 1));
  }

  public void testATermThatIsThereAndShouldNotBe() throws Exception {
    open("a50", "a50\0");
    assertEquals("term [61 35 30 0] is not there, and is found when looked up", tableOf(0, 1));
    assertNull("one that is next to another", tableOf(1, 1));
  }

  public void testATermThatIsNotFound() throws Exception {
    open("a50", "A");
    assertEquals("term [41] is there, and is not found when looked up", tableOf(1, 0));
  }

  private void wrong(String message, StreakTerms terms) {
    CorruptIndexException e =
        expectThrows(
            CorruptIndexException.class,
            () -> new TermsCheck(terms, "a segment", DOCUMENTS, new TableCheck(terms)).run());
    assertTrue(e.getMessage(), e.getMessage().startsWith(message));
    assertTrue(e.getMessage(), e.getMessage().contains("a segment"));
  }

  public void testTotals() throws Exception {
    open("a50");
    wrong(
        "number of postings is",
        new Lies(terms(0)) {
          @Override
          public long getSumDocFreq() throws IOException {
            return super.getSumDocFreq() + 1;
          }
        });
    wrong(
        "number of documents is 6001, must be 6000",
        new Lies(terms(0)) {
          @Override
          public int getDocCount() throws IOException {
            return super.getDocCount() + 1;
          }
        });
    wrong(
        "number of terms is",
        new Lies(terms(0)) {
          @Override
          public long size() throws IOException {
            return super.size() - 1;
          }
        });
    wrong(
        "term [7a] is last, and not the greatest",
        new Lies(terms(0)) {
          @Override
          public BytesRef getMax() {
            return new BytesRef("zz");
          }
        });
    wrong(
        "term [61 30] is first, and not the least",
        new Lies(terms(0)) {
          @Override
          public BytesRef getMin() {
            return new BytesRef("a");
          }
        });
  }

  public void testDocumentsThatDiffer() throws Exception {
    open("a50");
    wrong(
        "term [61 30] has a list of 61 documents up to 5999, must be of 60",
        new Lies(terms(0)) {
          @Override
          public void collect(long entry, DocSink sink) throws IOException {
            super.collect(entry, sink);
            sink.run(DOCUMENTS - 1, DOCUMENTS);
          }
        });
    wrong(
        "term [61 30] has a list of 60 documents",
        new Lies(terms(0)) {
          @Override
          public void collect(long entry, DocSink sink) throws IOException {
            super.collect(entry, sink);
            sink.run(0, 1);
          }
        });
    wrong(
        "term [61 30] has other documents one by one than as they are stored",
        new Lies(terms(0)) {
          @Override
          public void collect(long entry, DocSink sink) {
            sink.run(10, 70);
          }
        });
  }

  public void testTermsThatMatch() throws Exception {
    open("a50", "b");
    StreakTerms other = terms(1);
    wrong(
        "term [7a] is the last that matches, and [62] is given",
        new Lies(terms(0)) {
          @Override
          public TermsEnum intersect(CompiledAutomaton compiled, BytesRef startTerm)
              throws IOException {
            return other.intersect(compiled, startTerm);
          }
        });
  }

  /** What the dictionary says, until a method is replaced. */
  private static class Lies extends FilterStreakTerms {
    Lies(StreakTerms in) {
      super(in.dictionary());
    }
  }
}
