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
import java.util.Arrays;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;

/** Many keys in a segment, looked up after a few. */
public class TestManyKeys extends LuceneTestCase {

  private static KeyTables write(Directory directory, String[] keys) throws IOException {
    IndexWriterConfig config =
        new IndexWriterConfig()
            .setMergePolicy(NoMergePolicy.INSTANCE)
            .setRAMBufferSizeMB(100)
            .setCodec(new StreakCodec());
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (String key : keys) {
        Document document = new Document();
        document.add(new StringField("key", key, Field.Store.NO));
        writer.addDocument(document);
      }
    }
    DirectoryReader reader = DirectoryReader.open(directory);
    assertEquals(1, reader.leaves().size());
    KeyTables tables = KeyTables.build(reader, "key", 1 << 30);
    assertNotNull(tables.parts().getFirst().slots());
    assertEquals(0, tables.uncoveredSegments());
    return tables;
  }

  private static void assertAllFound(Batch batch) {
    for (int i = 0; i < batch.size(); i++) {
      assertEquals("key " + i, i, batch.doc(i));
    }
  }

  /** So many that their ordinals take more than 16 bits, and that some look like another one. */
  public void testTerms() throws Exception {
    try (Directory directory = newDirectory()) {
      String[] keys = new String[70_000];
      Arrays.setAll(keys, i -> "key " + i);
      KeyTables tables = write(directory, keys);
      BytesRef[] terms = Arrays.stream(keys).map(BytesRef::new).toArray(BytesRef[]::new);
      try (DirectoryReader reader = (DirectoryReader) tables.reader()) {
        BatchReader batches = new BatchReader(tables);
        assertAllFound(batches.get(Arrays.copyOf(terms, 1)));
        assertAllFound(batches.get(terms));
        assertSame(reader, batches.reader());
      }
    }
  }

  public void testNumbers() throws Exception {
    try (Directory directory = newDirectory()) {
      long[] ids = new long[5_000];
      // Too far apart for a table of numbers.
      Arrays.setAll(ids, i -> 1_000L * i);
      String[] keys = Arrays.stream(ids).mapToObj(Long::toString).toArray(String[]::new);
      KeyTables tables = write(directory, keys);
      try (DirectoryReader reader = (DirectoryReader) tables.reader()) {
        BatchReader batches = new BatchReader(tables);
        assertAllFound(batches.get(Arrays.copyOf(ids, 1)));
        assertAllFound(batches.get(ids));
        assertSame(reader, batches.reader());
      }
    }
  }
}
