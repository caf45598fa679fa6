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

import dev.streak.field.TermEntry;
import dev.streak.slots.SlotCode.Common;
import dev.streak.tables.KeyTable;
import java.util.Arrays;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

/** What is decoded for many slots is what {@link SlotCode} says of each. */
public class TestSlotDecoder extends LuceneTestCase {

  private static final long BASE = 70_000_000L;
  private static final int SHIFT = 2;
  private static final long LAST_KEY = 1_000;
  private static final int LENGTH_BITS = 5;
  private static final int LOW_BITS = 3;
  private static final int SIZE = 64;

  /** Numbers as keys, and entries that are short runs or pointers. */
  private static SlotCode code() {
    long greatest = Common.squeeze(TermEntry.ofRun(50_000, 32), LENGTH_BITS);
    Common keys = new Common(BASE, SHIFT, LAST_KEY);
    Common entries = new Common(0, 0, LENGTH_BITS, greatest);
    return SlotCode.exact(keys, entries, LOW_BITS);
  }

  /** A word with that check and any low bits. */
  private static long word(long check) {
    return (check << LOW_BITS) | random().nextInt(1 << LOW_BITS);
  }

  private static long randomEntry() {
    return random().nextBoolean()
        ? TermEntry.ofRun(random().nextInt(50_000), 1 + random().nextInt(32))
        : TermEntry.ofPointer(random().nextInt(50_000));
  }

  public void testAgreesWithTheCode() throws Exception {
    SlotCode code = code();
    long[] wanted = new long[SIZE];
    long[] words = new long[SIZE];
    long[] slots = new long[SIZE];
    long[] expected = new long[SIZE];
    for (int i = 0; i < SIZE; i++) {
      long key = BASE + (random().nextInt((int) LAST_KEY + 1) << SHIFT);
      long entry = randomEntry();
      long check = random().nextInt(100);
      slots[i] = random().nextInt(5) == 0 ? 0 : code.slot(key, word(check), entry);
      boolean otherCheck = random().nextInt(5) == 0;
      words[i] = word(otherCheck ? check + 1 : check);
      wanted[i] =
          switch (random().nextInt(5)) {
            case 0 -> BASE - 1 - random().nextInt(9);
            case 1 -> BASE + ((LAST_KEY + 1 + random().nextInt(9)) << SHIFT);
            case 2 -> random().nextLong();
            default -> key;
          };
      boolean present = wanted[i] == key && slots[i] != 0 && otherCheck == false;
      expected[i] = present ? entry : KeyTable.ABSENT;
    }
    // Counted from the base this key is a number of ones only: one more is the check of a free
    // slot.
    wanted[0] = BASE - 1;
    words[0] = -1L;
    slots[0] = 0;
    expected[0] = KeyTable.ABSENT;
    long[] payloads = new long[SIZE];
    long[] numbers = Arrays.stream(wanted).map(code.keys()::strip).toArray();
    new SlotDecoder(code).decode(numbers, words, slots, slots, null, payloads, 0, SIZE);
    assertArrayEquals(expected, payloads);
  }

  /** Slots of UUIDs, one by one and many at a time: each bit of word, rest and entry counts. */
  public void testUuids() throws Exception {
    for (int valueBits = 1; valueBits <= 40; valueBits++) {
      checkUuids(random().nextInt(1 << 6), valueBits);
      checkUuids(UuidSlots.ANY_VERSION, valueBits);
    }
  }

  private static void checkUuids(long version, int valueBits) throws Exception {
    int wordBits = UuidSlots.wordBits(5);
    assertEquals(62, wordBits);
    int lowBits = 15;
    long greatest = -1L >>> (Long.SIZE - valueBits);
    SlotCode code = SlotCode.uuids(version, wordBits, lowBits, new Common(7, 0, greatest));
    // 48 bits of check, 6 of them beside the rest.
    int inSecond = 42 + valueBits + (version == UuidSlots.ANY_VERSION ? 6 : 0);
    assertEquals(16 + Math.max(0, (inSecond - 64 + 7) / 8), code.slotBytes());
    UuidSlots uuids = UuidSlots.of(code);
    assertEquals(code.slotBytes() > 16, uuids.hasLast());
    long wordMask = (1L << wordBits) - 1;
    long[] rests = new long[SIZE];
    long[] words = new long[SIZE];
    long[] slots = new long[SIZE];
    long[] seconds = new long[SIZE];
    long[] lasts = uuids.hasLast() ? new long[SIZE] : null;
    long[] expected = new long[SIZE];
    for (int i = 0; i < SIZE; i++) {
      words[i] = random().nextLong() & wordMask;
      rests[i] = random().nextLong();
      if (version != UuidSlots.ANY_VERSION) {
        rests[i] = (version << UuidSlots.REST_BITS) | (rests[i] & UuidSlots.REST_MASK);
      }
      long entry = 7 + (random().nextLong() & greatest);
      slots[i] = uuids.first(words[i], rests[i]);
      seconds[i] = uuids.second(words[i], rests[i], entry);
      if (lasts != null) {
        lasts[i] = uuids.last(rests[i], entry);
      }
      expected[i] = KeyTable.ABSENT;
      switch (i == 0 ? 0 : i == 1 ? 3 : random().nextInt(5)) {
        case 0 -> rests[i] ^= 1L << random().nextInt(Long.SIZE);
        case 1 -> words[i] ^= 1L << TestUtil.nextInt(random(), lowBits, wordBits - 1);
        case 2 -> slots[i] = seconds[i] = 0;
        default -> {
          words[i] ^= random().nextInt(1 << lowBits);
          expected[i] = entry;
        }
      }
      long last = lasts == null ? random().nextLong() : lasts[i];
      assertEquals(expected[i], uuids.entry(words[i], rests[i], slots[i], seconds[i], last));
    }
    long[] payloads = new long[SIZE];
    new SlotDecoder(code).decode(rests, words, slots, seconds, lasts, payloads, 0, SIZE);
    assertArrayEquals(expected, payloads);
  }

  public void testDamageIsNoticedWhereTheKeyIs() throws Exception {
    SlotCode code = code();
    long key = BASE + (7 << SHIFT);
    long beyond = code.slot(key, 0, TermEntry.ofRun(1, 1)) | ((1L << code.valueBits()) - 1);
    long[] payloads = new long[1];
    SlotDecoder decoder = new SlotDecoder(code);
    long[] otherWords = {word(1)};
    long[] numbers = {code.keys().strip(key)};
    decoder.decode(
        numbers, otherWords, new long[] {beyond}, new long[] {beyond}, null, payloads, 0, 1);
    assertEquals(KeyTable.ABSENT, payloads[0]);
    long[] slots = {beyond};
    expectThrows(
        CorruptIndexException.class,
        () -> decoder.decode(numbers, new long[1], slots, slots, null, payloads, 0, 1));
  }
}
