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
package dev.streak.fieldkeys;

import dev.streak.numbering.FewValues;
import dev.streak.numbering.KeyNumbering;
import dev.streak.termkeys.TermKeyKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Finds a numbering for the keys of a field, which are read once or twice. */
final class NumberingSearch {

  private final KeySpool spool;
  private final TermKeyKind kind;
  private final ByteRanges[] byLength = new ByteRanges[KeyNumbering.MAX_LENGTH + 1];
  private final FewValuesSearch fewSearch;

  /**
   * @param kind of the keys in the spool: wide ones, or exact ones whose bytes they are
   */
  NumberingSearch(KeySpool spool, TermKeyKind kind) {
    this.spool = spool;
    this.kind = kind;
    this.fewSearch = new FewValuesSearch(spool.size());
  }

  /** The numbering, or null if there were too many numbers. */
  KeyNumbering run() throws IOException {
    spool.forEach(
        (key, rest, entry) -> {
          add(high(key, rest), low(key, rest));
          return true;
        });
    List<KeyNumbering.Bounds> bounds = new ArrayList<>();
    ByteRanges last = null;
    for (ByteRanges ranges : byLength) {
      if (ranges != null) {
        bounds.add(ranges.bounds());
        last = ranges;
      }
    }
    List<FewValues> few = bounds.size() == 1 ? fewValues(last) : List.of();
    return KeyNumbering.of(bounds, few);
  }

  private void add(long high, long low) {
    int length = (int) low & 0xFF;
    if (byLength[length] == null) {
      byLength[length] = new ByteRanges(high, low);
    }
    byLength[length].add(high, low);
    fewSearch.add(high, low);
  }

  private List<FewValues> fewValues(ByteRanges ranges) throws IOException {
    if (fewSearch.choose(ranges) == false) {
      return List.of();
    }
    spool.forEach(
        (key, rest, entry) -> {
          fewSearch.addValues(high(key, rest), low(key, rest));
          return true;
        });
    return fewSearch.values();
  }

  private long high(long key, long rest) {
    return switch (kind) {
      case BYTES, HEX -> KeyNumbering.fold(key, rest);
      case SHORT -> key & (-1L << Byte.SIZE);
      case EIGHT_BYTES -> key;
      default -> throw new AssertionError(kind);
    };
  }

  private long low(long key, long rest) {
    return switch (kind) {
      case BYTES, HEX -> rest;
      case SHORT -> key & 0xFF;
      case EIGHT_BYTES -> Long.BYTES;
      default -> throw new AssertionError(kind);
    };
  }
}
