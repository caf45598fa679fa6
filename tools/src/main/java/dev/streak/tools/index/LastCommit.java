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
package dev.streak.tools.index;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.store.Directory;

/** The last commit of an index that others may write to meanwhile. */
public final class LastCommit {
  /** Whoever commits while an index is looked at seldom does so again at once. */
  private static final int MOST_COMMITS = 10;

  private LastCommit() {}

  /** Reads what it needs. */
  public interface Reading<T> {
    /** Reads it of an open commit. */
    T of(DirectoryReader reader) throws IOException;
  }

  /**
   * Opens the last commit and reads of it. An open reader keeps the files that it has opened, and
   * no others; if one of those is gone there may be a later commit, which is read instead.
   */
  public static <T> T read(Directory directory, Reading<T> reading) throws IOException {
    for (int commits = 1; ; commits++) {
      String opened = null;
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        opened = reader.getIndexCommit().getSegmentsFileName();
        return reading.of(reader);
      } catch (NoSuchFileException | FileNotFoundException e) {
        // Opening looks for later commits itself.
        if (opened == null
            || commits == MOST_COMMITS
            || opened.equals(SegmentInfos.getLastCommitSegmentsFileName(directory))) {
          throw e;
        }
      }
    }
  }
}
