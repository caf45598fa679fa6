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
package dev.streak.cache.blocks;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** The files whose blocks may be in a cache, with their readers. */
final class OpenFiles {
  private final Map<SegmentFileKey, OpenFile> files = new HashMap<>();
  private int nextOrdinal;

  /**
   * Registers a reader of a file.
   *
   * @param kind where the file's blocks are, unless it is open already
   * @param turn when warming comes to it, unless it is open already
   */
  synchronized HandleSource open(
      BlockStore cache,
      SegmentFileKey fileKey,
      int blockCount,
      BlockLoader loader,
      BlockMap kind,
      OpenFile.Turn turn) {
    Objects.requireNonNull(fileKey, "fileKey");
    if (blockCount < 0) {
      throw new IllegalArgumentException("blockCount must be >= 0: blockCount=" + blockCount);
    }
    OpenFile file = files.get(fileKey);
    if (file == null) {
      file = new OpenFile(fileKey, nextOrdinal++, blockCount, kind, turn);
      files.put(fileKey, file);
    } else if (file.blockCount() != blockCount) {
      throw new IllegalArgumentException(
          "files with equal keys must be equal: fileKey="
              + fileKey
              + " blockCount="
              + blockCount
              + " registered="
              + file.blockCount());
    }
    HandleSource handles = new HandleSource(cache, file, loader);
    file.readers.add(handles);
    return handles;
  }

  /** Ends a reader's registration; returns whether it was the last one. */
  synchronized boolean close(OpenFile file, HandleSource handles) {
    file.readers.remove(handles);
    if (file.readers.isEmpty() == false) {
      return false;
    }
    files.remove(file.fileKey());
    file.markClosed();
    return true;
  }

  /** Returns the readers of each file of the given segments, the newest first; files by turn. */
  synchronized List<List<HandleSource>> ofSegments(Set<String> segmentIds) {
    List<List<HandleSource>> readers = new ArrayList<>();
    for (OpenFile.Turn turn : OpenFile.Turn.values()) {
      for (OpenFile file : files.values()) {
        if (file.turn() == turn && segmentIds.contains(file.fileKey().segmentId())) {
          List<HandleSource> newestFirst = new ArrayList<>(file.readers);
          Collections.reverse(newestFirst);
          readers.add(newestFirst);
        }
      }
    }
    return readers;
  }
}
