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

/**
 * A table of keys with a payload each, read in place. Keys have 64 bits; those of some tables have
 * a <i>rest</i> of 64 more, and are another key's if the rest is. For one thread.
 */
public interface KeyTable {

  /** The payload of a key that is not in the table. */
  long ABSENT = -1L;

  /**
   * The payload of a key, or {@link #ABSENT}.
   *
   * @param rest ignored where keys have none
   */
  long get(long key, long rest) throws IOException;

  /**
   * {@code payloads[i]} becomes what {@link #get(long, long)} returns for {@code keys[i]} and
   * {@code rests[i]}, for {@code from <= i < to}. They are different arrays.
   *
   * @param rests not read where keys have none
   */
  void get(long[] keys, long[] rests, int from, int to, long[] payloads) throws IOException;

  /**
   * As above, for the first {@code count} keys, in about the order of their hashes.
   *
   * @param hashes what {@link HomeBuckets#mix} makes of each key and the table's seed
   */
  void getOrdered(long[] keys, long[] rests, long[] hashes, int count, long[] payloads)
      throws IOException;
}
