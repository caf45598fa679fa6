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
package dev.streak.hashedterms;

import dev.streak.cache.blocks.BlockHandle;
import dev.streak.cache.blocks.BlockReads;
import dev.streak.field.OrdinalTerms;
import dev.streak.field.TermBatch;
import dev.streak.reuse.Spares;
import dev.streak.termhash.TermHashSwitch;
import dev.streak.termkeys.BatchKeys;
import java.io.EOFException;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.RandomAccessInput;

/**
 * The table of one field: from the cache, or else from its file, where it is verified when first
 * used. Either way all of it is read then, so few terms are not worth it if the table is large.
 * Safe for use by several threads.
 */
final class TermHashTable {

  /** A table that should be there and cannot be used. */
  static final TermHashTable UNKNOWN = new TermHashTable(null, null, null, 0, 0, null);

  /**
   * If neither is in memory, reading so many bytes takes about as long as finding a term in the
   * dictionary. A table is read once all terms that were asked for have taken as long as that will.
   */
  private static final long BYTES_PER_TERM = 1 << 16;

  /** The same for each term of many, whose blocks the dictionary has read at the same time. */
  private static final long BYTES_PER_TERM_OF_MANY = 1 << 14;

  private static final int MANY = 64;

  private enum State {
    UNVERIFIED,
    GOOD,
    /** Not to be used, as it is damaged, or may have been the cause of a wrong answer. */
    UNUSABLE
  }

  private final IndexInput input;
  private final String field;
  private final TableDescription description;

  /** The place of this table in its file. */
  private final int index;

  private final int maxDoc;

  /** What is known of the table in the file. */
  private final AtomicReference<State> state;

  /** As many bytes as reading the terms takes that were asked for since the table was read last. */
  private final AtomicLong asked = new AtomicLong();

  private final AtomicBoolean isBeingRead = new AtomicBoolean();

  /** Whether the counters know that this table is open. Guarded by this. */
  private boolean counted;

  /** Null if the cache is to be left alone. */
  private final CachedTables cached;

  private final TermBounds bounds = new TermBounds();

  /** Null if there is nothing that ordinals of terms could be turned into entries with. */
  private volatile OrdinalSource ordinals;

  /** Opens the terms of a field by ordinal, for the use of one thread. */
  @FunctionalInterface
  interface OrdinalSource {
    OrdinalTerms open() throws IOException;
  }

  /** Look-ups that nobody uses. They keep the table in use in the cache. */
  private final Spares<TermHashLookup> spares = new Spares<>();

  /**
   * @param field its name, for messages
   * @param maxDoc documents of the segment, beyond which no run may go
   * @param cached what the table is read from where possible; null if that is to be left alone
   */
  TermHashTable(
      IndexInput input,
      String field,
      TableDescription description,
      int index,
      int maxDoc,
      CachedTables cached) {
    this.input = input;
    this.field = field;
    this.description = description;
    this.index = index;
    this.maxDoc = maxDoc;
    this.cached = cached;
    this.state = new AtomicReference<>(input == null ? State.UNUSABLE : State.UNVERIFIED);
  }

  /** Has ordinals turned into entries where the table has ordinals. */
  void setOrdinals(OrdinalSource source) {
    if (this != UNKNOWN) {
      ordinals = source;
    }
  }

  /** Number of keys, or -1. */
  long size() {
    return description == null ? -1 : description.keys();
  }

  /** Whether its keys are verified in the dictionary. */
  boolean hasOrdinals() {
    return description != null && description.hasOrdinals();
  }

  /** Whether it is small enough to stay near to the core that asks it. */
  boolean staysNear() {
    return description == null || description.bytes() <= TermHashLookup.MAX_NEAR_BYTES;
  }

  /** What tells that a term is not in the field, without the table. */
  TermBounds bounds() {
    return bounds;
  }

  /** Whether the table may be asked, as far as is known. */
  boolean isUsable() {
    return TermHashSwitch.isEnabled() && state.get() != State.UNUSABLE;
  }

  /** The keys of a batch, or null if the table is not to be used. */
  BatchKeys keys(TermBatch batch) {
    return isUsable()
        ? BatchKeys.of(batch, description.spelling(), description.shape().homes())
        : null;
  }

  /**
   * A look-up of so many terms for the use of one thread, or null if the dictionary is to be asked.
   * Give it back with {@link #release} if it is no longer needed.
   */
  TermHashLookup acquire(int terms) throws IOException {
    if (isUsable() == false) {
      TableCounts.countUnknown(terms);
      return null;
    }
    TermHashLookup lookup = spares.take();
    if (lookup != null) {
      return lookup;
    }
    if (isBeingRead.get() == false && isRead()) {
      return open(terms);
    }
    long bytes = terms * (terms < MANY ? BYTES_PER_TERM : BYTES_PER_TERM_OF_MANY);
    boolean isDue = asked.addAndGet(bytes) >= description.bytes();
    if (isDue == false || isBeingRead.compareAndSet(false, true) == false) {
      return null;
    }
    try {
      lookup = open(terms);
      asked.set(0);
      return lookup;
    } finally {
      isBeingRead.set(false);
    }
  }

  /**
   * Whether all of it was read, and is still in the cache if that is what it was read into; or is
   * being read into it.
   */
  private boolean isRead() {
    return state.get() == State.GOOD || (cached != null && cached.holds(index));
  }

  /** Returns null if the table is damaged. */
  private TermHashLookup open(int terms) throws IOException {
    // Damage of the dictionary is not the table's.
    OrdinalTerms dictionary = description.hasOrdinals() ? ordinals.open() : null;
    try {
      TermHashLookup lookup = newLookup(dictionary);
      countOpened();
      return lookup;
    } catch (CorruptIndexException | EOFException | InternalError e) {
      // The last is what Java makes of a mapped file that the disk cannot read.
      condemn(e);
      TableCounts.countUnknown(terms);
      return null;
    }
  }

  void release(TermHashLookup lookup) {
    spares.giveBack(lookup.weakly());
  }

  private TermHashLookup newLookup(OrdinalTerms dictionary) throws IOException {
    RandomAccessInput memory = memory();
    return new TermHashLookup(
        this, description, memory, description.shape().open(memory), dictionary, maxDoc);
  }

  /** The table's bytes, verified. */
  private RandomAccessInput memory() throws IOException {
    BlockHandle block = cached == null ? null : cached.table(index);
    return block != null
        ? new BlockReads(block)
        : verified().randomAccessSlice(description.start(), description.bytes());
  }

  /** Brings the table to where it is read from, and verifies it, unless it is not to be used. */
  void load() throws IOException {
    if (state.get() == State.UNUSABLE) {
      return;
    }
    try {
      memory();
    } catch (CorruptIndexException | EOFException | InternalError e) {
      condemn(e);
    }
  }

  /** Returns the file after the table in it was verified, which is done once. */
  private synchronized IndexInput verified() throws IOException {
    if (state.get() == State.UNVERIFIED) {
      CachedTables.readVerified(input, description, null);
      // It stays condemned if it was meanwhile.
      state.compareAndSet(State.UNVERIFIED, State.GOOD);
    }
    return input;
  }

  private synchronized void countOpened() {
    if (counted == false) {
      counted = true;
      TableCounts.countOpened();
    }
  }

  /**
   * An answer was wrong, and the table may have been the cause: nobody is to use it from now on. It
   * does not count as damaged.
   */
  void leaveAlone() {
    state.set(State.UNUSABLE);
  }

  /** The table turned out to be damaged: nobody is to use it from now on. */
  void condemn() {
    condemn(null);
  }

  /**
   * As {@link #condemn()}.
   *
   * @param cause for whoever reads the log; null if an answer alone shows the damage
   */
  void condemn(Throwable cause) {
    if (state.getAndSet(State.UNUSABLE) != State.UNUSABLE) {
      TableCounts.countDamaged("of field " + field + " in " + input, cause);
    }
  }
}
