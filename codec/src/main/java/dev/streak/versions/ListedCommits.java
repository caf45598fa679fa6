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

import dev.streak.cachedfile.LostFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexCommit;
import org.apache.lucene.store.Directory;

/** Commits of an index whose writer may delete the older ones at any time. */
final class ListedCommits {

  /** A file that is still missing after so many looks is damage. */
  private static final int MAX_LOOKS = 10;

  private ListedCommits() {}

  /** All commits, the newest first. */
  static List<IndexCommit> newestFirst(Directory directory) throws IOException {
    for (int look = 1; ; look++) {
      try {
        List<IndexCommit> commits = new ArrayList<>(DirectoryReader.listCommits(directory));
        Collections.reverse(commits);
        return commits;
      } catch (IOException e) {
        if (isGone(e) == false || look == MAX_LOOKS) {
          throw e;
        }
      }
    }
  }

  /** Opens another commit than that of {@code newest}, or returns null if it was deleted. */
  static DirectoryReader open(DirectoryReader newest, IndexCommit commit) throws IOException {
    try {
      return DirectoryReader.openIfChanged(newest, commit);
    } catch (IOException e) {
      if (isGone(e)) {
        return null;
      }
      throw e;
    }
  }

  /** Lucene reports a missing file of a segment that a commit names as a damaged commit. */
  private static boolean isGone(IOException e) {
    return LostFile.isMissing(e instanceof CorruptIndexException ? e.getCause() : e);
  }
}
