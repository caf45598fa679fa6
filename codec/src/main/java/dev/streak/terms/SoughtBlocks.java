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

import dev.streak.coldreads.ReadClock;
import dev.streak.fieldblocks.FieldBlocks;
import dev.streak.fieldblocks.TermBlockFinder;
import java.io.IOException;
import org.apache.lucene.util.BytesRef;

/**
 * Says how many of a batch of terms to look up next, and announces their blocks before if reads
 * wait for storage. For one thread.
 */
final class SoughtBlocks {

  /** Fewer terms are looked up as they are. */
  static final int FEWEST = 64;

  private final ReadClock clock;
  private final TermBlockFinder finder;
  private final BlockAnnouncer announcer;

  /** Where the terms begin that were said to be looked up; -1 before there were any. */
  private int from = -1;

  /** The terms of a batch. */
  @FunctionalInterface
  interface Terms {
    /** A term, until the next one is asked for. */
    BytesRef term(int number);
  }

  /** By a clock that says whether blocks are announced before they are read. */
  SoughtBlocks(FieldBlocks field, ReadClock clock) throws IOException {
    this.clock = clock;
    this.finder = field.finder();
    this.announcer = new BlockAnnouncer(field);
  }

  /**
   * Returns up to where to look terms up, from {@code start} on, before this is asked again. Those
   * before were looked up.
   */
  int next(Terms terms, int start, int to) throws IOException {
    if (from < 0) {
      announcer.announceFirst(finder.find(terms.term(start)));
      clock.start();
    } else {
      clock.count(start - from);
    }
    from = start;
    if (clock.isCold() == false) {
      return Math.min(to, start + clock.untilLook());
    }
    int end = Math.min(to, start + BlockAnnouncer.TERMS);
    for (int i = start; i < end; i++) {
      announcer.add(finder.find(terms.term(i)));
    }
    announcer.announce();
    return end;
  }
}
