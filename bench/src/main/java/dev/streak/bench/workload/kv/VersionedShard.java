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
package dev.streak.bench.workload.kv;

import dev.streak.bench.harness.BenchContext;
import dev.streak.codec.StreakCodec;
import dev.streak.versions.VersionedReaders;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexCommit;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoDeletionPolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;

/**
 * One of some shards, each with every so many-th row. All versions are written beforehand to one
 * folder, a commit each. A version is published by linking its files into another folder, as if
 * they had been copied from the machine that wrote them.
 */
final class VersionedShard implements Closeable {
  static final String CHANGED_IN = "changed_in";

  /** After so many versions every row has changed once. */
  private static final int CYCLE = 100;

  private final Path written;
  private final Path published;
  private final Directory directory;
  private final List<IndexCommit> commits;

  private VersionedShard(Path written, Path published) throws IOException {
    this.written = written;
    this.published = published;
    try (Directory folder = FSDirectory.open(written)) {
      this.commits = List.copyOf(DirectoryReader.listCommits(folder));
    }
    this.directory = FSDirectory.open(published);
  }

  /** The version that changed a row last, of those up to {@code version}. */
  static long changedIn(int row, int shards, long version) {
    long phase = row / shards % CYCLE;
    return Math.max(1, version - Math.floorMod(version - phase, (long) CYCLE));
  }

  /** Writes versions 1 to {@code versions} of a shard, and publishes the first. */
  static VersionedShard write(
      BenchContext context, KeyValues rows, int shard, int shards, int versions)
      throws IOException {
    Path written = context.scratch("written-" + shard);
    IndexWriterConfig config =
        new IndexWriterConfig()
            .setCodec(new StreakCodec())
            .setIndexDeletionPolicy(NoDeletionPolicy.INSTANCE)
            .setRAMBufferSizeMB(256)
            .setUseCompoundFile(false);
    try (Directory folder = FSDirectory.open(written);
        IndexWriter writer = new IndexWriter(folder, config)) {
      for (int version = 1; version <= versions; version++) {
        writeVersion(writer, rows, shard, shards, version);
        VersionedReaders.setVersion(writer, version);
        writer.commit();
      }
    }
    VersionedShard result = new VersionedShard(written, context.scratch("published-" + shard));
    result.publish(1);
    return result;
  }

  private static void writeVersion(
      IndexWriter writer, KeyValues rows, int shard, int shards, int version) throws IOException {
    for (int row = shard; row < rows.count(); row += shards) {
      if (version > 1 && changedIn(row, shards, version) != version) {
        continue;
      }
      Document document = KeyValueIndex.document(rows, row);
      document.add(new NumericDocValuesField(CHANGED_IN, version));
      if (version == 1) {
        writer.addDocument(document);
      } else {
        writer.updateDocument(new Term(KeyValueIndex.KEY, rows.term(row)), document);
      }
    }
    if (version == 1) {
      writer.forceMerge(1);
    }
  }

  /** The same versions, of which the first is published in another folder. */
  VersionedShard publishedAgain(BenchContext context) throws IOException {
    VersionedShard again = new VersionedShard(written, context.scratch("published-again"));
    again.publish(1);
    return again;
  }

  /** Puts the files of a version where readers look, that of the commit last. */
  void publish(int version) throws IOException {
    IndexCommit commit = commits.get(version - 1);
    for (String file : commit.getFileNames()) {
      if (file.equals(commit.getSegmentsFileName()) == false) {
        link(file);
      }
    }
    link(commit.getSegmentsFileName());
  }

  private void link(String file) throws IOException {
    try {
      Files.createLink(published.resolve(file), written.resolve(file));
    } catch (
        @SuppressWarnings("unused")
        FileAlreadyExistsException e) {
      // An earlier version brought it.
    }
  }

  /** Bytes of the files of a version that the one before does not have. */
  long newBytes(int version) throws IOException {
    Set<String> files = new HashSet<>(commits.get(version - 1).getFileNames());
    files.removeAll(commits.get(version - 2).getFileNames());
    long bytes = 0;
    for (String file : files) {
      bytes += Files.size(written.resolve(file));
    }
    return bytes;
  }

  /** Where published versions are read. */
  Directory directory() {
    return directory;
  }

  @Override
  public void close() throws IOException {
    directory.close();
  }
}
