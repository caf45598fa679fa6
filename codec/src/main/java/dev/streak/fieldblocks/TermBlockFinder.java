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
package dev.streak.fieldblocks;

import dev.streak.termblock.TermBlockLayout;
import java.io.IOException;
import org.apache.lucene.util.BytesRef;

/**
 * Finds the block of terms that a term is in if it is anywhere. Blocks of the index stay open, so
 * that a term near the one before it is found in the lowest of them. For one thread.
 */
public final class TermBlockFinder {

  private final TermBlockCursor[] levels;
  private final int[] firstBlocks;

  TermBlockFinder(TermBlockCursor[] levels, int[] firstBlocks) {
    this.levels = levels;
    this.firstBlocks = firstBlocks;
  }

  /** Returns the number of the last block whose key is not greater than the target. */
  public int find(BytesRef target) throws IOException {
    int level = 0;
    int place = -1;
    while (level < levels.length && (place = levels[level].locateHere(target)) < 0) {
      level++;
    }
    int block = level < levels.length ? child(level, place) : 0;
    while (--level >= 0) {
      levels[level].moveTo(firstBlocks[level] + block);
      place = levels[level].locate(target);
      block = child(level, place);
    }
    return block;
  }

  /** The block of the level below whose key is at a place, or before it if that is greater. */
  private int child(int level, int place) {
    int block = levels[level].number() - firstBlocks[level];
    int before = levels[level].found() ? 0 : 1;
    return (block << TermBlockLayout.TERMS_LOG2) + place - before;
  }
}
