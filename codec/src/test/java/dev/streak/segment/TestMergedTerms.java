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
package dev.streak.segment;

import dev.streak.codec.StreakCodec;
import java.io.IOException;
import java.util.List;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;

/** The same segments are merged by this codec and by Lucene's. */
public class TestMergedTerms extends LuceneTestCase {

  private static final String ID = "id";
  private static final String SHARED = "shared";
  private static final String TAG = "tag";
  private static final String ALIKE = "alike";
  private static final String SELDOM = "seldom";
  private static final String ORDER = "order";
  private static final List<String> FIELDS = List.of(ID, SHARED, TAG, ALIKE, SELDOM);

  private final boolean sorted = random().nextBoolean();

  private IndexWriterConfig config(Codec codec) {
    IndexWriterConfig config = new IndexWriterConfig().setCodec(codec);
    return sorted
        ? config.setIndexSort(new Sort(new SortField(ORDER, SortField.Type.LONG)))
        : config;
  }

  private static void add(Document document, String field, BytesRef term) {
    document.add(new StringField(field, term, Field.Store.NO));
  }

  private static Document document(int number, boolean seldom) {
    Document document = new Document();
    add(document, ID, new BytesRef(Integer.toString(number)));
    add(document, SHARED, new BytesRef(Integer.toString(random().nextInt(50))));
    for (int i = random().nextInt(3); i > 0; i--) {
      add(document, TAG, new BytesRef(Integer.toString(random().nextInt(3))));
    }
    if (seldom) {
      add(document, SELDOM, new BytesRef(TestUtil.randomUnicodeString(random(), 3)));
    }
    // Terms whose first bytes are equal, are few, or are zero, or have the highest bit.
    byte[] alike = new byte[random().nextInt(12)];
    for (int i = 0; i < alike.length; i++) {
      alike[i] = (byte) (random().nextInt(10) == 0 ? 0x80 | random().nextInt(2) : 0);
    }
    add(document, ALIKE, new BytesRef(alike));
    document.add(new NumericDocValuesField(ORDER, random().nextInt(40)));
    return document;
  }

  /** Segments of both codecs, with deletions in some; one may have nothing else. */
  private void write(Directory directory) throws IOException {
    int number = 0;
    for (int segments = TestUtil.nextInt(random(), 1, 9); segments > 0; segments--) {
      Codec codec = random().nextInt(3) == 0 ? TestUtil.getDefaultCodec() : new StreakCodec();
      IndexWriterConfig config = config(codec).setMergePolicy(NoMergePolicy.INSTANCE);
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        int first = number;
        boolean seldom = random().nextInt(3) == 0;
        for (int docs = TestUtil.nextInt(random(), 1, 400); docs > 0; docs--) {
          writer.addDocument(document(number++, seldom));
        }
        writer.commit();
        boolean all = random().nextInt(8) == 0;
        for (int i = random().nextInt(4) * 20; i > 0 || (all && first < number); i--) {
          int deleted = all ? first++ : random().nextInt(number);
          writer.deleteDocuments(new Term(ID, Integer.toString(deleted)));
        }
        writer.addDocument(document(number++, true));
      }
    }
  }

  private void merge(Directory from, Directory to, Codec codec) throws IOException {
    for (String file : from.listAll()) {
      if (file.startsWith("extra") == false && file.equals(IndexWriter.WRITE_LOCK_NAME) == false) {
        to.copyFrom(from, file, file, newIOContext(random()));
      }
    }
    // In the order in which they were written, whatever their sizes.
    LogDocMergePolicy all = new LogDocMergePolicy();
    all.setMergeFactor(100);
    try (IndexWriter writer = new IndexWriter(to, config(codec).setMergePolicy(all))) {
      // One segment without deletions would stay as it is.
      writer.addDocument(new Document());
      writer.forceMerge(1);
    }
  }

  public void testAsLuceneMerges() throws IOException {
    try (Directory segments = newDirectory();
        Directory theirs = newDirectory();
        Directory ours = newDirectory()) {
      write(segments);
      merge(segments, theirs, TestUtil.getDefaultCodec());
      merge(segments, ours, new StreakCodec());
      try (DirectoryReader expected = DirectoryReader.open(theirs);
          DirectoryReader actual = DirectoryReader.open(ours)) {
        LeafReader expectedLeaf = getOnlyLeafReader(expected);
        LeafReader actualLeaf = getOnlyLeafReader(actual);
        assertEquals(expectedLeaf.maxDoc(), actualLeaf.maxDoc());
        for (String field : FIELDS) {
          Terms expectedTerms = expectedLeaf.terms(field);
          Terms actualTerms = actualLeaf.terms(field);
          assertEquals(field, expectedTerms == null, actualTerms == null);
          if (expectedTerms != null) {
            assertTermsEquals(field, expected, expectedTerms, actualTerms, true);
          }
        }
      }
    }
  }
}
