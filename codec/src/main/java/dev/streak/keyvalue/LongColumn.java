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
import java.util.StringJoiner;
import org.apache.lucene.util.ArrayUtil;

/**
 * The numbers of one field for the keys of a batch, named by the key's place in it. The values of a
 * key are {@code values()[start(i)]} to {@code values()[start(i) + count(i) - 1]}. A key without
 * values, or that was not found, has none; one that was not answered in time is refused with an
 * {@link IllegalStateException}. Not safe for use while it is handed from one thread to another
 * without synchronization.
 */
public final class LongColumn {

  /** Of values by key; see {@link Column#checkAnswered}. */
  private final int[] counts;

  /** Place of each key's first value; null while every key has one at most, at its own place. */
  private int[] starts;

  private long[] values;

  /** Values up to here may be in use. */
  private int used;

  LongColumn(int size) {
    counts = new int[size];
    values = new long[size];
    used = size;
  }

  /** Sets the only value of a key. */
  void set(int index, long value) {
    if (starts == null) {
      counts[index] = 1;
      values[index] = value;
    } else {
      begin(index, 1);
      makeRoom(1);
      add(value);
    }
  }

  /** Announces the values of a key, all of which are added next, once there is room. */
  void begin(int index, int count) {
    if (starts == null) {
      starts = new int[counts.length];
      Arrays.setAll(starts, i -> i);
    }
    starts[index] = used;
    counts[index] = count;
  }

  /** Makes room for some of the values that were announced. */
  void makeRoom(int count) {
    if (count > ArrayUtil.MAX_ARRAY_LENGTH - used) {
      throw new LargeBatchException(
          "values of a batch must be at most "
              + ArrayUtil.MAX_ARRAY_LENGTH
              + " numbers: numbers="
              + ((long) used + count)
              + "; ask for fewer keys at a time");
    }
    values = ArrayUtil.grow(values, used + count);
  }

  /** Adds a value, for which there must be {@linkplain #makeRoom room}. */
  void add(long value) {
    values[used++] = value;
  }

  /** Says that keys from here on were not answered. */
  void endAt(int answered) {
    Arrays.fill(counts, answered, counts.length, ~answered);
  }

  /** Number of keys. */
  public int size() {
    return counts.length;
  }

  /** Number of values of a key. */
  public int count(int index) {
    return Column.checkAnswered(index, counts[Column.checkKey(index, counts.length)]);
  }

  /** Place of a key's first value in {@link #values()}. */
  public int start(int index) {
    count(index);
    return starts == null ? index : starts[index];
  }

  /** The first value of a key that has one. */
  public long value(int index) {
    return value(index, 0);
  }

  /** A value of a key, counted from zero. */
  public long value(int index, int at) {
    Column.checkValue(index, at, count(index));
    return values[start(index) + at];
  }

  /** The first value of a key, or {@code missing} if it has none. */
  public long valueOr(int index, long missing) {
    return count(index) == 0 ? missing : values[start(index)];
  }

  /** All values, in no order; not to be changed. What no key refers to means nothing. */
  public long[] values() {
    return values;
  }

  @Override
  public String toString() {
    StringJoiner keys = new StringJoiner(", ", "LongColumn([", "])");
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] < 0) {
        keys.add("not answered");
        continue;
      }
      long[] own = Arrays.copyOfRange(values, start(i), start(i) + counts[i]);
      keys.add(
          switch (own.length) {
            case 0 -> "missing";
            case 1 -> Long.toString(own[0]);
            default -> Arrays.toString(own);
          });
    }
    return keys.toString();
  }
}
