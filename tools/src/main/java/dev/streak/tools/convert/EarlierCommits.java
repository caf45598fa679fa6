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

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexCommit;
import org.apache.lucene.index.IndexFileNames;
import org.apache.lucene.index.MergePolicy.OneMerge;
import org.apache.lucene.index.SegmentCommitInfo;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.store.Directory;

/**
 * Commits of an index before its last one. A writer that is opened deletes them. Some were kept on
 * purpose; one may be what a conversion left that was killed after its commit, before it deleted
 * the one before. That one holds the same documents as the next, so nothing is lost with it.
 */
final class EarlierCommits {
  /** In the diagnostics of a segment: the name of the one it was rewritten from. */
  private static final String REWRITTEN_FROM = "streak.rewritten.from";

  /** A writer deletes the commit before at once. */
  private static final int MOMENT_MILLIS = 1000;

  private static final int STEP_MILLIS = 10;

  /** Others may go on writing all the time. */
  private static final int ATTEMPTS = 10;

  private EarlierCommits() {}

  /** A merge of one segment, which says in the new one that it was rewritten. */
  static OneMerge rewriting(OneMerge merge) {
    String old = merge.segments.get(0).info.name;
    return new OneMerge(merge.segments) {
      @Override
      public CodecReader wrapForMerge(CodecReader reader) throws IOException {
        return merge.wrapForMerge(reader);
      }

      @Override
      public void setMergeInfo(SegmentCommitInfo rewritten) {
        rewritten.info.addDiagnostics(Map.of(REWRITTEN_FROM, old));
        super.setMergeInfo(rewritten);
      }
    };
  }

  /**
   * How many commits there are, the last one included; 1 if those before are what a conversion
   * left.
   */
  static int keptOnPurpose(Directory directory) throws IOException {
    List<IndexCommit> commits = DirectoryReader.listCommits(directory);
    for (int i = 1; i < commits.size(); i++) {
      SegmentInfos before = SegmentInfos.readCommit(directory, name(commits, i - 1));
      SegmentInfos after = SegmentInfos.readCommit(directory, name(commits, i));
      if (isRewritten(before, after) == false) {
        return commits.size();
      }
    }
    return 1;
  }

  /**
   * The same of an index that others may write to: a commit before the last may be about to go, so
   * only those count that are still there a moment later.
   */
  static int keptForLong(Directory directory) throws IOException {
    for (int attempt = 1; ; attempt++) {
      // Not read before that: a commit that is about to go cannot be told from a damaged one.
      if (areGoneInAMoment(directory)) {
        return 1;
      }
      Set<String> commits = commits(directory);
      try {
        return keptOnPurpose(directory);
      } catch (NoSuchFileException | FileNotFoundException | CorruptIndexException e) {
        // If others went on writing, they may just have deleted what was read.
        if (attempt == ATTEMPTS || commits.equals(commits(directory))) {
          throw e;
        }
      }
    }
  }

  /** Waits until none of the commits before the last is there any more, but not for long. */
  private static boolean areGoneInAMoment(Directory directory) throws IOException {
    Set<String> earlier = earlier(commits(directory));
    for (int waited = 0; waited < MOMENT_MILLIS && !earlier.isEmpty(); waited += STEP_MILLIS) {
      try {
        Thread.sleep(STEP_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      }
      earlier.retainAll(earlier(commits(directory)));
    }
    return earlier.isEmpty();
  }

  /** Names of the files of commits, which are not read. */
  private static Set<String> commits(Directory directory) throws IOException {
    Set<String> names = new HashSet<>();
    for (String file : directory.listAll()) {
      if (file.startsWith(IndexFileNames.SEGMENTS + '_')) {
        names.add(file);
      }
    }
    return names;
  }

  private static Set<String> earlier(Set<String> commits) {
    Set<String> earlier = new HashSet<>(commits);
    commits.stream()
        .max(Comparator.comparingLong(SegmentInfos::generationFromSegmentsFileName))
        .ifPresent(earlier::remove);
    return earlier;
  }

  private static String name(List<IndexCommit> commits, int i) {
    return commits.get(i).getSegmentsFileName();
  }

  /** Whether a commit differs from the one before only by segments that were rewritten. */
  private static boolean isRewritten(SegmentInfos before, SegmentInfos after) {
    if (before.getUserData().equals(after.getUserData()) == false) {
      return false;
    }
    Map<String, SegmentCommitInfo> gone = new HashMap<>();
    before.forEach(segment -> gone.put(segment.info.name, segment));
    Set<String> sources = new HashSet<>();
    for (SegmentCommitInfo segment : after) {
      SegmentCommitInfo same = gone.remove(segment.info.name);
      String source = segment.info.getDiagnostics().get(REWRITTEN_FROM);
      if (same == null ? source == null : hasChanged(same, segment)) {
        return false;
      }
      if (same == null) {
        sources.add(source);
      }
    }
    // A writer drops what has no document left.
    gone.values().removeIf(segment -> isEmpty(segment) && !sources.contains(segment.info.name));
    return gone.keySet().equals(sources);
  }

  /** Whether all documents of a segment are deleted. */
  private static boolean isEmpty(SegmentCommitInfo segment) {
    return segment.getDelCount() == segment.info.maxDoc();
  }

  private static boolean hasChanged(SegmentCommitInfo before, SegmentCommitInfo after) {
    return before.getDelGen() != after.getDelGen()
        || before.getDocValuesGen() != after.getDocValuesGen()
        || before.getFieldInfosGen() != after.getFieldInfosGen();
  }
}
