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
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.MultiReader;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;

/** Keys with many documents in a segment, next to each other or not: the last live one is taken. */
public class TestRepeatedKeys extends LuceneTestCase {

  private static final int KEYS = 40;
  private static final long PLENTY = 1L << 30;

  private int copies;

  /** Writes some segments, most of whose keys have several documents, and deletes some of these. */
  private void write(Directory directory, Codec codec) throws IOException {
    IndexWriterConfig config =
        newIndexWriterConfig()
            .setMergePolicy(NoMergePolicy.INSTANCE)
            .setMaxBufferedDocs(100_000)
            .setRAMBufferSizeMB(100)
            .setCodec(codec);
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      int first = copies;
      for (int segment = 0; segment < 3; segment++) {
        for (int i = 0; i < 60; i++) {
          // Of the greater half of the keys few segments have any.
          int key = random().nextInt(random().nextBoolean() ? KEYS / 2 : KEYS);
          for (int same = random().nextInt(4); same >= 0; same--) {
            writer.addDocument(document(key));
          }
        }
        writer.flush();
      }
      for (int copy = first; copy < copies; copy++) {
        if (random().nextInt(3) == 0) {
          writer.deleteDocuments(new Term("copy", Integer.toString(copy)));
        }
      }
      writer.deleteDocuments(new Term("key", "7"));
    }
  }

  private Document document(int key) {
    Document document = new Document();
    document.add(new StringField("key", Integer.toString(key), Field.Store.YES));
    document.add(new StringField("copy", Integer.toString(copies), Field.Store.YES));
    document.add(new NumericDocValuesField("number", copies));
    copies++;
    return document;
  }

  /** A document, and which of all copies it is. */
  private record Last(int doc, String copy) {}

  /** The last live document of each key, by looking at all of them. */
  private static Map<String, Last> lastDocs(IndexReader reader) throws IOException {
    Map<String, Last> last = new TreeMap<>();
    StoredFields fields = reader.storedFields();
    for (LeafReaderContext leaf : reader.leaves()) {
      Bits liveDocs = leaf.reader().getLiveDocs();
      for (int i = 0; i < leaf.reader().maxDoc(); i++) {
        if (liveDocs == null || liveDocs.get(i)) {
          Document document = fields.document(leaf.docBase + i);
          last.put(document.get("key"), new Last(leaf.docBase + i, document.get("copy")));
        }
      }
    }
    return last;
  }

  private static void check(Map<String, Last> last, BatchReader batches) throws IOException {
    long[] ids = random().ints(100, -5, KEYS + 5).asLongStream().toArray();
    BytesRef[] terms = new BytesRef[ids.length];
    for (int i = 0; i < ids.length; i++) {
      terms[i] = new BytesRef(Long.toString(ids[i]));
    }
    Column[] columns = {Column.longs("number"), Column.stored("copy")};
    for (Batch batch : List.of(batches.get(ids, columns), batches.get(terms, columns))) {
      for (int i = 0; i < ids.length; i++) {
        Last expected = last.getOrDefault(Long.toString(ids[i]), new Last(Batch.MISSING, null));
        assertEquals("key " + ids[i], expected.doc, batch.doc(i));
        assertEquals(expected.copy, batch.bytes("copy").utf8(i));
        long number = expected.copy == null ? -1 : Long.parseLong(expected.copy);
        assertEquals(number, batch.longs("number").valueOr(i, -1));
      }
    }
  }

  /** Segments of ours and of Lucene's, looked at one by one and through tables. */
  public void testTheLastLiveDocumentIsTaken() throws Exception {
    try (Directory ours = newDirectory();
        Directory lucenes = newDirectory()) {
      write(ours, new StreakCodec());
      write(lucenes, Codec.forName("Lucene104"));
      try (DirectoryReader first = DirectoryReader.open(ours);
          DirectoryReader second = DirectoryReader.open(lucenes)) {
        for (IndexReader[] parts :
            List.of(
                new IndexReader[] {first},
                new IndexReader[] {second},
                new IndexReader[] {first, second},
                new IndexReader[] {second, first})) {
          try (MultiReader reader = new MultiReader(parts, false)) {
            Map<String, Last> last = lastDocs(reader);
            assertFalse(last.containsKey("7"));
            List<BatchReader> all = new ArrayList<>();
            all.add(new BatchReader(reader, "key"));
            all.add(new BatchReader(KeyTables.build(reader, "key", PLENTY)));
            all.add(new BatchReader(KeyTables.build(reader, "key", 0)));
            all.add(new BatchReader(KeyTables.ofSmallSegments(reader, "key", PLENTY)));
            for (BatchReader batches : all) {
              check(last, batches);
            }
          }
        }
      }
    }
  }
}
