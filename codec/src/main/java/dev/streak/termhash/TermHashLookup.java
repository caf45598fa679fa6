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

import java.io.IOException;
import java.lang.ref.WeakReference;
import org.apache.lucene.store.RandomAccessInput;
import org.apache.lucene.util.BitUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.BytesRefBuilder;

/** Looks terms up in the table of a field. For one thread. */
final class TermHashLookup {

  /** What is found for a term that the table has nothing to say about. */
  static final long UNKNOWN = -2L;

  /** Terms whose keys are made at a time. */
  private static final int GROUP = 1024;

  private final TermKeyKind kind;
  private final NeighborHash hash;
  private final RandomAccessInput records;
  private final BytesRefBuilder decimal = new BytesRefBuilder();
  private final WeakReference<TermHashLookup> weakly = new WeakReference<>(this);
  private long[] keys = new long[0];
  private int[] positions;
  private long[] payloads;

  /**
   * @param records null if {@code kind} is injective
   */
  TermHashLookup(TermKeyKind kind, NeighborHash hash, RandomAccessInput records) {
    this.kind = kind;
    this.hash = hash;
    this.records = records;
  }

  WeakReference<TermHashLookup> weakly() {
    return weakly;
  }

  /** The entry of a term, {@link NeighborHash#ABSENT}, or {@link #UNKNOWN}. */
  long find(BytesRef term) throws IOException {
    if (kind == TermKeyKind.DECIMAL) {
      long number = TermKeys.ofDecimal(term);
      return number == TermKeys.NOT_DECIMAL ? NeighborHash.ABSENT : hash.get(number);
    }
    if (kind.fits(term) == false) {
      return NeighborHash.ABSENT;
    }
    long payload = hash.get(kind.key(term));
    return kind.isInjective() || payload == NeighborHash.ABSENT
        ? payload
        : entryOfRecord(payload, term);
  }

  /** As {@link #find(BytesRef)}, for the digits of a number. */
  long find(long id) throws IOException {
    if (kind == TermKeyKind.DECIMAL) {
      return hash.get(id);
    }
    TermKeys.toDecimal(id, decimal);
    return find(decimal.get());
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
    int count = 0;
    for (int i = from; i < to; i++) {
      entries[i] = NeighborHash.ABSENT;
      if (setKey(count, terms[i])) {
        positions[count++] = i;
      }
    }
    hash.get(keys, 0, count, payloads);
    if (kind.isInjective()) {
      for (int i = 0; i < count; i++) {
        entries[positions[i]] = payloads[i];
      }
      return false;
    }
    return findRecords(terms, count, entries);
  }

  /** Returns false if the term cannot be in the field. */
  private boolean setKey(int index, BytesRef term) {
    if (kind == TermKeyKind.DECIMAL) {
      keys[index] = TermKeys.ofDecimal(term);
      return keys[index] != TermKeys.NOT_DECIMAL;
    }
    if (kind.fits(term) == false) {
      return false;
    }
    keys[index] = kind.key(term);
    return true;
  }

  private boolean findRecords(BytesRef[] terms, int count, long[] entries) throws IOException {
    boolean unknown = false;
    // The lengths are not needed yet; but loads that do not wait for each other overlap.
    for (int i = 0; i < count; i++) {
      keys[i] = payloads[i] == NeighborHash.ABSENT ? 0 : records.readShort(payloads[i]);
    }
    for (int i = 0; i < count; i++) {
      if (payloads[i] != NeighborHash.ABSENT) {
        BytesRef term = terms[positions[i]];
        long entry = keys[i] == term.length ? entryOfRecord(payloads[i], term) : UNKNOWN;
        entries[positions[i]] = entry;
        unknown |= entry == UNKNOWN;
      }
    }
    return unknown;
  }

  /** As {@link #find(BytesRef[], int, int, long[])}, for the digits of numbers. */
  boolean find(long[] ids, int from, int to, long[] entries) throws IOException {
    if (kind == TermKeyKind.DECIMAL) {
      hash.get(ids, from, to, entries);
      return false;
    }
    boolean unknown = false;
    for (int i = from; i < to; i++) {
      entries[i] = find(ids[i]);
      unknown |= entries[i] == UNKNOWN;
    }
    return unknown;
  }

  /**
   * The entry of a record if it is the term's. If it is not, then either the term is absent and
   * shares its hash with another, or two terms of the field do: the dictionary knows.
   */
  private long entryOfRecord(long record, BytesRef term) throws IOException {
    if (records.readShort(record) != term.length) {
      return UNKNOWN;
    }
    long position = record + TermHashFile.RECORD_TERM;
    int offset = term.offset;
    int end = offset + term.length;
    for (; offset + Long.BYTES <= end; offset += Long.BYTES, position += Long.BYTES) {
      if (records.readLong(position) != (long) BitUtil.VH_LE_LONG.get(term.bytes, offset)) {
        return UNKNOWN;
      }
    }
    for (; offset < end; offset++, position++) {
      if (records.readByte(position) != term.bytes[offset]) {
        return UNKNOWN;
      }
    }
    return records.readLong(record + TermHashFile.RECORD_ENTRY);
  }

  private void growTo(int count) {
    if (keys.length < count) {
      int size = Math.min(GROUP, Math.max(64, Integer.highestOneBit(count - 1) << 1));
      keys = new long[size];
      positions = new int[size];
      payloads = new long[size];
    }
  }
}
