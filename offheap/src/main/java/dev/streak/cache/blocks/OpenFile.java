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
import java.util.List;

/**
 * A file with blocks in the cache. Readers of the same file share one; the last to close ends it.
 */
final class OpenFile {
  private final SegmentFileKey fileKey;
  private final int ordinal;
  private final int blockCount;

  /** Where its blocks are. */
  private final BlockMap blocks;

  /** Guarded by {@link OpenFiles}. */
  final List<HandleSource> readers = new ArrayList<>(1);

  private final Turn turn;

  private volatile boolean closed;

  /** When warming comes to a file: to what leads to others first. */
  enum Turn {
    FIRST,
    SECOND,
    LAST
  }

  OpenFile(SegmentFileKey fileKey, int ordinal, int blockCount, BlockMap blocks, Turn turn) {
    this.fileKey = fileKey;
    this.ordinal = ordinal;
    this.blockCount = blockCount;
    this.blocks = blocks;
    this.turn = turn;
  }

  SegmentFileKey fileKey() {
    return fileKey;
  }

  int ordinal() {
    return ordinal;
  }

  int blockCount() {
    return blockCount;
  }

  BlockMap blocks() {
    return blocks;
  }

  Turn turn() {
    return turn;
  }

  boolean isClosed() {
    return closed;
  }

  void markClosed() {
    closed = true;
  }
}
