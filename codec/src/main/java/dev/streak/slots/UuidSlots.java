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
package dev.streak.slots;

import dev.streak.tables.KeyTable;
import org.apache.lucene.index.CorruptIndexException;

/**
 * What is in a slot of a UUID. Its key has a rest of 64 bits, the first six of which are its
 * version and variant: those of all UUIDs of the table, or else a part of the value.
 *
 * <pre>
 * slot := 58 bits of the rest, 6 bits of the check           eight bytes
 *       | the other bits of the check, bits of the value     eight bytes
 *       | the other bits of the value                        at most four bytes
 * value := version and variant if UUIDs have several, what the entry is
 * </pre>
 *
 * The lowest bits come first. As in {@link SlotCode}, a check is never 0.
 */
public final class UuidSlots {

  /** Stands for the version of UUIDs that have several. */
  public static final long ANY_VERSION = -1;

  /** Bits of the rest below version and variant. */
  public static final int REST_BITS = 58;

  public static final long REST_MASK = (1L << REST_BITS) - 1;

  private static final int VERSION_BITS = Long.SIZE - REST_BITS;
  private static final int MIN_SLOT_BYTES = 2 * Long.BYTES;
  private static final int MAX_SLOT_BYTES = MIN_SLOT_BYTES + Integer.BYTES;

  private final SlotCode code;
  private final int lowBits;

  /** The first bits of all rests, or 0 if these are in the value. */
  private final long firstBits;

  /** Bits of version and variant in the value. */
  private final int versionBits;

  private final long versionMask;

  /** Bits of the check in the second long, below the value. */
  private final int checkBits;

  private final long checkMask;
  private final int slotBytes;

  /** Where the bits of the value begin that are in neither long, within the last eight bytes. */
  private final int lastShift;

  UuidSlots(SlotCode code) {
    this.code = code;
    lowBits = code.lowBits();
    boolean any = code.keys().base() == ANY_VERSION;
    firstBits = any ? 0 : code.keys().base();
    versionBits = any ? VERSION_BITS : 0;
    versionMask = (1L << versionBits) - 1;
    checkBits = code.checkBits() - VERSION_BITS;
    checkMask = (1L << checkBits) - 1;
    int valueBytes = SlotCode.toBytes(checkBits + code.valueBits() + versionBits);
    int lastBytes = Math.max(0, valueBytes - Long.BYTES);
    slotBytes = MIN_SLOT_BYTES + lastBytes;
    lastShift = Long.SIZE - Byte.SIZE * lastBytes;
  }

  /** What to write for UUIDs, or null if the code is another. */
  public static UuidSlots of(SlotCode code) {
    return code.form() == SlotCode.Form.UUIDS ? new UuidSlots(code) : null;
  }

  /** Bits of a word: those of a hash that the part does not tell. */
  public static int wordBits(int parts) {
    return Long.SIZE - (Integer.SIZE - 1 - Integer.numberOfLeadingZeros(parts));
  }

  static SlotCode.Common commonOfWords(long firstBits, int wordBits) {
    return new SlotCode.Common(firstBits, 0, -1L >>> (Long.SIZE - wordBits));
  }

  static boolean arePossible(int checkBits, int valueBits, long firstBits) {
    int inSlot = checkBits + valueBits + (firstBits == ANY_VERSION ? VERSION_BITS : 0);
    return checkBits > VERSION_BITS
        && REST_BITS + inSlot <= Byte.SIZE * MAX_SLOT_BYTES
        && valueBits <= REST_BITS - VERSION_BITS
        && firstBits >= ANY_VERSION
        && firstBits < 1 << VERSION_BITS;
  }

  int slotBytes() {
    return slotBytes;
  }

  /** Whether some bits of values are beyond 16 bytes. */
  public boolean hasLast() {
    return slotBytes > MIN_SLOT_BYTES;
  }

  private long check(long word) {
    return (word >>> lowBits) + 1;
  }

  /** The first eight bytes of a slot. */
  public long first(long word, long rest) {
    return (check(word) << REST_BITS) | (rest & REST_MASK);
  }

  /** The second eight bytes. */
  public long second(long word, long rest, long entry) {
    return (valueAndVersion(rest, entry) << checkBits) | (check(word) >>> VERSION_BITS);
  }

  /** Bits of the last eight bytes, some of which may be among the second ones. */
  public long last(long rest, long entry) {
    return valueAndVersion(rest, entry) >>> (Long.SIZE - checkBits) << lastShift;
  }

  private long valueAndVersion(long rest, long entry) {
    return (code.strippedValue(entry) << versionBits) | ((rest >>> REST_BITS) & versionMask);
  }

  /**
   * The entry in a slot, or {@link KeyTable#ABSENT} if it is another UUID's.
   *
   * @param last ignored unless {@link #hasLast}
   */
  long entry(long word, long rest, long first, long second, long last)
      throws CorruptIndexException {
    long value = second >>> checkBits | (hasLast() ? fromLast(last) : 0);
    boolean found =
        first == first(word, rest)
            && (second & checkMask) == check(word) >>> VERSION_BITS
            && rest >>> REST_BITS == (firstBits | (value & versionMask));
    return found ? code.restored(value >>> versionBits) : KeyTable.ABSENT;
  }

  private long fromLast(long last) {
    return last >>> lastShift << (Long.SIZE - checkBits);
  }

  /**
   * Compares many slots, without a branch that depends on one. {@code firsts[i]} becomes 0 if it is
   * the slot of a word and a rest, and {@code values[i]} what its entry is there.
   *
   * @param values the rests; changed
   * @param lasts null unless {@link #hasLast}
   */
  void compare(
      long[] words, long[] firsts, long[] seconds, long[] lasts, long[] values, int count) {
    // Only short loops are compiled to vectors.
    for (int i = 0; i < count; i++) {
      firsts[i] ^= (((words[i] >>> lowBits) + 1) << REST_BITS) | (values[i] & REST_MASK);
    }
    for (int i = 0; i < count; i++) {
      firsts[i] |= (seconds[i] & checkMask) ^ (((words[i] >>> lowBits) + 1) >>> VERSION_BITS);
    }
    for (int i = 0; i < count; i++) {
      seconds[i] >>>= checkBits;
    }
    if (hasLast()) {
      for (int i = 0; i < count; i++) {
        seconds[i] |= fromLast(lasts[i]);
      }
    }
    for (int i = 0; i < count; i++) {
      firsts[i] |= (values[i] >>> REST_BITS) ^ (firstBits | (seconds[i] & versionMask));
    }
    for (int i = 0; i < count; i++) {
      values[i] = seconds[i] >>> versionBits;
    }
  }
}
