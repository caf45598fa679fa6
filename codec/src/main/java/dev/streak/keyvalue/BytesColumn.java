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
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;

/**
 * The byte strings of one field for the keys of a batch, named by the key's place in it. A key
 * without values, or that was not found, has none; one that was not answered in time is refused
 * with an {@link IllegalStateException}. All bytes lie in one array. Not safe for use while it is
 * handed from one thread to another without synchronization.
 */
public final class BytesColumn {

  /** Room that is made for values of a length that is known of the first only. */
  private static final long MOST_EXPECTED_BYTES = 1 << 20;

  private final int[] firstValues;

  /** Of values by key; see {@link Column#checkAnswered}. */
  private final int[] counts;

  /** Value {@code v} is at {@code offsets[v]} to {@code offsets[v + 1] - 1}. */
  private int[] offsets;

  private byte[] bytes = new byte[1024];
  private int used;

  BytesColumn(int size) {
    firstValues = new int[size];
    counts = new int[size];
    offsets = new int[size + 1];
  }

  /** Makes room for values, most of which may have this length. */
  void expect(int count, int length) {
    long more = Math.min(MOST_EXPECTED_BYTES, (long) count * length);
    makeRoom((int) Math.min(ArrayUtil.MAX_ARRAY_LENGTH, offsets[used] + more));
  }

  private void makeRoom(int length) {
    if (bytes.length < length) {
      // Twice as much: growing by an eighth copies each byte eight times.
      int doubled = 2 * Math.min(ArrayUtil.MAX_ARRAY_LENGTH / 2, bytes.length);
      bytes = Arrays.copyOf(bytes, Math.max(length, doubled));
    }
  }

  void begin(int index) {
    firstValues[index] = used;
  }

  /** Adds a value to the key that began last. */
  void add(int index, byte[] source, int offset, int length) {
    int end = offsets[used];
    if (length > ArrayUtil.MAX_ARRAY_LENGTH - end) {
      throw new LargeBatchException(
          "values of a batch must take at most "
              + ArrayUtil.MAX_ARRAY_LENGTH
              + " bytes: bytes="
              + ((long) end + length)
              + "; ask for fewer keys at a time");
    }
    makeRoom(end + length);
    System.arraycopy(source, offset, bytes, end, length);
    used++;
    offsets = ArrayUtil.grow(offsets, used + 1);
    offsets[used] = end + length;
    counts[index]++;
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

  /** Length in bytes of a value of a key. */
  public int length(int index, int at) {
    int value = place(index, at);
    return offsets[value + 1] - offsets[value];
  }

  /** Offset in {@link #bytes()} of a value of a key. */
  public int offset(int index, int at) {
    return offsets[place(index, at)];
  }

  /** The bytes of all values; not to be changed. */
  public byte[] bytes() {
    return bytes;
  }

  /** Points {@code ref} to a value of a key; its bytes are not to be changed. */
  public BytesRef get(int index, int at, BytesRef ref) {
    int value = place(index, at);
    ref.bytes = bytes;
    ref.offset = offsets[value];
    ref.length = offsets[value + 1] - offsets[value];
    return ref;
  }

  /** The first value of a key as text, or null if it has none. */
  public String utf8(int index) {
    return count(index) == 0 ? null : get(index, 0, new BytesRef()).utf8ToString();
  }

  private int place(int index, int at) {
    Column.checkValue(index, at, count(index));
    return firstValues[index] + at;
  }
}
