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

import dev.streak.tools.digest.IndexDigest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.SegmentCommitInfo;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.store.Directory;

/**
 * Rewrites the segments of an index where they are, each with a commit of its own. Whatever ends
 * it, the last commit holds some segments as they were and some rewritten, all of them whole; the
 * next run goes on with those that are left.
 */
final class InPlace {
  private final Predicate<OpenSegment> which;
  private final Proof proof;
  private final IndexWriter writer;
  private final OneSegmentPolicy policy;

  private InPlace(
      Predicate<OpenSegment> which, Proof proof, IndexWriter writer, OneSegmentPolicy policy) {
    this.which = which;
    this.proof = proof;
    this.writer = writer;
    this.policy = policy;
  }

  /**
   * Rewrites segments, and reports each when it is committed.
   *
   * @param which segments are to be rewritten
   */
  static void run(
      Directory directory,
      IndexSettings settings,
      Codec codec,
      Predicate<OpenSegment> which,
      Proof proof,
      Consumer<Rewritten> report)
      throws IOException {
    OneSegmentPolicy policy = new OneSegmentPolicy();
    SegmentInfos before = SegmentInfos.readLatestCommit(directory);
    try (IndexWriter writer = new IndexWriter(directory, settings.writer(codec, policy))) {
      new InPlace(which, proof, writer, policy).rewriteAll(before, report);
    }
  }

  private void rewriteAll(SegmentInfos before, Consumer<Rewritten> report) throws IOException {
    DirectoryReader reader = DirectoryReader.open(writer);
    try {
      Set<String> old = OpenSegment.names(reader);
      drop(before, old, report);
      Optional<OpenSegment> next = next(reader, old);
      while (next.isPresent()) {
        OpenSegment segment = next.get();
        IndexDigest held = proof.before(segment);
        DirectoryReader after = rewrite(segment, reader);
        Rewritten rewritten;
        try (DirectoryReader previous = reader) {
          reader = after;
          rewritten =
              proof.check(segment, held, OpenSegment.added(OpenSegment.names(previous), after));
        }
        // Nobody reads the old files any more, so the commit gives their room back.
        writer.commit();
        report.accept(rewritten);
        next = next(reader, old);
      }
    } finally {
      reader.close();
    }
  }

  /** Commits and reports that segments go in which all documents are deleted: the writer did it. */
  private void drop(SegmentInfos before, Set<String> old, Consumer<Rewritten> report)
      throws IOException {
    List<Rewritten> dropped = new ArrayList<>();
    for (SegmentCommitInfo segment : before) {
      if (!old.contains(segment.info.name)) {
        dropped.add(proof.nothingLeft(segment));
      }
    }
    if (!dropped.isEmpty()) {
      writer.commit();
      dropped.forEach(report);
    }
  }

  private DirectoryReader rewrite(OpenSegment segment, DirectoryReader reader) throws IOException {
    policy.next(segment.name(), segment.isCompound());
    proof.whileWriting(segment, writer.getDirectory(), () -> writer.forceMerge(Integer.MAX_VALUE));
    DirectoryReader after = DirectoryReader.openIfChanged(reader);
    if (after == null) {
      throw new IOException("segment " + segment.name() + " was not rewritten");
    }
    return after;
  }

  /** None of those that were written here, whatever they look like. */
  private Optional<OpenSegment> next(DirectoryReader reader, Set<String> old) throws IOException {
    return OpenSegment.of(reader).stream()
        .filter(segment -> old.contains(segment.name()) && which.test(segment))
        .findFirst();
  }
}
