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
package dev.streak.termhash;

import java.io.EOFException;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.zip.CRC32;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.RandomAccessInput;

/** The table of one field, verified at its first use. Safe for use by several threads. */
final class TermHashTable {

  /** A table that should be there and cannot be used. */
  static final TermHashTable UNKNOWN = new TermHashTable(null, null);

  private static final int BUFFER_BYTES = 1 << 16;

  private enum State {
    UNVERIFIED,
    GOOD,
    DAMAGED
  }

  private final IndexInput input;
  private final TableDescription description;
  private volatile State state;

  /** A look-up that nobody uses, so that single keys need not make one each. */
  private final AtomicReference<TermHashLookup> spare = new AtomicReference<>();

  TermHashTable(IndexInput input, TableDescription description) {
    this.input = input;
    this.description = description;
    this.state = input == null ? State.DAMAGED : State.UNVERIFIED;
  }

  /** Number of keys, or -1. */
  long size() {
    return description == null ? -1 : description.keys();
  }

  /**
   * A look-up for the use of one thread, or null if the table is not to be used. Give it back with
   * {@link #release} if it is no longer needed.
   */
  TermHashLookup acquire() throws IOException {
    if (TermHashSwitch.isEnabled() == false || isGood() == false) {
      return null;
    }
    TermHashLookup lookup = spare.getAndSet(null);
    return lookup == null ? newLookup() : lookup;
  }

  void release(TermHashLookup lookup) {
    spare.lazySet(lookup);
  }

  private TermHashLookup newLookup() throws IOException {
    RandomAccessInput table =
        input.randomAccessSlice(description.tableStart(), description.tableBytes());
    RandomAccessInput records =
        description.kind().isInjective()
            ? null
            : input.randomAccessSlice(description.recordsStart(), description.recordsBytes());
    return new TermHashLookup(
        description.kind(),
        new NeighborHash(table, 0, description.homes(), description.longestChain()),
        records);
  }

  private boolean isGood() throws IOException {
    State seen = state;
    return seen == State.UNVERIFIED ? verify() : seen == State.GOOD;
  }

  private synchronized boolean verify() throws IOException {
    if (state == State.UNVERIFIED) {
      try {
        verify(
            description.recordsStart(), description.recordsBytes(), description.recordsChecksum());
        verify(description.tableStart(), description.tableBytes(), description.tableChecksum());
        state = State.GOOD;
        TermHashCounters.countOpened();
      } catch (@SuppressWarnings("unused") CorruptIndexException | EOFException e) {
        condemn();
      }
    }
    return state == State.GOOD;
  }

  private void verify(long start, long length, int checksum) throws IOException {
    IndexInput bytes = input.clone();
    bytes.seek(start);
    byte[] buffer = new byte[BUFFER_BYTES];
    CRC32 actual = new CRC32();
    for (long rest = length; rest > 0; ) {
      int count = (int) Math.min(rest, buffer.length);
      bytes.readBytes(buffer, 0, count);
      actual.update(buffer, 0, count);
      rest -= count;
    }
    if (checksum != (int) actual.getValue()) {
      throw new CorruptIndexException("checksum of bytes from " + start + " is wrong", input);
    }
  }

  /** The table turned out to be damaged: nobody is to use it from now on. */
  void condemn() {
    if (state != State.DAMAGED) {
      state = State.DAMAGED;
      TermHashCounters.countDamaged();
    }
  }
}
