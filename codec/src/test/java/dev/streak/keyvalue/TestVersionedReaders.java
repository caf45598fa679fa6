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

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.NoDeletionPolicy;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;

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
        first.close();
        first.close();
        assertEquals(0, first.reader().getRefCount());
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
      lease.close();
      assertEquals(0, lease.reader().getRefCount());
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
        assertArrayEquals(new long[] {5}, readers.versions());
        writer.setLiveCommitData(Map.of(VersionedReaders.VERSION_KEY, "six").entrySet());
        writer.commit();
        expectThrows(IllegalStateException.class, readers::refresh);
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
