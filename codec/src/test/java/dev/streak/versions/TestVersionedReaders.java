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
import dev.streak.keyvalue.BatchReader;
import dev.streak.keyvalue.KeyTables;
import dev.streak.keyvalue.KeyValueModel;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.NoDeletionPolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;

public class TestVersionedReaders extends LuceneTestCase {

  private static void commit(IndexWriter writer, long version) throws Exception {
    Document document = new Document();
    document.add(new StringField("key", Long.toString(version), Field.Store.NO));
    writer.addDocument(document);
    VersionedReaders.setVersion(writer, version);
    writer.commit();
  }

  public void testKeepsTheLastVersionsAndLeases() throws Exception {
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, newIndexWriterConfig())) {
      commit(writer, 1);
      try (VersionedReaders readers = new VersionedReaders(directory, 2)) {
        assertFalse(readers.refresh());
        ReaderLease first = readers.acquire();
        for (int version = 2; version <= 4; version++) {
          commit(writer, version);
          assertTrue(readers.refresh());
        }
        assertArrayEquals(new long[] {3, 4}, readers.versions());
        assertEquals(1, first.version());
        assertEquals(1, first.reader().numDocs());
        assertEquals(1, first.reader().getRefCount());
        IndexReader reader = first.reader();
        first.close();
        first.close();
        assertEquals(0, reader.getRefCount());
        try (ReaderLease third = readers.acquire(3)) {
          assertEquals(3, third.reader().numDocs());
        }
        UnknownVersionException e =
            expectThrows(UnknownVersionException.class, () -> readers.acquire(1));
        assertEquals("version must be one of [3, 4]: version=1", e.getMessage());
      }
    }
  }

  public void testOlderCommitsAreOpenedAtStart() throws Exception {
    try (Directory directory = newDirectory();
        IndexWriter writer =
            new IndexWriter(
                directory,
                newIndexWriterConfig().setIndexDeletionPolicy(NoDeletionPolicy.INSTANCE))) {
      for (int version = 1; version <= 5; version++) {
        commit(writer, version);
      }
      try (VersionedReaders readers = new VersionedReaders(directory, 3)) {
        assertArrayEquals(new long[] {3, 4, 5}, readers.versions());
        for (long version : readers.versions()) {
          try (ReaderLease lease = readers.acquire(version)) {
            assertEquals(version, lease.reader().numDocs());
          }
        }
      }
    }
  }

  /** Two commits that share no segment. */
  private static Directory twoVersions() throws Exception {
    Directory directory = newDirectory();
    IndexWriterConfig config = newIndexWriterConfig().setMergePolicy(new LogDocMergePolicy());
    config.setIndexDeletionPolicy(NoDeletionPolicy.INSTANCE);
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      commit(writer, 1);
      writer.addDocument(new Document());
      writer.forceMerge(1);
      VersionedReaders.setVersion(writer, 2);
      writer.commit();
    }
    return directory;
  }

  /** Loses a file of the first commit, for the {@code from}th opening of it and {@code times}. */
  private static Directory losing(Directory directory, int from, int times) {
    return new FilterDirectory(directory) {
      private int opened;

      @Override
      public IndexInput openInput(String name, IOContext context) throws IOException {
        if (name.equals("_0.si") && ++opened >= from && opened < from + times) {
          throw new NoSuchFileException(name);
        }
        return super.openInput(name, context);
      }
    };
  }

  public void testAnOlderCommitThatIsDeletedMeanwhile() throws Exception {
    try (Directory directory = twoVersions()) {
      try (VersionedReaders readers = new VersionedReaders(losing(directory, 1, 1), 2)) {
        assertArrayEquals("gone while commits are listed", new long[] {1, 2}, readers.versions());
      }
      try (VersionedReaders readers = new VersionedReaders(losing(directory, 2, 1), 2)) {
        assertArrayEquals("gone when it is opened", new long[] {2}, readers.versions());
      }
      Directory damaged = losing(directory, 1, Integer.MAX_VALUE - 1);
      expectThrows(CorruptIndexException.class, () -> new VersionedReaders(damaged, 2));
      try (VersionedReaders readers = new VersionedReaders(damaged, 1)) {
        assertArrayEquals("others are not looked at", new long[] {2}, readers.versions());
      }
    }
  }

  public void testOlderCommitsWithAnythingElseThanAVersionAreSkipped() throws Exception {
    try (Directory directory = newDirectory();
        IndexWriter writer =
            new IndexWriter(
                directory,
                newIndexWriterConfig().setIndexDeletionPolicy(NoDeletionPolicy.INSTANCE))) {
      commit(writer, 1);
      writer.setLiveCommitData(Map.of(VersionedReaders.VERSION_KEY, "one and a half").entrySet());
      writer.commit();
      IllegalStateException newest =
          expectThrows(IllegalStateException.class, () -> new VersionedReaders(directory, 3));
      assertTrue(newest.getMessage(), newest.getMessage().contains("=one and a half"));
      commit(writer, 2);
      try (VersionedReaders readers = new VersionedReaders(directory, 3)) {
        assertArrayEquals(new long[] {1, 2}, readers.versions());
      }
    }
  }

  public void testClosingBreaksNobody() throws Exception {
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, newIndexWriterConfig())) {
      commit(writer, 7);
      VersionedReaders readers = new VersionedReaders(directory, 1);
      ReaderLease lease = readers.acquire();
      readers.close();
      readers.close();
      expectThrows(AlreadyClosedException.class, readers::acquire);
      expectThrows(AlreadyClosedException.class, readers::refresh);
      assertTrue(lease.batches("key").get(new long[] {7}).isFound(0));
      IndexReader reader = lease.reader();
      lease.close();
      assertEquals(0, reader.getRefCount());
    }
  }

  /** Others may hold the reader: it would answer as if nothing were wrong, and close later. */
  public void testAClosedLeaseLendsNothing() throws Exception {
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, newIndexWriterConfig())) {
      commit(writer, 7);
      try (VersionedReaders readers = new VersionedReaders(directory, 1)) {
        ReaderLease lease = readers.acquire();
        lease.close();
        for (ThrowingRunnable use :
            List.<ThrowingRunnable>of(lease::version, lease::reader, () -> lease.batches("key"))) {
          AlreadyClosedException e = expectThrows(AlreadyClosedException.class, use);
          assertEquals("this lease of version 7 is closed", e.getMessage());
        }
      }
    }
  }

  /** Lucene keeps the data of a commit for all later ones. */
  public void testLaterCommitsCarryTheVersionUntilAnotherIsSet() throws Exception {
    try (Directory directory = newDirectory()) {
      try (IndexWriter writer = new IndexWriter(directory, newIndexWriterConfig())) {
        commit(writer, 7);
        try (VersionedReaders readers = new VersionedReaders(directory, 2);
            ReaderLease before = readers.acquire()) {
          writer.addDocument(new Document());
          writer.commit();
          assertFalse("it is no new version", readers.refresh());
          assertArrayEquals(new long[] {7}, readers.versions());
          try (ReaderLease lease = readers.acquire()) {
            assertEquals("but it is there", 2, lease.reader().numDocs());
          }
          assertEquals("a lease keeps what it has", 1, before.reader().numDocs());
        }
        writer.addDocument(new Document());
      }
      try (IndexWriter writer = new IndexWriter(directory, newIndexWriterConfig())) {
        writer.addDocument(new Document());
      }
      try (VersionedReaders readers = new VersionedReaders(directory, 1);
          ReaderLease lease = readers.acquire(7)) {
        assertEquals("closing and a new writer", 4, lease.reader().numDocs());
      }
    }
  }

  /** Who has a lease must not close its reader; if he does, nobody may wait for ever. */
  public void testReaderThatWasClosedByMistake() throws Exception {
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, newIndexWriterConfig())) {
      commit(writer, 7);
      try (VersionedReaders readers = new VersionedReaders(directory, 1)) {
        ReaderLease lease = readers.acquire();
        lease.reader().close();
        lease.close();
        for (ThrowingRunnable again :
            List.<ThrowingRunnable>of(readers::acquire, () -> readers.acquire(7))) {
          AlreadyClosedException e = expectThrows(AlreadyClosedException.class, again);
          String message = "reader of version 7 is closed, must be open: close leases, and not ";
          assertTrue(e.getMessage(), e.getMessage().startsWith(message));
        }
      }
    }
  }

  public void testCommitsWithoutVersionsAreRefused() throws Exception {
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, newIndexWriterConfig())) {
      writer.commit();
      IllegalArgumentException none =
          expectThrows(IllegalArgumentException.class, () -> new VersionedReaders(directory, 2));
      assertTrue(none.getMessage(), none.getMessage().contains(VersionedReaders.VERSION_KEY));
      expectThrows(IllegalArgumentException.class, () -> new VersionedReaders(directory, 0));
      commit(writer, 5);
      try (VersionedReaders readers = new VersionedReaders(directory, 2)) {
        commit(writer, 4);
        IllegalStateException lower = expectThrows(IllegalStateException.class, readers::refresh);
        assertTrue(lower.getMessage(), lower.getMessage().contains("must be >= 5: version=4"));
        assertTrue(
            lower.getMessage(),
            lower.getMessage().endsWith("; set one with VersionedReaders.setVersion and commit"));
        assertArrayEquals(new long[] {5}, readers.versions());
        writer.setLiveCommitData(Map.of(VersionedReaders.VERSION_KEY, "six").entrySet());
        writer.commit();
        expectThrows(IllegalStateException.class, readers::refresh);
      }
    }
  }

  /** Updates and deletions from version to version; every open version answers as its own map. */
  public void testEachVersionAnswersAsItsOwnMap() throws Exception {
    int keep = TestUtil.nextInt(random(), 1, 4);
    TreeMap<Long, TreeMap<String, KeyValueModel.Row>> versions = new TreeMap<>();
    TreeMap<Long, KeyTables> tables = new TreeMap<>();
    try (Directory directory = newDirectory();
        IndexWriter writer =
            new IndexWriter(
                directory,
                newIndexWriterConfig()
                    .setMergePolicy(new LogDocMergePolicy())
                    .setCodec(new StreakCodec()))) {
      writeVersion(writer, 1, new TreeMap<>(), versions);
      try (VersionedReaders readers = new VersionedReaders(directory, keep)) {
        tables.put(1L, null);
        for (long version = 2; version < 12; version++) {
          writeVersion(writer, version, versions.lastEntry().getValue(), versions);
          assertTrue(readers.refresh());
          checkVersions(readers, keep, versions, tables);
        }
      }
    }
  }

  private static void writeVersion(
      IndexWriter writer,
      long version,
      TreeMap<String, KeyValueModel.Row> before,
      TreeMap<Long, TreeMap<String, KeyValueModel.Row>> versions)
      throws Exception {
    TreeMap<String, KeyValueModel.Row> rows = new TreeMap<>(before);
    for (int i = atLeast(20); i > 0; i--) {
      String key = Integer.toString(random().nextInt(100));
      if (random().nextInt(3) == 0) {
        rows.remove(key);
        writer.deleteDocuments(new Term("key", key));
      } else {
        KeyValueModel.Row row = KeyValueModel.randomRow(random());
        rows.put(key, row);
        writer.updateDocument(new Term("key", key), row.document(key));
      }
    }
    VersionedReaders.setVersion(writer, version);
    writer.commit();
    versions.put(version, rows);
  }

  private static void checkVersions(
      VersionedReaders readers,
      int keep,
      TreeMap<Long, TreeMap<String, KeyValueModel.Row>> versions,
      TreeMap<Long, KeyTables> tables)
      throws Exception {
    long newest = versions.lastKey();
    assertEquals(Math.min(keep, newest), readers.versions().length);
    for (long version : readers.versions()) {
      try (ReaderLease lease = readers.acquire(version)) {
        KeyTables known = tables.get(version);
        if (known == null) {
          Map.Entry<Long, KeyTables> older = tables.lowerEntry(version);
          known =
              older == null || older.getValue() == null
                  ? KeyTables.build(lease.reader(), "key", 1 << 20)
                  : older.getValue().refresh(lease.reader());
          tables.put(version, known);
        }
        TreeMap<String, KeyValueModel.Row> rows = versions.get(version);
        List<String> keys =
            KeyValueModel.questions(random(), rows, List.copyOf(versions.get(newest).keySet()));
        BytesRef[] terms = keys.stream().map(BytesRef::new).toArray(BytesRef[]::new);
        for (BatchReader reader : List.of(lease.batches("key"), new BatchReader(known))) {
          KeyValueModel.check(rows, keys, reader.get(terms, KeyValueModel.allColumns()));
        }
      }
    }
  }

  public void testOtherUserDataIsKept() throws Exception {
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, newIndexWriterConfig())) {
      writer.setLiveCommitData(Map.of("mine", "yes").entrySet());
      commit(writer, 3);
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        assertEquals(
            Map.of("mine", "yes", VersionedReaders.VERSION_KEY, "3"),
            reader.getIndexCommit().getUserData());
      }
    }
  }

  public void testManyLeasesWhileVersionsChange() throws Exception {
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, newIndexWriterConfig())) {
      commit(writer, 1);
      try (VersionedReaders readers = new VersionedReaders(directory, 1)) {
        List<Thread> threads = new ArrayList<>();
        List<Throwable> failures = new ArrayList<>();
        boolean[] stop = new boolean[1];
        for (int i = 0; i < 2; i++) {
          Thread thread = new Thread(() -> leaseUntil(readers, stop, failures));
          threads.add(thread);
          thread.start();
        }
        for (int version = 2; version < 40; version++) {
          commit(writer, version);
          assertTrue(readers.refresh());
        }
        synchronized (stop) {
          stop[0] = true;
        }
        for (Thread thread : threads) {
          thread.join();
        }
        assertEquals(List.of(), failures);
      }
    }
  }

  private static void leaseUntil(
      VersionedReaders readers, boolean[] stop, List<Throwable> failures) {
    try {
      long last = 0;
      while (true) {
        synchronized (stop) {
          if (stop[0]) {
            return;
          }
        }
        try (ReaderLease lease = readers.acquire()) {
          assertTrue(lease.version() >= last);
          last = lease.version();
          assertEquals(last, lease.reader().numDocs());
        }
      }
    } catch (Throwable e) {
      synchronized (failures) {
        failures.add(e);
      }
    }
  }
}
