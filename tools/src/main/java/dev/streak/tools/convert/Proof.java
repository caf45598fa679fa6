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

import dev.streak.tools.cli.Console;
import dev.streak.tools.cli.Progress;
import dev.streak.tools.digest.IndexDigest;
import dev.streak.tools.index.SegmentFiles;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.apache.lucene.index.SegmentCommitInfo;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.IORunnable;

/** Shows that a segment holds what the one holds from which it was made. */
final class Proof {
  private final int threads;
  private final Console console;
  private final boolean sameOrder;

  Proof(int threads, Console console, boolean sameOrder) {
    this.threads = threads;
    this.console = console;
    this.sameOrder = sameOrder;
  }

  /** What the segment holds that is to be rewritten. */
  IndexDigest before(OpenSegment segment) throws IOException {
    return digest(List.of(segment), "reading " + segment.name());
  }

  /** Writes a segment anew, and shows how much was written beside what it took before. */
  void whileWriting(OpenSegment segment, Directory target, IORunnable writing) throws IOException {
    Set<String> before = Set.of(target.listAll());
    Progress progress =
        console.progress(
            "writing " + segment.name() + " anew",
            segment.bytes(),
            // It may take more than it did.
            () -> Math.min(segment.bytes() - 1, written(target, before)));
    try {
      writing.run();
    } finally {
      progress.close();
    }
  }

  /** Bytes of the files that were not there before, as far as that can be known. */
  private static long written(Directory target, Set<String> before) {
    long bytes = 0;
    try {
      for (String file : target.listAll()) {
        bytes += before.contains(file) ? 0 : target.fileLength(file);
      }
    } catch (
        @SuppressWarnings("unused")
        IOException e) {
      // Files come and go; the next time will tell.
    }
    return bytes;
  }

  private IndexDigest digest(List<OpenSegment> segments, String what) throws IOException {
    return IndexDigest.of(
        segments.stream().map(OpenSegment::reader).toList(), threads, console, what);
  }

  /** What to report of a segment in which all documents are deleted. */
  Rewritten nothingLeft(SegmentCommitInfo segment) throws IOException {
    IndexDigest nothing = digest(List.of(), "proving " + segment.info.name);
    return new Rewritten(
        segment.info.name,
        segment.info.getCodec().getName(),
        SegmentFiles.bytes(segment),
        null,
        0,
        nothing.documents(),
        nothing.order());
  }

  /** Compares what was with what was written; nothing may be committed if this throws. */
  Rewritten check(OpenSegment segment, IndexDigest before, List<OpenSegment> written)
      throws IOException {
    IndexDigest after = digest(written, "proving " + segment.name());
    boolean equal = sameOrder ? before.equals(after) : before.content().equals(after.content());
    if (!equal) {
      throw new IOException(
          "what was written for segment "
              + segment.name()
              + " differs from what it holds, so it stays as it is: before="
              + before
              + " after="
              + after);
    }
    long bytes = 0;
    for (OpenSegment each : written) {
      bytes += each.bytes();
    }
    return new Rewritten(
        segment.name(),
        segment.codec(),
        segment.bytes(),
        written.isEmpty() ? null : written.get(0).name(),
        bytes,
        before.documents(),
        sameOrder ? before.order() : before.content());
  }
}
