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
package dev.streak.cachedfile;

/**
 * Tells a reader that goes through a file from one that looks something up here and there. What a
 * scan reads is not worth a place in the cache.
 *
 * <p>Who enumerates a tree goes from each inner node back to its leaves, which lie just before it,
 * and now and then to a node of a higher level, which lies further on. So a scan need not read
 * block after block: it has to come back to where it had got to, and to get on.
 */
final class ScanDetector {
  /** A reader that got on by more blocks than this scans; so nobody scans a small file. */
  private static final int MAX_ADVANCES = 8;

  /** As near as this to the farthest block is where the reader was. */
  private static final int NEAR = 3;

  private int farthest;
  private int advances;
  private boolean isAway;

  ScanDetector() {
    // Who begins with the file's first block and goes on from there is on its way.
    farthest = -1;
  }

  ScanDetector(ScanDetector other) {
    farthest = other.farthest;
    advances = other.advances;
    isAway = other.isAway;
  }

  /**
   * Takes note of a block and returns whether it is read by a scan.
   *
   * @param atBeginning whether the file's first byte is read. Nothing is there but a header: who
   *     begins with it reads all
   */
  boolean isScan(int blockIndex, boolean atBeginning) {
    if (atBeginning) {
      advances = MAX_ADVANCES + 1;
      farthest = blockIndex;
      isAway = false;
    } else if (Math.abs(blockIndex - farthest) <= NEAR) {
      isAway = false;
      if (blockIndex > farthest) {
        advances += blockIndex - farthest;
        farthest = blockIndex;
      }
    } else if (isAway) {
      farthest = blockIndex;
      advances = 0;
      isAway = false;
    } else {
      isAway = true;
    }
    return advances > MAX_ADVANCES;
  }
}
