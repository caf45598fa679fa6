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

import dev.streak.coldreads.ReadsAhead;
import dev.streak.fieldblocks.FieldBlocks;
import dev.streak.fieldblocks.TermBlockFinder;
import java.io.IOException;
import org.apache.lucene.util.BytesRef;

/** Announces the blocks in which a batch of terms is sought by order. For one thread. */
final class SoughtBlocks implements ReadsAhead.Announcement {

  private final FieldBlocks field;
  private final Batch terms;

  /** Null until a block is announced. */
  private TermBlockFinder finder;

  private BlockAnnouncer announcer;

  /** The terms of a batch. */
  @FunctionalInterface
  interface Batch {
    /** A term, until the next one is asked for. */
    BytesRef term(int number);
  }

  SoughtBlocks(FieldBlocks field, Batch terms) {
    this.field = field;
    this.terms = terms;
  }

  @Override
  public boolean announce(int from, int to) throws IOException {
    if (finder == null) {
      finder = field.finder();
      announcer = new BlockAnnouncer(field);
      announcer.announceStarts();
    }
    for (int i = from; i < to; i++) {
      announcer.add(finder.find(terms.term(i)));
    }
    return announcer.announce();
  }
}
