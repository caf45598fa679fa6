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
package dev.streak.compression;

/**
 * Notices that documents have become different while a segment is written: blocks compress worse,
 * or better, than they did when their dictionary was new. What is different may need another
 * dictionary; the choice is somebody else's. A choice that changed nothing makes the next one wait
 * twice as long.
 */
final class DriftWatch {
  /** How much the ratio of compression must have changed. */
  private static final double CHANGE = 0.10;

  /** The latest blocks are those of about so many bytes. */
  private static final double RECENT_BYTES = 1 << 17;

  /** What later blocks are compared with: so many bytes of the first ones. */
  private static final long BASE_BYTES = 1 << 19;

  private static final long MIN_DISTANCE = 1 << 20;
  private static final long MAX_DISTANCE = 1 << 26;

  private long baseRaw;
  private long baseCompressed;
  private double recentRaw;
  private double recentCompressed;
  private long sinceChoice;
  private long distance = MIN_DISTANCE;

  /** Begins anew after a choice; {@code changed} tells whether another dictionary came of it. */
  void restart(boolean changed) {
    baseRaw = 0;
    baseCompressed = 0;
    recentRaw = 0;
    recentCompressed = 0;
    sinceChoice = 0;
    distance = changed ? MIN_DISTANCE : Math.min(MAX_DISTANCE, 2 * distance);
  }

  /** Looks at a block; returns whether documents have changed. */
  boolean hasDrifted(long raw, long compressed) {
    sinceChoice += raw;
    if (baseRaw < BASE_BYTES) {
      baseRaw += raw;
      baseCompressed += compressed;
      return false;
    }
    double kept = Math.max(0, 1 - raw / RECENT_BYTES);
    recentRaw = kept * recentRaw + raw;
    recentCompressed = kept * recentCompressed + compressed;
    if (sinceChoice < distance || recentRaw < RECENT_BYTES / 2) {
      return false;
    }
    double before = (double) baseCompressed / baseRaw;
    double now = recentCompressed / recentRaw;
    return Math.abs(now - before) > CHANGE * before;
  }
}
