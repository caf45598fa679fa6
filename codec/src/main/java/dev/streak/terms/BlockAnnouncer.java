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
package dev.streak.terms;

import dev.streak.coldreads.Announcer;
import dev.streak.fieldblocks.FieldBlocks;
import dev.streak.fieldblocks.TermBlockFile;
import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.RandomAccessInput;
import org.apache.lucene.util.ArrayUtil;

/** Announces blocks of terms to slow storage, which reads many at the same time. For one thread. */
final class BlockAnnouncer {

  private final TermBlockFile blocks;
  private final IndexInput file;
  private final RandomAccessInput bytes;
  private final Announcer announcer;

  /** Blocks to be announced, the first {@link #count}. */
  private int[] numbers = {};

  private int count;

  BlockAnnouncer(FieldBlocks field) throws IOException {
    this.blocks = field.terms();
    this.file = blocks.file();
    this.bytes = blocks.bytes();
    this.announcer = new Announcer(file);
  }

  /** Announces where blocks begin, before anything else is read. */
  void announceStarts() throws IOException {
    blocks.starts().announce(file);
  }

  /** Adds a block to those that are announced next. */
  void add(int block) {
    if (count == 0 || block != numbers[count - 1]) {
      numbers = ArrayUtil.grow(numbers, count + 1);
      numbers[count++] = block;
    }
  }

  /**
   * Announces the blocks that were added, those near each other together. Returns whether any may
   * have to be read from storage.
   */
  boolean announce() throws IOException {
    Arrays.sort(numbers, 0, count);
    for (int i = 0; i < count; i++) {
      blocks.announce(numbers[i], announcer, bytes);
    }
    count = 0;
    return announcer.finish();
  }
}
