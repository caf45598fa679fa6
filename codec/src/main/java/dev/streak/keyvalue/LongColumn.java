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
package dev.streak.keyvalue;

import java.util.Arrays;
import java.util.Objects;
import org.apache.lucene.util.ArrayUtil;

/**
 * The numbers of one field for the keys of a batch, named by the key's place in it. The values of a
 * key are {@code values()[start(i)]} to {@code values()[start(i) + count(i) - 1]}. A key without
 * values, or that was not found, has none.
 */
public final class LongColumn {

  private final int[] starts;
  private final int[] counts;
  private long[] values;
  private int used;

  LongColumn(int size) {
    starts = new int[size];
    counts = new int[size];
    values = new long[size];
  }

  void begin(int index, int count) {
    starts[index] = used;
    counts[index] = count;
    values = ArrayUtil.grow(values, Math.addExact(used, count));
  }

  void add(long value) {
    values[used++] = value;
  }

  /** Number of keys. */
  public int size() {
    return counts.length;
  }

  /** Number of values of a key. */
  public int count(int index) {
    return counts[index];
  }

  /** Place of a key's first value in {@link #values()}. */
  public int start(int index) {
    return starts[index];
  }

  /** The first value of a key that has one. */
  public long value(int index) {
    return value(index, 0);
  }

  /** A value of a key, counted from zero. */
  public long value(int index, int at) {
    Objects.checkIndex(at, counts[index]);
    return values[starts[index] + at];
  }

  /** The first value of a key, or {@code missing} if it has none. */
  public long valueOr(int index, long missing) {
    return counts[index] == 0 ? missing : values[starts[index]];
  }

  /** All values, in no order; not to be changed. */
  public long[] values() {
    return values;
  }

  @Override
  public String toString() {
    return "LongColumn(" + Arrays.toString(Arrays.copyOf(values, used)) + ")";
  }
}
