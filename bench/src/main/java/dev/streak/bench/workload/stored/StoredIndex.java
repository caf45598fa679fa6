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
package dev.streak.bench.workload.stored;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Map;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexFileNames;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.IOContext;

/** An index of nothing but stored documents. */
final class StoredIndex {
  static final String FIELD = "source";

  /** Of Lucene's stored fields and of ours. */
  private static final String STORED_FIELDS_FILES = "fd[tmx]|zs[dim]";

  /** Of Lucene's term vectors and of ours. */
  static final String TERM_VECTORS_FILES = "tv[dmx]";

  /**
   * What some work took.
   *
   * @param wall on the clock
   * @param thread processor time of the calling thread
   * @param all processor time of all threads, the virtual machine's own included
   */
  record Nanos(long wall, long thread, long all) {
    static Nanos now() {
      // The platform's own bean has more than the interface that is always there.
      var system =
          (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
      return new Nanos(
          System.nanoTime(),
          ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime(),
          system.getProcessCpuTime());
    }

    Nanos since(Nanos start) {
      return new Nanos(wall - start.wall, thread - start.thread, all - start.all);
    }
  }

  private StoredIndex() {}

  private static IndexWriterConfig config(Codec codec) {
    return new IndexWriterConfig()
        .setCodec(codec)
        .setMergeScheduler(new SerialMergeScheduler())
        .setUseCompoundFile(false);
  }

  /** Merges neighbours only, so that document numbers do not depend on sizes. */
  private static LogDocMergePolicy mergePolicy() {
    LogDocMergePolicy policy = new LogDocMergePolicy();
    policy.setNoCFSRatio(0);
    return policy;
  }

  /**
   * Writes segments, copies them to {@code unmerged} unless that is null, and merges them with the
   * same writer. Returns what writing and merging took.
   */
  static Map<String, Nanos> write(
      StoredData data, Codec codec, int segments, Path path, Path unmerged) throws IOException {
    IndexWriterConfig config =
        config(codec)
            .setOpenMode(IndexWriterConfig.OpenMode.CREATE)
            .setMergePolicy(NoMergePolicy.INSTANCE)
            .setMaxBufferedDocs((data.documents().size() + segments - 1) / segments)
            .setRAMBufferSizeMB(IndexWriterConfig.DISABLE_AUTO_FLUSH);
    try (Directory directory = FSDirectory.open(path);
        IndexWriter writer = new IndexWriter(directory, config)) {
      Nanos start = Nanos.now();
      for (byte[] bytes : data.documents()) {
        Document document = new Document();
        document.add(new StoredField(FIELD, bytes));
        writer.addDocument(document);
      }
      writer.commit();
      Nanos writing = Nanos.now().since(start);
      if (unmerged != null) {
        copy(directory, unmerged);
      }
      writer.getConfig().setMergePolicy(mergePolicy());
      return Map.of("write", writing, "merge", merge(writer));
    }
  }

  /** Merges what {@link #write} left unmerged; takes a copy, so that it can be done again. */
  static Nanos mergeReopened(Codec codec, Path unmerged, Path work) throws IOException {
    try (Directory from = FSDirectory.open(unmerged)) {
      copy(from, work);
    }
    try (Directory directory = FSDirectory.open(work);
        IndexWriter writer =
            new IndexWriter(directory, config(codec).setMergePolicy(mergePolicy()))) {
      return merge(writer);
    }
  }

  private static Nanos merge(IndexWriter writer) throws IOException {
    Nanos start = Nanos.now();
    writer.forceMerge(1);
    writer.commit();
    return Nanos.now().since(start);
  }

  private static void copy(Directory from, Path to) throws IOException {
    try (Directory directory = FSDirectory.open(to)) {
      for (String file : directory.listAll()) {
        directory.deleteFile(file);
      }
      for (String file : from.listAll()) {
        if (!file.equals(IndexWriter.WRITE_LOCK_NAME)) {
          directory.copyFrom(from, file, file, IOContext.DEFAULT);
        }
      }
    }
  }

  /** Bytes of the stored fields' files. */
  static long diskBytes(Path path) throws IOException {
    return diskBytes(path, STORED_FIELDS_FILES);
  }

  /** Bytes of files whose extension matches. */
  static long diskBytes(Path path, String extensions) throws IOException {
    long bytes = 0;
    try (Directory directory = FSDirectory.open(path)) {
      for (String file : directory.listAll()) {
        String extension = IndexFileNames.getExtension(file);
        if (extension != null && extension.matches(extensions)) {
          bytes += directory.fileLength(file);
        }
      }
    }
    return bytes;
  }

  static DirectoryReader open(Path path) throws IOException {
    return DirectoryReader.open(FSDirectory.open(path));
  }
}
