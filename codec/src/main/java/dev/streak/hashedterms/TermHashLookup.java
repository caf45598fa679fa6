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

import dev.streak.digits.DecimalTerm;
import dev.streak.field.OrdinalTerms;
import dev.streak.field.TermEntry;
import dev.streak.tables.KeyTable;
import dev.streak.termkeys.BatchKeys;
import dev.streak.termkeys.FittingKeys;
import dev.streak.termkeys.KeySpeller;
import dev.streak.termkeys.TermKeys;
import dev.streak.termkeys.TermSpelling;
import java.io.EOFException;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.RandomAccessInput;
import org.apache.lucene.util.BytesRef;

/** Looks terms up in the table of a field. For one thread. */
final class TermHashLookup {

  /** What is found for a term that the table has nothing to say about. */
  static final long UNKNOWN = OrdinalTerms.DIFFERENT;

  /** Terms that are looked up together: so many that their bytes stay near until compared. */
  private static final int GROUP = 256;

  private static final int LINE_BYTES = 64;

  /** What a core keeps near of a table beside all else that it works on. */
  static final int MAX_NEAR_BYTES = 1 << 20;

  private final TermHashTable owner;
  private final TermSpelling spelling;

  /** For single terms. */
  private final KeySpeller one;

  private final KeyTable table;

  /** Where ordinals become entries; null if the table has entries. */
  private final OrdinalTerms ordinals;

  private final int maxDoc;

  /** What is found for a term if the table leads to another one. */
  private final long ifDifferent;

  /** The bytes of the table. */
  private final RandomAccessInput memory;

  /** Written so that touching is not optimised away. */
  @SuppressWarnings("unused")
  private long touched;

  private final WeakReference<TermHashLookup> weakly = new WeakReference<>(this);
  private final long[] oneKey = new long[1];
  private final long[] oneRest = new long[1];

  /** For groups of terms, as all that follows; null before the first. */
  private FittingKeys fitting;

  private KeySpeller many;
  private long[] payloads;
  private BytesRef[] spelt;
  private long[] speltEntries;

  /**
   * @param owner to be told if the table is damaged
   * @param memory what {@code table} reads
   * @param ordinals null if the payloads of the table are entries
   * @param maxDoc documents of the segment, beyond which no run may go
   */
  TermHashLookup(
      TermHashTable owner,
      TableDescription description,
      RandomAccessInput memory,
      KeyTable table,
      OrdinalTerms ordinals,
      int maxDoc) {
    this.owner = owner;
    this.memory = memory;
    this.spelling = description.spelling();
    this.one = new KeySpeller(spelling, 0);
    this.table = table;
    this.ordinals = ordinals;
    this.maxDoc = maxDoc;
    // If all terms are in the table, one whose hash leads to another term is absent.
    this.ifDifferent = description.leftOut() == 0 ? KeyTable.ABSENT : UNKNOWN;
  }

  /**
   * Number of single look-ups after which to {@link #bringNear} the table, which takes less than
   * they took; {@link Integer#MAX_VALUE} if it is too large to stay near.
   */
  int findsBeforeNear() {
    long bytes = memory.length();
    return bytes > MAX_NEAR_BYTES ? Integer.MAX_VALUE : (int) (bytes / (8 * LINE_BYTES));
  }

  /**
   * Touches the lines of the table in order, which come sooner than those that are asked for. The
   * table is condemned if it turns out to be damaged.
   */
  void bringNear() throws IOException {
    try {
      long sum = 0;
      for (long at = 0; at < memory.length(); at += LINE_BYTES) {
        sum += memory.readByte(at);
      }
      touched = sum;
    } catch (EOFException | InternalError e) {
      owner.condemn(e);
    }
  }

  WeakReference<TermHashLookup> weakly() {
    return weakly;
  }

  /** The entry of a term, {@link KeyTable#ABSENT}, or {@link #UNKNOWN}. */
  long find(BytesRef term) throws IOException {
    if (one.set(term, oneKey, oneRest) == false) {
      return KeyTable.ABSENT;
    }
    long payload = payload(oneKey[0], oneRest[0]);
    return ordinals == null || payload < 0 ? payload : verified(payload, term);
  }

  private long verified(long ordinal, BytesRef term) throws IOException {
    long entry = ordinals.entryIfEqual(ordinal, term);
    return entry == OrdinalTerms.DIFFERENT ? ifDifferent : entry;
  }

  /**
   * As {@link #find(BytesRef)} for {@code from <= i < to}. Returns whether any entry is {@link
   * #UNKNOWN}.
   */
  boolean find(BytesRef[] terms, int from, int to, long[] entries) throws IOException {
    boolean unknown = false;
    for (int start = from; start < to; start += GROUP) {
      unknown |= findGroup(terms, start, Math.min(to, start + GROUP), entries);
    }
    return unknown;
  }

  private boolean findGroup(BytesRef[] terms, int from, int to, long[] entries) throws IOException {
    growTo(to - from);
    touched = TermKeys.touch(terms, from, to);
    fitting.clear();
    many.addAll(terms, from, to, fitting);
    int count = fitting.size();
    long[] keys = fitting.keys();
    long[] rests = fitting.rests();
    if (ask(payloads, 0, count, () -> table.get(keys, rests, 0, count, payloads)) == false) {
      Arrays.fill(entries, from, to, UNKNOWN);
      return true;
    }
    if (count == to - from) {
      System.arraycopy(payloads, 0, entries, from, count);
    } else {
      Arrays.fill(entries, from, to, KeyTable.ABSENT);
      int[] places = fitting.places();
      for (int i = 0; i < count; i++) {
        entries[places[i]] = payloads[i];
      }
    }
    return ordinals != null && verify(terms, from, to, entries);
  }

  /** Turns ordinals into entries. Returns whether any is {@link #UNKNOWN}. */
  private boolean verify(BytesRef[] terms, int from, int to, long[] entries) throws IOException {
    ordinals.entriesIfEqual(terms, from, to, entries);
    boolean unknown = false;
    for (int i = from; i < to; i++) {
      if (entries[i] == OrdinalTerms.DIFFERENT) {
        entries[i] = ifDifferent;
        unknown |= ifDifferent == UNKNOWN;
      }
    }
    return unknown;
  }

  /**
   * As {@link #find(BytesRef[], int, int, long[])}, for a whole batch: {@code found[i]} becomes the
   * entry of its key number {@code i}.
   */
  boolean find(BatchKeys batch, long[] found) throws IOException {
    int size = batch.size();
    if (ask(found, 0, size, () -> payloads(batch, found)) == false) {
      Arrays.fill(found, 0, size, UNKNOWN);
      return true;
    }
    return ordinals != null && verifyFew(batch, found);
  }

  /** As {@link #verify}, for a segment that may have few of the keys. */
  private boolean verifyFew(BatchKeys batch, long[] found) throws IOException {
    int size = batch.size();
    BytesRef[] some = new BytesRef[Math.min(GROUP, size)];
    growTo(some.length);
    int[] places = fitting.places();
    boolean unknown = false;
    for (int next = 0; next < size; ) {
      int count = 0;
      for (; next < size && count < some.length; next++) {
        if (found[next] != KeyTable.ABSENT) {
          places[count] = next;
          payloads[count] = found[next];
          some[count++] = batch.terms()[next];
        }
      }
      unknown |= verify(some, 0, count, payloads);
      for (int i = 0; i < count; i++) {
        found[places[i]] = payloads[i];
      }
    }
    return unknown;
  }

  /** As {@link #find(BytesRef[], int, int, long[])}, for the digits of numbers. */
  boolean find(long[] ids, int from, int to, long[] entries) throws IOException {
    if (spelling.isPlainDecimal() && ordinals == null) {
      if (ask(entries, from, to, () -> table.get(ids, null, from, to, entries))) {
        return false;
      }
      Arrays.fill(entries, from, to, UNKNOWN);
      return true;
    }
    boolean unknown = false;
    for (int start = from; start < to; start += GROUP) {
      int count = Math.min(GROUP, to - start);
      spell(ids, start, count);
      unknown |= findGroup(spelt, 0, count, speltEntries);
      System.arraycopy(speltEntries, 0, entries, start, count);
    }
    return unknown;
  }

  private void spell(long[] ids, int from, int count) {
    if (spelt == null || spelt.length < count) {
      spelt = new BytesRef[count];
      speltEntries = new long[count];
      for (int i = 0; i < count; i++) {
        spelt[i] = new BytesRef(DecimalTerm.MAX_LENGTH);
      }
    }
    for (int i = 0; i < count; i++) {
      DecimalTerm.set(spelt[i], ids[from + i]);
    }
  }

  /** The payload of a key, or {@link #UNKNOWN} of a table that turns out to be damaged. */
  private long payload(long key, long rest) throws IOException {
    Throwable cause = null;
    try {
      long payload = table.get(key, rest);
      if (ordinals != null || TermEntry.endsWithin(payload, maxDoc)) {
        return payload;
      }
    } catch (CorruptIndexException | EOFException | InternalError e) {
      // As any table that says what it must not, or that can no longer be read.
      cause = e;
    }
    owner.condemn(cause);
    return UNKNOWN;
  }

  private void payloads(BatchKeys batch, long[] found) throws IOException {
    if (batch.hashes() == null) {
      table.get(batch.keys(), batch.rests(), 0, batch.size(), found);
    } else {
      table.getOrdered(batch.keys(), batch.rests(), batch.hashes(), batch.size(), found);
    }
  }

  /**
   * Asks the table. Returns false, and condemns the table, if it turns out to be damaged.
   *
   * @param answers where answers will be for {@code from <= i < to}
   */
  private boolean ask(long[] answers, int from, int to, Question question) throws IOException {
    Throwable cause = null;
    try {
      question.ask();
      if (ordinals != null || TermEntry.endWithin(answers, from, to, maxDoc)) {
        return true;
      }
    } catch (CorruptIndexException | EOFException | InternalError e) {
      // As any table that says what it must not, or that can no longer be read.
      cause = e;
    }
    owner.condemn(cause);
    return false;
  }

  /** Some keys whose payloads the table is asked for. */
  @FunctionalInterface
  private interface Question {
    void ask() throws IOException;
  }

  private void growTo(int count) {
    if (fitting == null || fitting.places().length < count) {
      int size = Math.min(GROUP, Math.max(64, Integer.highestOneBit(count - 1) << 1));
      fitting = new FittingKeys(spelling.kind(), size);
      many = new KeySpeller(spelling, size);
      payloads = new long[size];
    }
  }
}
