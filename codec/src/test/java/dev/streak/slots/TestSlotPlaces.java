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

import dev.streak.slots.SlotCode.Common;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Places of many keys, which are computed in other ways than those of one. */
public class TestSlotPlaces extends LuceneTestCase {

  private static final int SIZE = 100;
  private static final int FROM = 3;
  private static final Common ENTRIES = new Common(0, 0, 1000);

  /** Words around the widths at which the way changes, with keys that no table has among them. */
  public void testExactKeys() {
    for (int wordBits : new int[] {1, 2, 31, 32, 33, 34, 62, 63, 64}) {
      for (int lowBits : new int[] {0, 1, 2, 20, 30}) {
        long last = 1L << (wordBits - 1) | random().nextLong() >>> (Long.SIZE - wordBits);
        long base = random().nextInt(3) == 0 ? 0 : random().nextLong();
        Common keys = new Common(base, wordBits < 60 ? random().nextInt(5) : 0, last);
        SlotCode code = SlotCode.exact(keys, ENTRIES, lowBits);
        if (lowBits < wordBits && code != null) {
          checkShapes(code);
        }
      }
    }
  }

  public void testTags() {
    checkShapes(SlotCode.tags(1000));
  }

  private static void checkShapes(SlotCode code) {
    for (int pilots : new int[] {1, 2, 1000, Integer.MAX_VALUE}) {
      for (int slots : new int[] {1, 2, 1000, Integer.MAX_VALUE}) {
        long seed = random().nextLong();
        check(code, new SlotGeometry(seed, 1 + random().nextInt(9), pilots, slots, 7));
      }
    }
  }

  private static void check(SlotCode code, SlotGeometry geometry) {
    SlotPlaces places = new SlotPlaces(geometry, code);
    Common keys = code.keys();
    long[] wanted = new long[FROM + SIZE];
    long[] hashes = new long[SIZE];
    long[] parts = new long[SIZE];
    long[] values = new long[SIZE];
    for (int i = 0; i < SIZE; i++) {
      long n =
          switch (i) {
            case 0 -> 0;
            case 1 -> -1;
            case 2 -> keys.last();
            case 3 -> keys.last() + 1;
            case 4 -> keys.last() >>> 1;
            case 5 -> Long.MIN_VALUE;
            default -> random().nextLong() >>> random().nextInt(Long.SIZE);
          };
      wanted[FROM + i] = keys.base() + (n << keys.shift()) + (i % 7 == 6 ? 1 : 0);
      hashes[i] = geometry.hash(wanted[FROM + i]);
      parts[i] = random().nextLong() >>> 20;
      values[i] = random().nextInt(SlotGeometry.PILOT_VALUES);
    }
    long[] numbers = new long[SIZE];
    long[] words = hashes.clone();
    long[] pilots = new long[SIZE];
    long[] slots = new long[SIZE];
    places.strip(wanted, FROM, numbers, SIZE);
    places.toWords(numbers, words, SIZE);
    places.toPilots(words, parts, pilots, SIZE);
    places.toSlots(words, values, parts, slots, SIZE);
    String message = code + ", " + geometry;
    for (int i = 0; i < SIZE; i++) {
      if (code.form() == SlotCode.Form.EXACT) {
        assertEquals(message, keys.strip(wanted[FROM + i]), numbers[i]);
      }
      long word = places.word(wanted[FROM + i], hashes[i]);
      assertEquals(message, word, words[i]);
      int pilot = places.pilot(word);
      assertTrue(message, pilot >= 0 && pilot < geometry.pilots());
      assertEquals(message, parts[i] + pilot, pilots[i]);
      long slot = (long) places.slot(word, (int) values[i]) * geometry.slotBytes();
      assertEquals(message, parts[i] + geometry.slotsStart() + slot, slots[i]);
    }
  }
}
