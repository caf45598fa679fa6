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
package dev.streak.tools.convert;

import dev.streak.tools.cli.Refusal;
import dev.streak.tools.digest.IndexDigest;
import dev.streak.tools.index.IndexFolder;
import java.io.IOException;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexFileNames;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.index.SortingCodecReader;
import org.apache.lucene.search.Sort;
import org.apache.lucene.store.Directory;

/**
 * Writes the segments of an index once more into another folder, each with a commit of its own that
 * tells how far it came. The next run goes on from there, if the source is still the same.
 */
final class IntoFolder {
  private final DirectoryReader source;
  private final Sort sort;
  private final Proof proof;
  private final IndexWriter writer;
  private final OneSegmentPolicy policy;

  private IntoFolder(
      DirectoryReader source, Sort sort, Proof proof, IndexWriter writer, OneSegmentPolicy policy) {
    this.source = source;
    this.sort = sort;
    this.proof = proof;
    this.writer = writer;
    this.policy = policy;
  }

  /** How many segments an earlier run copied; refused if the folder holds something else. */
  static int done(Directory target, String task) throws IOException {
    if (!DirectoryReader.indexExists(target)) {
      for (String file : target.listAll()) {
        // What is left of a run that was ended before its first commit.
        if (!file.equals(IndexWriter.WRITE_LOCK_NAME)
            && !file.startsWith(IndexFileNames.PENDING_SEGMENTS)) {
          throw new Refusal("--out must be a new or an empty folder: " + IndexFolder.name(target));
        }
      }
      return 0;
    }
    Map<String, String> found = SegmentInfos.readLatestCommit(target).getUserData();
    if (!task.equals(found.get(UnfinishedCopy.TASK))) {
      throw new Refusal(
          "--out holds an index already, and not an unfinished copy of this one with these options: "
              + IndexFolder.name(target));
    }
    return Integer.parseInt(found.get(UnfinishedCopy.DONE));
  }

  /** What identifies a copy: the commit that is copied, the codec with its settings, the order. */
  static String task(DirectoryReader source, Codec codec, Sort sort) throws IOException {
    StringBuilder task = new StringBuilder(codec.toString()).append(' ').append(sort);
    for (OpenSegment segment : OpenSegment.of(source)) {
      task.append(' ').append(new BigInteger(1, segment.info().getId()).toString(36));
    }
    return task.toString();
  }

  /**
   * Copies all segments that are left, and reports each when it is committed.
   *
   * @param settings of the copy
   * @param sort brings the documents of each segment into this order, or null
   */
  static void run(
      DirectoryReader source,
      Directory target,
      IndexSettings settings,
      Codec codec,
      Sort sort,
      Proof proof,
      Consumer<Rewritten> report)
      throws IOException {
    String task = task(source, codec, sort);
    done(target, task);
    OneSegmentPolicy policy = new OneSegmentPolicy();
    try (IndexWriter writer =
        new IndexWriter(
            target,
            settings
                .writer(codec, policy)
                .setIndexCreatedVersionMajor(settings.createdVersion()))) {
      // Again, for another process may have gone on until it gave up the lock.
      int done = done(target, task);
      new IntoFolder(source, sort, proof, writer, policy).copy(task, done, report);
    }
  }

  private void copy(String task, int done, Consumer<Rewritten> report) throws IOException {
    if (done == 0) {
      commit(unfinished(task, 0));
    }
    List<OpenSegment> segments = OpenSegment.of(source);
    for (int i = done; i < segments.size(); i++) {
      Rewritten rewritten = copy(segments.get(i));
      commit(unfinished(task, i + 1));
      report.accept(rewritten);
    }
    // Finished: from here on it is an index like any other.
    commit(new HashMap<>(source.getIndexCommit().getUserData()));
  }

  private Rewritten copy(OpenSegment segment) throws IOException {
    IndexDigest before = proof.before(segment);
    policy.next(null, segment.isCompound());
    try (DirectoryReader old = DirectoryReader.open(writer)) {
      Set<String> names = OpenSegment.names(old);
      CodecReader reader = segment.reader();
      if (reader.numDocs() > 0) {
        CodecReader ordered = sort == null ? reader : SortingCodecReader.wrap(reader, sort);
        proof.whileWriting(segment, writer.getDirectory(), () -> writer.addIndexes(ordered));
      }
      try (DirectoryReader after = DirectoryReader.open(writer)) {
        return proof.check(segment, before, OpenSegment.added(names, after));
      }
    }
  }

  private static Map<String, String> unfinished(String task, int done) {
    return Map.of(UnfinishedCopy.TASK, task, UnfinishedCopy.DONE, Integer.toString(done));
  }

  private void commit(Map<String, String> userData) throws IOException {
    writer.setLiveCommitData(userData.entrySet());
    writer.commit();
  }
}
