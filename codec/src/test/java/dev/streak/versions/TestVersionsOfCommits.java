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

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.NoDeletionPolicy;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Commits of one version, of a higher one before a lower one, and such as cannot be read. */
public class TestVersionsOfCommits extends LuceneTestCase {

  private static IndexWriter keepingCommits(Directory directory) throws IOException {
    IndexWriterConfig config = newIndexWriterConfig().setMergePolicy(new LogDocMergePolicy());
    config.setIndexDeletionPolicy(NoDeletionPolicy.INSTANCE);
    return new IndexWriter(directory, config);
  }

  private static void commit(IndexWriter writer, long version) throws IOException {
    Document document = new Document();
    document.add(new StringField("key", Long.toString(version), Field.Store.NO));
    writer.addDocument(document);
    VersionedReaders.setVersion(writer, version);
    writer.commit();
  }

  private static void assertDocs(int docs, VersionedReaders readers, long version)
      throws IOException {
    try (ReaderLease lease = readers.acquire(version)) {
      assertEquals(docs, lease.reader().numDocs());
    }
  }

  /** Of a version the last commit counts. What was rolled back to a lower version is not there. */
  public void testOlderCommitsAtStart() throws Exception {
    try (Directory directory = newMockDirectory();
        IndexWriter writer = keepingCommits(directory)) {
      commit(writer, 1);
      commit(writer, 1);
      commit(writer, 9);
      commit(writer, 2);
      commit(writer, 2);
      try (VersionedReaders readers = new VersionedReaders(directory, 7)) {
        assertArrayEquals(new long[] {1, 2}, readers.versions());
        assertDocs(2, readers, 1);
        assertDocs(5, readers, 2);
        try (ReaderLease lease = readers.acquire()) {
          assertEquals(2, lease.version());
        }
      }
    }
  }

  public void testAnotherCommitOfAVersionTakesTheFirstOnesPlace() throws Exception {
    try (Directory directory = newMockDirectory();
        IndexWriter writer = keepingCommits(directory)) {
      commit(writer, 1);
      try (VersionedReaders readers = new VersionedReaders(directory, 2)) {
        IndexReader first;
        try (ReaderLease lease = readers.acquire()) {
          first = lease.reader();
        }
        commit(writer, 1);
        assertFalse("it is no new version", readers.refresh());
        assertArrayEquals(new long[] {1}, readers.versions());
        assertDocs(2, readers, 1);
        assertEquals(0, first.getRefCount());
      }
    }
  }

  /** The newest commit and the one before were opened by then. */
  public void testAllIsClosedIfAnOlderCommitCannotBeOpened() throws Exception {
    try (Directory directory = newMockDirectory()) {
      try (IndexWriter writer = keepingCommits(directory)) {
        commit(writer, 1);
        writer.addDocument(new Document());
        writer.forceMerge(1);
        VersionedReaders.setVersion(writer, 2);
        writer.commit();
        commit(writer, 3);
      }
      AtomicInteger opened = new AtomicInteger();
      Directory breaking =
          new FilterDirectory(directory) {
            @Override
            public IndexInput openInput(String name, IOContext context) throws IOException {
              // The first time commits are listed.
              if (name.equals("_0.si") && opened.incrementAndGet() == 2) {
                throw new IOException("broken");
              }
              return super.openInput(name, context);
            }
          };
      IOException e = expectThrows(IOException.class, () -> new VersionedReaders(breaking, 3));
      assertEquals("broken", e.getMessage());
    }
  }
}
