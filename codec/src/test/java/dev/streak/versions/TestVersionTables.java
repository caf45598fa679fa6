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
package dev.streak.versions;

import dev.streak.codec.StreakCodec;
import dev.streak.keyvalue.Batch;
import dev.streak.keyvalue.BatchReader;
import dev.streak.keyvalue.Column;
import dev.streak.keyvalue.KeyTables;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.MergePolicy;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;

/** Versions with many small segments are asked through tables, which change no answer. */
public class TestVersionTables extends LuceneTestCase {

  private static final int KEYS = 400;

  private final Map<String, Long> model = new TreeMap<>();

  private static IndexWriter writer(Directory directory, MergePolicy merges) throws Exception {
    IndexWriterConfig config = newIndexWriterConfig().setCodec(new StreakCodec());
    // Segments end with commits only: the tests count them.
    config.setRAMBufferSizeMB(16).setMaxBufferedDocs(IndexWriterConfig.DISABLE_AUTO_FLUSH);
    return new IndexWriter(directory, config.setMergePolicy(merges));
  }

  private void put(IndexWriter writer, String key, long value) throws Exception {
    Document document = new Document();
    document.add(new StringField("key", key, Field.Store.NO));
    document.add(new NumericDocValuesField("value", value));
    writer.updateDocument(new Term("key", key), document);
    model.put(key, value);
  }

  private static void commit(IndexWriter writer, long version) throws Exception {
    VersionedReaders.setVersion(writer, version);
    writer.commit();
  }

  /** One large segment, and one with a row changed for each version after the first. */
  private void write(IndexWriter writer, int versions) throws Exception {
    for (int key = 0; key < KEYS; key++) {
      put(writer, Integer.toString(key), key);
    }
    commit(writer, 1);
    for (int version = 2; version <= versions; version++) {
      put(writer, Integer.toString(version), 1000L * version);
      commit(writer, version);
    }
  }

  private void check(BatchReader batches) throws Exception {
    List<BytesRef> keys = new ArrayList<>();
    for (int key = 0; key < KEYS + 20; key++) {
      keys.add(new BytesRef(name(key)));
      keys.add(new BytesRef(Integer.toString(key)));
    }
    Batch batch = batches.get(keys.toArray(BytesRef[]::new), Column.longs("value"));
    for (int i = 0; i < keys.size(); i++) {
      Long expected = model.get(keys.get(i).utf8ToString());
      assertEquals(keys.get(i).utf8ToString(), expected != null, batch.isFound(i));
      assertEquals(expected == null ? -1 : expected, batch.longs("value").valueOr(i, -1));
    }
  }

  /** The tables of a field that a request asks for, or null. */
  private static KeyTables asked(VersionTables tables, IndexReader reader, String field) {
    tables.batches(reader, field);
    return tables.of(field);
  }

  private static String name(int key) {
    return "key-" + key;
  }

  public void testTheNextVersionHasTablesOfFieldsThatWereAskedFor() throws Exception {
    try (Directory directory = newDirectory();
        IndexWriter writer = writer(directory, NoMergePolicy.INSTANCE)) {
      write(writer, 5);
      try (VersionedReaders readers = new VersionedReaders(directory, 2)) {
        try (ReaderLease lease = readers.acquire()) {
          assertNull(asked(lease.tables(), lease.reader(), "key"));
          check(lease.batches("key"));
        }
        put(writer, "7", 70);
        commit(writer, 6);
        assertTrue(readers.refresh());
        try (ReaderLease lease = readers.acquire()) {
          BatchReader batches = lease.batches("key");
          KeyTables tables = lease.tables().of("key");
          assertEquals(5, tables.coveredSegments());
          assertEquals("the large one is asked itself", 1, tables.uncoveredSegments());
          assertSame(lease.reader(), batches.reader());
          assertNull(asked(lease.tables(), lease.reader(), "other"));
          check(batches);
        }
      }
    }
  }

  public void testFewSegmentsHaveNoTables() throws Exception {
    try (Directory directory = newDirectory();
        IndexWriter writer = writer(directory, NoMergePolicy.INSTANCE)) {
      write(writer, 2);
      try (VersionedReaders readers = new VersionedReaders(directory, 2)) {
        try (ReaderLease lease = readers.acquire()) {
          check(lease.batches("key"));
        }
        put(writer, "7", 70);
        commit(writer, 3);
        assertTrue(readers.refresh());
        try (ReaderLease lease = readers.acquire()) {
          assertNull(asked(lease.tables(), lease.reader(), "key"));
          check(lease.batches("key"));
        }
      }
    }
  }

  public void testAFieldThatIsNoKeyIsNotRemembered() throws Exception {
    try (Directory directory = newDirectory();
        IndexWriter writer = writer(directory, NoMergePolicy.INSTANCE)) {
      write(writer, 5);
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        VersionTables first = VersionTables.first();
        expectThrows(IllegalArgumentException.class, () -> first.batches(reader, "value"));
        for (int field = 0; field < 10; field++) {
          assertNull(asked(first, reader, "absent" + field));
        }
        assertNull(asked(first, reader, "key"));
        assertEquals(4, first.refresh(reader).of("key").coveredSegments());
      }
    }
  }

  public void testTheFieldsThatWereAskedForLastHaveTables() throws Exception {
    try (Directory directory = newDirectory();
        IndexWriter writer = writer(directory, NoMergePolicy.INSTANCE)) {
      for (int version = 0; version < 6; version++) {
        Document document = new Document();
        for (int field = 0; field < 6; field++) {
          document.add(new StringField("key" + field, "k" + version, Field.Store.NO));
        }
        for (int i = 0; i < (version == 0 ? 200 : 1); i++) {
          writer.addDocument(document);
        }
        writer.commit();
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        VersionTables tables = VersionTables.first();
        assertEquals(List.of(), fieldsWithTables(tables, reader));
        for (int field : new int[] {0, 1, 2, 3, 0, 4}) {
          tables.batches(reader, "key" + field);
        }
        tables = tables.refresh(reader);
        // Of this version they are asked for without end.
        for (int i = 0; i < 2; i++) {
          assertNull(asked(tables, reader, "key1"));
          for (int field : new int[] {3, 2, 0, 4}) {
            assertNotNull(asked(tables, reader, "key" + field));
          }
        }
        tables = tables.refresh(reader);
        assertEquals(List.of(0, 2, 3, 4), fieldsWithTables(tables, reader));
      }
    }
  }

  private static List<Integer> fieldsWithTables(VersionTables tables, DirectoryReader reader) {
    List<Integer> fields = new ArrayList<>();
    for (int field = 0; field < 6; field++) {
      if (asked(tables, reader, "key" + field) != null) {
        fields.add(field);
      }
    }
    return fields;
  }

  public void testRandomVersionsAnswerAsTheModelSays() throws Exception {
    try (Directory directory = newDirectory();
        IndexWriter writer =
            writer(directory, random().nextBoolean() ? NoMergePolicy.INSTANCE : newMergePolicy())) {
      write(writer, 3);
      boolean tables = false;
      try (VersionedReaders readers = new VersionedReaders(directory, 1 + random().nextInt(3))) {
        for (int version = 4; version < 30; version++) {
          for (int change = random().nextInt(20); change >= 0; change--) {
            int key = random().nextInt(KEYS + 10);
            String term = random().nextBoolean() ? Integer.toString(key) : name(key);
            if (random().nextInt(4) == 0) {
              writer.deleteDocuments(new Term("key", term));
              model.remove(term);
            } else {
              put(writer, term, version * 1000L + key);
            }
          }
          commit(writer, version);
          assertTrue(readers.refresh());
          try (ReaderLease lease = readers.acquire()) {
            BatchReader batches = lease.batches("key");
            tables |= lease.tables().of("key") != null;
            check(batches);
          }
        }
        assertTrue(tables || writer.getConfig().getMergePolicy() != NoMergePolicy.INSTANCE);
      }
    }
  }
}
