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

import dev.streak.field.EntryRange;
import dev.streak.termblock.TermBlockLayout;
import java.io.IOException;

/** Entries that are read from block after block. */
abstract class BlockEntries implements EntryRange {

  /** Set while entries are read, and for good where that fails: those read by then are lost. */
  private boolean unread;

  /** What {@link #next} does, as long as it has not failed. */
  abstract int read(long[] entries) throws IOException;

  @Override
  public final int next(long[] entries) throws IOException {
    assert entries.length >= LEAST_ROOM && LEAST_ROOM >= TermBlockLayout.TERMS : entries.length;
    if (unread) {
      throw new IOException("entries before these could not be read");
    }
    unread = true;
    int count = read(entries);
    unread = false;
    return count;
  }
}
