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

import dev.streak.tables.HomeBuckets;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.apache.lucene.store.DataInput;
import org.apache.lucene.store.DataOutput;

/**
 * Numbers keys of sixteen bytes, the last of which is the key's length, from 0 to {@link #last}.
 * Keys of a field are alike: those of one length have the same byte in some places, and in the
 * others one from a range. A key that is so has a number of its own, and any other one has {@link
 * #NONE} and cannot be in the table. Numbers of the shortest keys come first.
 *
 * <p>A key of these comes as what {@link #fold} makes of its halves, and its lower half as the
 * rest.
 */
public final class KeyNumbering {

  /** Bytes of a key. */
  public static final int KEY_BYTES = 16;

  /** The byte of a key that is its length. */
  public static final int LENGTH_BYTE = KEY_BYTES - 1;

  /** Longest length, with which digits of half a byte fill all other bytes. */
  public static final int MAX_LENGTH = 2 * LENGTH_BYTE;

  /** The number of a key that has none; as an unsigned number it is greater than the last. */
  public static final long NONE = -1L;

  /**
   * The least and the greatest of each byte of all keys of one length, byte 0 highest.
   *
   * @param least bytes 0 to 7 of the least
   * @param leastLow the other ones
   * @param greatest bytes 0 to 7 of the greatest
   * @param greatestLow the other ones, the last of which is the length, as in the least
   */
  public record Bounds(long least, long leastLow, long greatest, long greatestLow) {

    int length() {
      return (int) leastLow & 0xFF;
    }

    int least(int index) {
      return byteOf(least, leastLow, index);
    }

    /** How many values a byte can have. */
    int values(int index) {
      return byteOf(greatest, greatestLow, index) - least(index) + 1;
    }

    private boolean isPossible() {
      for (int i = 0; i < KEY_BYTES; i++) {
        if (values(i) < 1) {
          return false;
        }
      }
      return values(LENGTH_BYTE) == 1 && length() <= MAX_LENGTH;
    }

    /** Bytes of keys up to the last one that is not 0 in all keys, without the length. */
    private int usedBytes() {
      int used = LENGTH_BYTE;
      while (used > 0 && least(used - 1) + values(used - 1) == 1) {
        used--;
      }
      return used;
    }

    private void write(DataOutput output) throws IOException {
      int used = usedBytes();
      output.writeByte((byte) length());
      output.writeByte((byte) used);
      for (int i = 0; i < used; i++) {
        output.writeByte((byte) least(i));
        output.writeByte((byte) (least(i) + values(i) - 1));
      }
    }

    /** Returns null if there can be no such bounds. */
    private static Bounds read(DataInput input) throws IOException {
      long length = input.readByte() & 0xFF;
      int used = input.readByte();
      if (used < 0 || used > LENGTH_BYTE) {
        return null;
      }
      long[] least = {0, length};
      long[] greatest = {0, length};
      for (int i = 0; i < used; i++) {
        int shift = Byte.SIZE * (Long.BYTES - 1 - i % Long.BYTES);
        least[i / Long.BYTES] |= (input.readByte() & 0xFFL) << shift;
        greatest[i / Long.BYTES] |= (input.readByte() & 0xFFL) << shift;
      }
      Bounds bounds = new Bounds(least[0], least[1], greatest[0], greatest[1]);
      return bounds.isPossible() ? bounds : null;
    }
  }

  /** Most groups of bytes that have few values together. */
  public static final int MAX_FEW = 4;

  private final List<Bounds> bounds;
  private final List<FewValues> few;

  /** By the length of keys; null where there are no keys. */
  private final SameLengthNumbering[] byLength = new SameLengthNumbering[MAX_LENGTH + 1];

  private final long last;

  private KeyNumbering(List<Bounds> bounds, List<FewValues> few, long last) {
    this.bounds = bounds;
    this.few = few;
    this.last = last;
  }

  /**
   * Returns null if there were too many numbers.
   *
   * @param bounds by ascending lengths, each once, at least one
   * @param few for keys of one length only; no byte is in two of them
   */
  public static KeyNumbering of(List<Bounds> bounds, List<FewValues> few) {
    long numbers = 0;
    SameLengthNumbering[] parts = new SameLengthNumbering[bounds.size()];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = SameLengthNumbering.of(bounds.get(i), few, numbers);
      if (parts[i] == null) {
        return null;
      }
      numbers = parts[i].end();
    }
    KeyNumbering numbering = new KeyNumbering(List.copyOf(bounds), List.copyOf(few), numbers - 1);
    for (int i = 0; i < parts.length; i++) {
      numbering.byLength[bounds.get(i).length()] = parts[i];
    }
    return numbering;
  }

  /** A key from its halves, or its upper half from a key and the lower one. */
  public static long fold(long upperOrKey, long lower) {
    return upperOrKey ^ HomeBuckets.mix(lower);
  }

  /** A byte of a key, byte 0 highest. */
  public static int byteOf(long high, long low, int index) {
    int shift = Byte.SIZE * (LENGTH_BYTE - index);
    return (int) ((shift < Long.SIZE ? low : high) >>> shift) & 0xFF;
  }

  /** The greatest number. */
  public long last() {
    return last;
  }

  /** The number of a key, or {@link #NONE}. */
  public long number(long key, long rest) {
    SameLengthNumbering part = ofLength((int) rest & 0xFF);
    return part == null ? NONE : part.number(fold(key, rest), rest);
  }

  /** Numbers keys of a length; null if there are none of it. */
  SameLengthNumbering ofLength(int length) {
    return length <= MAX_LENGTH ? byLength[length] : null;
  }

  /** Numbers all keys, or null if these have several lengths. */
  SameLengthNumbering ofOnlyLength() {
    return bounds.size() == 1 ? byLength[bounds.get(0).length()] : null;
  }

  public void write(DataOutput output) throws IOException {
    output.writeByte((byte) bounds.size());
    for (Bounds b : bounds) {
      b.write(output);
    }
    output.writeByte((byte) few.size());
    for (FewValues values : few) {
      values.write(output);
    }
  }

  /** Returns null if there can be no such numbering. */
  public static KeyNumbering read(DataInput input) throws IOException {
    int lengths = input.readByte();
    if (lengths < 1 || lengths > MAX_LENGTH + 1) {
      return null;
    }
    Bounds[] bounds = new Bounds[lengths];
    for (int i = 0; i < lengths; i++) {
      bounds[i] = Bounds.read(input);
      if (bounds[i] == null || (i > 0 && bounds[i - 1].length() >= bounds[i].length())) {
        return null;
      }
    }
    int fewCount = input.readByte();
    if (fewCount < 0 || fewCount > (lengths == 1 ? MAX_FEW : 0)) {
      return null;
    }
    FewValues[] few = new FewValues[fewCount];
    for (int i = 0; i < fewCount; i++) {
      few[i] = FewValues.read(input);
      if (few[i] == null || (i > 0 && few[i].bytes().isBehind(few[i - 1].bytes()) == false)) {
        return null;
      }
    }
    return of(List.of(bounds), List.of(few));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof KeyNumbering numbering
        && numbering.bounds.equals(bounds)
        && numbering.few.equals(few);
  }

  @Override
  public int hashCode() {
    return Objects.hash(bounds, few);
  }

  @Override
  public String toString() {
    return "numbers to " + last + " for " + bounds + ", " + few;
  }
}
