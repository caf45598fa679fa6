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
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.index.SegmentReader;
import org.apache.lucene.index.StandardDirectoryReader;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.IOFunction;
import org.apache.lucene.util.IOUtils;

/** The last commit of an index that others may write to meanwhile. */
public final class LastCommit {
  /** Whoever commits while an index is looked at seldom does so again at once. */
  private static final int MOST_COMMITS = 10;

  private LastCommit() {}

  /**
   * Opens the last commit and reads of it. An open reader keeps the files that it has opened, and
   * no others; if one of those is gone there may be a later commit, which is read instead.
   */
  public static <T> T read(Directory directory, IOFunction<DirectoryReader, T> reading)
      throws IOException {
    return last(
        directory,
        reader -> {
          try (reader) {
            return reading.apply(reader);
          }
        });
  }

  /**
   * Opens the last commit for reading that takes long: the sizes of its segments are asked for at
   * once, and its segment readers know them from then on, whoever deletes their files.
   */
  public static DirectoryReader open(Directory directory) throws IOException {
    return last(
        directory,
        reader -> {
          boolean success = false;
          try {
            for (LeafReaderContext leaf : reader.leaves()) {
              SegmentFiles.bytes(((SegmentReader) leaf.reader()).getSegmentInfo());
            }
            success = true;
            return reader;
          } finally {
            if (!success) {
              IOUtils.closeWhileHandlingException(reader);
            }
          }
        });
  }

  /** What {@code reading}, which closes the reader, makes of the first commit that is whole. */
  private static <T> T last(Directory directory, IOFunction<DirectoryReader, T> reading)
      throws IOException {
    for (int commits = 1; ; commits++) {
      // Opening looks for later commits itself.
      DirectoryReader reader = DirectoryReader.open(directory);
      String opened = ((StandardDirectoryReader) reader).getSegmentInfos().getSegmentsFileName();
      try {
        return reading.apply(reader);
      } catch (NoSuchFileException | FileNotFoundException e) {
        if (opened.equals(SegmentInfos.getLastCommitSegmentsFileName(directory))) {
          throw e;
        }
        if (commits == MOST_COMMITS) {
          throw new IOException(
              "others commit to "
                  + IndexFolder.name(directory)
                  + " faster than it can be read; try again, or read a copy of it",
              e);
        }
      }
    }
  }
}
