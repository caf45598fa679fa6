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
package dev.streak.numbering;

import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;
import org.apache.lucene.store.DataInput;
import org.apache.lucene.store.DataOutput;

/**
 * Bytes of keys that take few values together, as the number of a machine does that is part of an
 * id: each value has a number.
 */
public final class FewValues {

  /** Most values; their number is a byte in a file. */
  public static final int MAX = 255;

  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  /** Places for a value: few meet another one at theirs. */
  private static final int PLACES_PER_VALUE = 4;

  private final FewBytes bytes;
  private final long[] values;

  /** Values at places that a product tells. */
  private final long[] placedValues;

  /** Their numbers; -1 where there is none. */
  private final int[] numbers;

  private final int placeShift;

  /**
   * @param values ascending, as unsigned numbers
   */
  public FewValues(FewBytes bytes, long[] values) {
    this.bytes = bytes;
    this.values = values;
    int places = Integer.highestOneBit(PLACES_PER_VALUE * values.length);
    placeShift = Integer.numberOfLeadingZeros(places - 1) + Integer.SIZE;
    placedValues = new long[places];
    numbers = new int[places];
    Arrays.fill(numbers, -1);
    for (int i = 0; i < values.length; i++) {
      int place = place(values[i]);
      while (numbers[place] >= 0) {
        place = (place + 1) & (places - 1);
      }
      placedValues[place] = values[i];
      numbers[place] = i;
    }
  }

  /** Number of values. */
  int count() {
    return values.length;
  }

  /** The number of a key's value, from 0 on, or -1 if it is no value. */
  int numberOf(long high, long low) {
    long value = bytes.valueOf(high, low);
    int place = place(value);
    while (placedValues[place] != value && numbers[place] >= 0) {
      place = (place + 1) & (numbers.length - 1);
    }
    return numbers[place];
  }

  private int place(long value) {
    return (int) ((value * MULTIPLIER) >>> placeShift);
  }

  void write(DataOutput output) throws IOException {
    output.writeByte((byte) values.length);
    output.writeByte((byte) bytes.from());
    output.writeByte((byte) bytes.bytes());
    for (long value : values) {
      output.writeLong(value);
    }
  }

  FewBytes bytes() {
    return bytes;
  }

  /** Returns null if there can be no such values. */
  static FewValues read(DataInput input) throws IOException {
    int count = input.readByte() & 0xFF;
    FewBytes bytes = new FewBytes(input.readByte(), input.readByte());
    if (count == 0 || bytes.isPossible() == false) {
      return null;
    }
    long[] values = new long[count];
    for (int i = 0; i < count; i++) {
      values[i] = input.readLong();
      boolean ascends = i == 0 || Long.compareUnsigned(values[i - 1], values[i]) < 0;
      if (ascends == false || (values[i] & ~bytes.mask()) != 0) {
        return null;
      }
    }
    return new FewValues(bytes, values);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FewValues few
        && few.bytes.equals(bytes)
        && Arrays.equals(few.values, values);
  }

  @Override
  public int hashCode() {
    return Objects.hash(bytes, Arrays.hashCode(values));
  }

  @Override
  public String toString() {
    return values.length + " values of " + bytes;
  }
}
