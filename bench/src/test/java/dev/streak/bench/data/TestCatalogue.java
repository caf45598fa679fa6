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
package dev.streak.bench.data;

import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.tests.util.LuceneTestCase;

public class TestCatalogue extends LuceneTestCase {

  public void testSameSeedSameItems() {
    long seed = random().nextLong();
    Catalogue first = new Catalogue(seed, 2_000);
    Catalogue second = new Catalogue(seed, 2_000);
    assertEquals(first.shops(), second.shops());
    for (int i = 0; i < first.size(); i++) {
      assertEquals(first.item(i), second.item(i));
    }
    int backwards = random().nextInt(first.size());
    assertEquals(first.item(backwards), second.item(backwards));
    assertNotEquals(first.item(0), new Catalogue(seed + 1, 2_000).item(0));
  }

  public void testItemsFillTheirShops() {
    int items = 1 + random().nextInt(5_000);
    Catalogue catalogue = new Catalogue(random().nextLong(), items);
    Map<Long, Integer> perShop = new HashMap<>();
    Set<Long> ids = new HashSet<>();
    for (int i = 0; i < items; i++) {
      Catalogue.Item item = catalogue.item(i);
      assertTrue("item ids are unique", ids.add(item.id()));
      assertEquals(item.id(), catalogue.itemId(i));
      perShop.merge(item.shop().id(), 1, Integer::sum);
    }
    assertEquals("shop ids are unique", catalogue.shops().size(), perShop.size());
    int next = 0;
    for (Catalogue.Shop shop : catalogue.shops()) {
      assertEquals(next, shop.firstItem());
      assertEquals(shop.items(), perShop.get(shop.id()).intValue());
      next += shop.items();
    }
    assertEquals(items, next);
  }

  public void testNamesInSeveralScripts() {
    Catalogue catalogue = new Catalogue(42, 500);
    int chinese = 0;
    for (int i = 0; i < catalogue.size(); i++) {
      Catalogue.Item item = catalogue.item(i);
      assertFalse(item.name().isBlank());
      assertTrue(item.priceCents() > 0);
      assertEquals(6, item.shop().geohash().length());
      assertTrue(item.toJson().contains(item.description()));
      chinese += Character.isIdeographic(item.name().codePointAt(0)) ? 1 : 0;
    }
    assertTrue("chinese=" + chinese, chinese > 40 && chinese < 160);
  }

  public void testShuffleIsAPermutation() {
    for (int size : new int[] {1, 2, 3, 63, 64, 65, 1 + random().nextInt(20_000)}) {
      Shuffle shuffle = new Shuffle(size, random().nextLong());
      BitSet seen = new BitSet(size);
      for (int i = 0; i < size; i++) {
        int value = shuffle.apply(i);
        assertTrue("value=" + value + " size=" + size, value >= 0 && value < size);
        seen.set(value);
      }
      assertEquals(size, seen.cardinality());
    }
  }

  public void testGeohash() {
    assertEquals("u4pruy", Geohash.encode(57.64911, 10.40744, 6));
    assertEquals("ezs42", Geohash.encode(42.6, -5.6, 5));
  }

  public void testZipfTextFollowsRanks() {
    ZipfText text = new ZipfText(random().nextLong(), 1_000);
    Map<String, Integer> counts = new HashMap<>();
    for (int i = 0; i < 2_000; i++) {
      String document = text.text(i, 20);
      assertEquals(document, text.text(i, 20));
      for (String word : document.split(" ")) {
        counts.merge(word, 1, Integer::sum);
      }
    }
    double first = counts.get(text.word(0));
    double tenth = counts.get(text.word(9));
    assertTrue("first=" + first + " tenth=" + tenth, first > 5 * tenth && first < 25 * tenth);
    expectThrows(IllegalArgumentException.class, () -> new ZipfText(1, 1));
  }
}
