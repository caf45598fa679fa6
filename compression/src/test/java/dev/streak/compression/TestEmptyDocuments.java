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
import org.apache.lucene.document.Document;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.FixedBitSet;

/** Indexes most of whose documents, or all, have no stored fields. */
public class TestEmptyDocuments extends LuceneTestCase {

  /** Indexes {@code docs} documents; those in {@code stored} have their number as a field. */
  private static void index(
      Directory directory, ZstdSettings settings, int docs, FixedBitSet stored) throws IOException {
    IndexWriterConfig config =
        new IndexWriterConfig(null).setCodec(new ZstdTestCodec(settings)).setUseCompoundFile(false);
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (int doc = 0; doc < docs; doc++) {
        Document document = new Document();
        if (stored.get(doc)) {
          document.add(new StoredField("doc", doc));
        }
        writer.addDocument(document);
      }
      writer.forceMerge(1);
    }
  }

  private static long storedBytes(Directory directory) throws IOException {
    long bytes = 0;
    for (String file : directory.listAll()) {
      bytes += file.contains(".zs") ? directory.fileLength(file) : 0;
    }
    return bytes;
  }

  public void testTakeNextToNoDisk() throws IOException {
    int docs = 100_000;
    try (Directory directory = new ByteBuffersDirectory()) {
      index(directory, ZstdSettings.DEFAULT, docs, new FixedBitSet(docs));
      long bytes = storedBytes(directory);
      assertTrue(bytes + " bytes", bytes > 0 && bytes < docs / 30);
    }
  }

  public void testStandBesideOthers() throws IOException {
    int docs = 20_000;
    for (int every : new int[] {1, 2, 100, 1_000, 5_000}) {
      FixedBitSet stored = new FixedBitSet(docs);
      for (int doc = 0; doc < docs; doc++) {
        if (random().nextInt(every) == 0) {
          stored.set(doc);
        }
      }
      try (Directory directory = new ByteBuffersDirectory()) {
        index(directory, RandomSettings.next(random()), docs, stored);
        try (IndexReader reader = DirectoryReader.open(directory)) {
          StoredFields fields = reader.storedFields();
          for (int doc = 0; doc < docs; doc++) {
            IndexableField field = fields.document(doc).getField("doc");
            assertEquals(stored.get(doc), field != null);
            if (field != null) {
              assertEquals(doc, field.numericValue());
            }
          }
        }
      }
    }
  }
}
