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
package dev.streak.termkeys;

/** Keys of those of many terms that can be in a field. For one thread, until all are there. */
public final class FittingKeys {

  final long[] keys;

  /** Null unless keys have rests. */
  final long[] rests;

  /** Where the term of each key is. */
  final int[] places;

  int size;

  /** Room for the keys of so many terms. */
  public FittingKeys(TermKeyKind kind, int terms) {
    keys = new long[terms];
    rests = kind.hasRests() ? new long[terms] : null;
    places = new int[terms];
  }

  /** Forgets all keys. */
  public void clear() {
    size = 0;
  }

  /** Number of keys. */
  public int size() {
    return size;
  }

  /** The keys; only the first {@link #size} count. */
  public long[] keys() {
    return keys;
  }

  /** The rests of the keys, or null if they have none. */
  public long[] rests() {
    return rests;
  }

  /** Where the term of each key is. */
  public int[] places() {
    return places;
  }
}
