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
package dev.streak.tables;

import java.io.IOException;

/** A table of 64-bit keys with a payload each, read in place. For one thread. */
public interface KeyTable {

  /** The payload of a key that is not in the table. */
  long ABSENT = -1L;

  /** The payload of a key, or {@link #ABSENT}. */
  long get(long key) throws IOException;

  /**
   * {@code payloads[i]} becomes what {@link #get(long)} returns for {@code keys[i]}, for {@code
   * from <= i < to}. They are different arrays.
   */
  void get(long[] keys, int from, int to, long[] payloads) throws IOException;

  /**
   * As above, for the first {@code count} keys, in about the order of their hashes.
   *
   * @param hashes what {@link HomeBuckets#mix} makes of each key and the table's seed
   */
  default void get(long[] keys, long[] hashes, int count, long[] payloads) throws IOException {
    get(keys, 0, count, payloads);
  }
}
