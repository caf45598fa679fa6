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
package dev.streak.tools.verify;

import dev.streak.tools.cli.Quantity;
import java.io.IOException;
import org.apache.lucene.index.SegmentCommitInfo;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.store.Directory;

/**
 * What was looked at.
 *
 * @param generation of the commit
 * @param segments how many it has
 * @param documents live documents
 * @param bytes size of the files that are there
 */
public record Extent(long generation, int segments, long documents, long bytes) {

  /** To be asked before files are opened: those of an earlier commit may go at any moment. */
  static Extent of(Directory directory, SegmentInfos commit) throws IOException {
    long documents = 0;
    long bytes = 0;
    for (SegmentCommitInfo segment : commit) {
      documents += segment.info.maxDoc() - segment.getDelCount();
      for (String file : segment.files()) {
        bytes += length(directory, file);
      }
    }
    return new Extent(commit.getGeneration(), commit.size(), documents, bytes);
  }

  private static long length(Directory directory, String file) {
    try {
      return directory.fileLength(file);
    } catch (
        @SuppressWarnings("unused")
        IOException e) {
      // Whoever opens it tells what is wrong.
      return 0;
    }
  }

  /** In words. */
  public String told() {
    return "commit "
        + generation
        + ", "
        + Quantity.count(segments, "segment")
        + ", "
        + Quantity.count(documents, "document")
        + ", "
        + Quantity.bytes(bytes);
  }
}
