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
package dev.streak.compression;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.Fields;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.analysis.MockAnalyzer;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

/** The same documents in Lucene's formats and in ours: whatever is asked, answers are equal. */
public class TestDuelWithLucene extends LuceneTestCase {

  private static void index(Directory directory, Codec codec, long seed, int docs)
      throws IOException {
    Random random = new Random(seed);
    LogDocMergePolicy neighbours = new LogDocMergePolicy();
    IndexWriterConfig config =
        new IndexWriterConfig(new MockAnalyzer(new Random(seed)))
            .setCodec(codec)
            .setMergePolicy(neighbours)
            .setMaxBufferedDocs(docs / 7 + 2)
            .setRAMBufferSizeMB(IndexWriterConfig.DISABLE_AUTO_FLUSH);
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (int id = 0; id < docs; id++) {
        writer.addDocument(document(random, id));
      }
      writer.forceMerge(1 + random.nextInt(3));
    }
  }

  private static Document document(Random random, int id) {
    Document document = Documents.document(random, id);
    int fields = random.nextInt(5);
    for (int i = 0; i < fields; i++) {
      String name = "f" + random.nextInt(4);
      switch (random.nextInt(3)) {
        case 0 -> document.add(new StoredField(name, TestUtil.randomUnicodeString(random, 300)));
        case 1 -> document.add(new StoredField(name, random.nextLong()));
        default -> {
          byte[] bytes = new byte[random.nextInt(random.nextInt(20) == 0 ? 30_000 : 50)];
          random.nextBytes(bytes);
          document.add(new StoredField(name, bytes));
        }
      }
    }
    FieldType type = new FieldType(TextField.TYPE_NOT_STORED);
    type.setStoreTermVectors(true);
    type.setStoreTermVectorPositions(true);
    type.setStoreTermVectorOffsets(true);
    document.add(new Field("text", Documents.record(random, id), type));
    return document;
  }

  private static List<String> stored(IndexReader reader, int doc) throws IOException {
    List<String> values = new ArrayList<>();
    for (var field : reader.storedFields().document(doc)) {
      values.add(
          field.name()
              + ' '
              + field.stringValue()
              + ' '
              + field.numericValue()
              + ' '
              + field.binaryValue());
    }
    return values;
  }

  private static List<String> vectors(IndexReader reader, int doc) throws IOException {
    List<String> values = new ArrayList<>();
    Fields fields = reader.termVectors().get(doc);
    for (String field : fields) {
      TermsEnum terms = fields.terms(field).iterator();
      while (terms.next() != null) {
        PostingsEnum postings = terms.postings(null, PostingsEnum.ALL);
        assertEquals(0, postings.nextDoc());
        StringBuilder term = new StringBuilder(field + ' ' + terms.term().utf8ToString());
        for (int i = 0; i < postings.freq(); i++) {
          term.append(' ').append(postings.nextPosition()).append(' ');
          term.append(postings.startOffset()).append('-').append(postings.endOffset());
        }
        values.add(term.toString());
        assertEquals(DocIdSetIterator.NO_MORE_DOCS, postings.nextDoc());
      }
    }
    return values;
  }

  public void testSameDocuments() throws IOException {
    for (Lucene104Codec.Mode mode : Lucene104Codec.Mode.values()) {
      long seed = random().nextLong();
      int docs = TestUtil.nextInt(random(), 100, 3000);
      ZstdSettings settings = RandomSettings.next(random());
      try (Directory theirs = newDirectory();
          Directory ours = newDirectory()) {
        index(theirs, new Lucene104Codec(mode), seed, docs);
        index(ours, new ZstdTestCodec(settings), seed, docs);
        try (DirectoryReader expected = DirectoryReader.open(theirs);
            DirectoryReader actual = DirectoryReader.open(ours)) {
          assertEquals(docs, actual.maxDoc());
          var storedFields = actual.storedFields();
          for (int i = 0; i < docs; i++) {
            int doc = random().nextInt(docs);
            storedFields.prefetch(random().nextInt(docs));
            assertEquals(stored(expected, doc), stored(actual, doc));
            assertEquals(vectors(expected, doc), vectors(actual, doc));
          }
        }
      }
    }
    HeldMemory.awaitNone();
  }
}
