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
package dev.streak.keydocs;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.apache.lucene.tests.util.LuceneTestCase;

public class TestKeySlots extends LuceneTestCase {

  public void testEveryKeyIsFoundAndFewOthers() {
    int keys = atLeast(10_000);
    KeySlots slots = new KeySlots(keys);
    long[] hashes = random().longs(keys).toArray();
    for (long hash : hashes) {
      assertTrue(slots.hasRoom(1));
      slots.add(slots.home(hash), hash);
    }
    assertEquals(keys, slots.keys());
    for (int key = 0; key < keys; key++) {
      assertTrue("key " + key, ordinals(slots, hashes[key]).contains(key));
    }
    int wrong = 0;
    for (int i = 0; i < keys; i++) {
      wrong += ordinals(slots, random().nextLong()).size();
    }
    // 31 slots, 26 of them used, a tag of eight bits and, as ordinals are small, more of the hash.
    assertTrue("others " + wrong, wrong < 20 + keys / 200);
  }

  public void testEqualHashesAreAllFound() {
    KeySlots slots = new KeySlots(100);
    for (int i = 0; i < 40; i++) {
      slots.add(slots.home(-1L), -1L);
    }
    assertEquals(40, ordinals(slots, -1L).size());
    assertEquals(Set.of(), ordinals(slots, 1L));
  }

  public void testTablesFillUpAndStillEnd() {
    for (int expected : new int[] {0, 1, 7, 1000}) {
      KeySlots slots = new KeySlots(expected);
      int keys = 0;
      while (slots.hasRoom(1)) {
        long hash = random().nextLong();
        slots.add(slots.home(hash), hash);
        keys++;
      }
      assertTrue(keys + " of " + expected, keys >= expected);
      ordinals(slots, random().nextLong());
    }
  }

  public void testOrdinalsOfAllBits() {
    KeySlots slots = new KeySlots(KeySlots.MAX_KEYS);
    Random hashes = new Random(7);
    for (int key = 0; key < KeySlots.MAX_KEYS; key++) {
      long hash = hashes.nextLong();
      slots.add(slots.home(hash), hash);
    }
    assertFalse(slots.hasRoom(1));
    hashes = new Random(7);
    for (int key = 0; key < KeySlots.MAX_KEYS; key++) {
      long hash = hashes.nextLong();
      if (key % 1_001 == 0 || key > KeySlots.MAX_KEYS - 10) {
        assertTrue("key " + key, ordinals(slots, hash).contains(key));
      }
    }
  }

  public void testATableOfAsManyKeysAsFitTakesNoMore() {
    for (long bytes : new long[] {240, 367, 5_000, 9_999, random().nextInt(1 << 26) + 64}) {
      int keys = KeySlots.keysIn(bytes);
      assertTrue(bytes + " " + keys, new KeySlots(keys).bytes() <= bytes);
      assertTrue(bytes + " " + keys, new KeySlots(keys + 26).bytes() > bytes);
    }
    assertEquals(KeySlots.MAX_KEYS, KeySlots.keysIn(Long.MAX_VALUE));
  }

  public void testFiveBytesAKey() {
    KeySlots slots = new KeySlots(5_000_000);
    assertEquals(5.0, slots.bytes() / 5e6, 0.001);
    assertTrue(slots.hasRoom(5_000_000 + 400_000));
  }

  private static Set<Integer> ordinals(KeySlots slots, long hash) {
    Set<Integer> found = new HashSet<>();
    for (int bucket = slots.home(hash); ; bucket = slots.next(bucket)) {
      for (long left = slots.matches(bucket, hash); left != 0; left &= left - 1) {
        int ordinal = slots.ordinal(bucket, left, hash);
        assertTrue(ordinal == KeySlots.OTHER || found.add(ordinal));
      }
      if (slots.goesOn(bucket, hash) == false) {
        return found;
      }
    }
  }
}
