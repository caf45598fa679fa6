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

import java.util.HashSet;
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
    // 14 ordinal bits or so leave 17 for tags: hardly any, but eight bits would show hundreds.
    assertTrue("wrong tags " + wrong, wrong < keys / 1_000);
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

  public void testFiveBytesAKey() {
    KeySlots slots = new KeySlots(5_000_000);
    assertEquals(5.0, slots.bytes() / 5e6, 0.001);
    assertTrue(slots.hasRoom(5_000_000 + 400_000));
  }

  private static Set<Integer> ordinals(KeySlots slots, long hash) {
    Set<Integer> found = new HashSet<>();
    for (int slot = slots.find(slots.home(hash), hash);
        slot >= 0;
        slot = slots.findNext(slot, hash)) {
      assertTrue(found.add(slots.ordinal(slot)));
    }
    return found;
  }
}
