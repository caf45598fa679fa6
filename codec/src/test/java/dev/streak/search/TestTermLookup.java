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
package dev.streak.search;

import dev.streak.codec.StreakCodec;
import dev.streak.field.KeyProbe;
import dev.streak.field.KeyProbes;
import dev.streak.field.StreakTerms;
import dev.streak.field.TermBatch;
import dev.streak.field.TermEntry;
import dev.streak.matches.SegmentTerms;
import dev.streak.termhash.TermHashSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;

/** Batches of terms beside one query per term, on segments of more than one codec. */
public class TestTermLookup extends LuceneTestCase {

  /** Terms that are UUIDs, of segments that have tables for these and of others. */
  private static final String UUIDS = "0e0f%1$04d-1234-4abc-8def-01234567%1$04d";

  /** Terms whose keys are numbers, and those of what follows what all of them begin with. */
  private static final List<String> SHAPES =
      List.of(
          "%d",
          "1%05d",
          "key-%d",
          "%d-of-the-keys",
          "507f1f77bcf8%012x",
          "the long name of a key: %d",
          "the long name of a key: %d-x",
          "urn:uuid:" + UUIDS,
          UUIDS);

  public void testAnswersInTheOrderAsked() throws IOException {
    for (String shape : SHAPES) {
      answersInTheOrderAsked(shape);
    }
  }

  private void answersInTheOrderAsked(String shape) throws IOException {
    try (Directory directory = newDirectory()) {
      StreakCodec streak =
          StreakCodec.builder().termHash(TermHashSettings.DEFAULT.withField("id", true)).build();
      write(directory, shape, new IndexWriterConfig().setCodec(streak));
      write(directory, shape, new IndexWriterConfig().setCodec(TestUtil.getDefaultCodec()));
      write(
          directory,
          shape,
          new IndexWriterConfig()
              .setCodec(
                  StreakCodec.builder()
                      .termHash(TermHashSettings.DEFAULT.withField("id", false))
                      .build()));
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        IndexSearcher searcher = new IndexSearcher(reader);
        searcher.setQueryCache(null);
        // Few or many, of all ids or of neighbours.
        BytesRef[] terms = new BytesRef[TestUtil.nextInt(random(), 100, 700)];
        boolean all = random().nextBoolean();
        int from = all ? 0 : random().nextInt(900);
        int range = all ? 1100 : 100;
        for (int i = 0; i < terms.length; i++) {
          boolean odd = random().nextInt(20) == 0;
          String id = term(shape, from + random().nextInt(range));
          terms[i] = new BytesRef(odd ? "none" + i : id);
        }
        TermLookup lookup = new TermLookup(reader, "id");
        check(lookup.find(terms), searcher, terms);
        if (shape.equals("%d") || shape.equals("1%05d")) {
          long[] ids = new long[terms.length];
          for (int i = 0; i < ids.length; i++) {
            ids[i] = random().nextInt(20) == 0 ? random().nextLong() : number(terms[i], i);
            terms[i] = new BytesRef(Long.toString(ids[i]));
          }
          check(lookup.find(ids), searcher, terms);
        }
        assertFalse(new TermLookup(reader, "none").find(terms).hasTerm(0));
      }
    }
  }

  private static String term(String shape, int id) {
    return String.format(Locale.ROOT, shape, id);
  }

  private static long number(BytesRef term, int otherwise) {
    String spelt = term.utf8ToString();
    return spelt.startsWith("none") ? otherwise : Long.parseLong(spelt);
  }

  private void write(Directory directory, String shape, IndexWriterConfig config)
      throws IOException {
    config.setMaxBufferedDocs(TestUtil.nextInt(random(), 50, 400));
    config.setMergePolicy(newMergePolicy());
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (int i = 0; i < 500; i++) {
        Document document = new Document();
        for (int j = random().nextInt(3); j >= 0; j--) {
          String id = term(shape, random().nextInt(1000));
          document.add(new StringField("id", id, Field.Store.NO));
        }
        writer.addDocument(document);
      }
      for (int i = 0; i < 20; i++) {
        writer.deleteDocuments(new Term("id", term(shape, random().nextInt(1000))));
      }
    }
  }

  /** Who is given a document may ask for those of another term before the next one. */
  public void testOtherTermsAreAskedForInBetween() throws IOException {
    for (Codec codec : List.of(new StreakCodec(), TestUtil.getDefaultCodec())) {
      try (Directory directory = newDirectory()) {
        IndexWriterConfig config = new IndexWriterConfig().setCodec(codec);
        try (IndexWriter writer = new IndexWriter(directory, config)) {
          for (int i = 0; i < 100; i++) {
            Document document = new Document();
            document.add(new StringField("color", "color" + i * i % 7, Field.Store.NO));
            writer.addDocument(document);
          }
          writer.forceMerge(1);
        }
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
          BytesRef[] terms = {new BytesRef("color1"), new BytesRef("color2")};
          FoundTerms found = new TermLookup(reader, "color").find(terms);
          List<Integer> ones = new ArrayList<>();
          List<Integer> twos = new ArrayList<>();
          found.forEachDoc(0, ones::add);
          found.forEachDoc(1, twos::add);
          List<Integer> again = new ArrayList<>();
          found.forEachDoc(
              0,
              one -> {
                again.add(one);
                List<Integer> others = new ArrayList<>();
                try {
                  found.forEachDoc(1, others::add);
                  assertEquals((int) twos.get(0), found.firstDoc(1));
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
                assertEquals(twos, others);
              });
          assertEquals(ones, again);
        }
      }
    }
  }

  /** A million terms in a thousand segments would take gigabytes if all had a place in each. */
  public void testSegmentsKeepNoPlacesForTermsThatTheyHaveNot() throws IOException {
    int segments = KeyProbes.MIN_SEGMENTS + 2;
    long[] ids = random().ints(0, 100_000).distinct().limit(5_000).asLongStream().toArray();
    BytesRef[] terms = TermBatch.ofIds(ids, segments).terms();
    try (Directory directory = newDirectory()) {
      writeFewOf(ids, segments, directory);
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        IndexSearcher searcher = new IndexSearcher(reader);
        searcher.setQueryCache(null);
        check(new TermLookup(reader, "id").find(ids), searcher, terms);
        check(new TermLookup(reader, "id").find(terms), searcher, terms);
        KeyProbe backwards = new Backwards(reader);
        KeyProbes.add(reader, "id", backwards);
        check(new TermLookup(reader, "id").find(ids), searcher, terms);
        assertNotNull(backwards);
        for (LeafReaderContext leaf : reader.leaves()) {
          SegmentTerms found = SegmentTerms.of(leaf, "id");
          found.find(TermBatch.ofIds(ids, segments));
          assertEquals(leaf.reader().terms("id").size() - 1, found.places());
        }
      }
    }
  }

  private void writeFewOf(long[] ids, int segments, Directory directory) throws IOException {
    for (int segment = 0; segment < segments; segment++) {
      Codec codec = segment % 3 == 0 ? TestUtil.getDefaultCodec() : new StreakCodec();
      IndexWriterConfig config =
          new IndexWriterConfig().setCodec(codec).setMergePolicy(NoMergePolicy.INSTANCE);
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        for (int i = 0; i < 30; i++) {
          Document document = new Document();
          String id = i == 0 ? "other" : Long.toString(ids[random().nextInt(ids.length)]);
          document.add(new StringField("id", id, Field.Store.NO));
          writer.addDocument(document);
        }
      }
    }
  }

  /** Knows the terms of our segments, from the last of a batch to the first. */
  private record Backwards(DirectoryReader reader) implements KeyProbe {

    private StreakTerms terms(int segment) throws IOException {
      Terms terms = reader.leaves().get(segment).reader().terms("id");
      return terms instanceof StreakTerms streak ? streak : null;
    }

    @Override
    public boolean covers(int segment) {
      try {
        return terms(segment) != null;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void find(TermBatch batch, Hits hits) throws IOException {
      long[] entries = new long[batch.size()];
      for (int segment = 0; segment < reader.leaves().size(); segment++) {
        if (covers(segment)) {
          terms(segment).lookup(batch, entries);
          for (int i = entries.length - 1; i >= 0; i--) {
            if (entries[i] != TermEntry.ABSENT) {
              hits.accept(segment, i, entries[i]);
            }
          }
        }
      }
    }
  }

  private static void check(FoundTerms found, IndexSearcher searcher, BytesRef[] terms)
      throws IOException {
    assertEquals(terms.length, found.size());
    int hits = 0;
    for (int i = 0; i < terms.length; i++) {
      Term term = new Term("id", terms[i]);
      List<Integer> expected = new ArrayList<>();
      for (var hit : searcher.search(new TermQuery(term), 2000).scoreDocs) {
        expected.add(hit.doc);
      }
      expected.sort(null);
      List<Integer> actual = new ArrayList<>();
      found.forEachDoc(i, actual::add);
      assertEquals(terms[i].utf8ToString(), expected, actual);
      assertEquals(expected.isEmpty() ? -1 : (int) expected.get(0), found.firstDoc(i));
      int docFreq = searcher.getIndexReader().docFreq(term);
      assertEquals(docFreq, found.docFreq(i));
      assertEquals(docFreq > 0, found.hasTerm(i));
      hits += expected.size();
    }
    assertTrue("nothing was found", hits > 30);
    for (int index : new int[] {-1, terms.length}) {
      for (ThrowingRunnable call :
          List.<ThrowingRunnable>of(
              () -> found.hasTerm(index),
              () -> found.docFreq(index),
              () -> found.firstDoc(index),
              () -> found.forEachDoc(index, doc -> {}))) {
        assertEquals(
            "index of a term is " + index + ", must be less than the terms: " + terms.length,
            expectThrows(IndexOutOfBoundsException.class, call).getMessage());
      }
    }
  }

  /** Of a run whose first documents are deleted. */
  public void testFirstLiveDocumentOfARun() throws IOException {
    IndexWriterConfig config = new IndexWriterConfig().setCodec(new StreakCodec());
    config.setMergePolicy(NoMergePolicy.INSTANCE);
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, config)) {
      for (int i = 0; i < 10; i++) {
        Document document = new Document();
        document.add(new StringField("run", "7", Field.Store.NO));
        document.add(new StringField("number", Integer.toString(i), Field.Store.NO));
        writer.addDocument(document);
      }
      for (int deleted = 0; deleted <= 10; deleted++) {
        try (DirectoryReader reader = DirectoryReader.open(writer)) {
          FoundTerms found = new TermLookup(reader, "run").find(new long[] {7});
          assertEquals(deleted < 10 ? deleted : -1, found.firstDoc(0));
        }
        writer.deleteDocuments(new Term("number", Integer.toString(deleted)));
      }
    }
  }
}
