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

import dev.streak.tables.HomeBuckets;
import dev.streak.termkeys.TermKeys;
import java.util.HashSet;
import java.util.Set;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BitUtil;
import org.apache.lucene.util.BytesRef;

public class TestKeyHash extends LuceneTestCase {

  public void testANumberHasTheHashOfItsDigits() {
    for (long number :
        new long[] {0, 1, -1, 10, Long.MAX_VALUE, Long.MIN_VALUE, Long.MIN_VALUE + 1}) {
      assertEquals(KeyHash.of(new BytesRef(Long.toString(number))), KeyHash.of(number));
    }
    for (int i = 0; i < 1_000; i++) {
      long number = random().nextLong() >> random().nextInt(64);
      assertEquals(KeyHash.of(new BytesRef(Long.toString(number))), KeyHash.of(number));
    }
  }

  public void testTermsThatSpellTheSameNumberDiffer() {
    for (String term : new String[] {"007", "+7", "-0", "00", "7 ", "", "-"}) {
      assertNotEquals(term, KeyHash.of(7), KeyHash.of(new BytesRef(term)));
      assertNotEquals(term, KeyHash.of(0), KeyHash.of(new BytesRef(term)));
    }
  }

  public void testWhereATermLiesDoesNotMatter() {
    for (int i = 0; i < 100; i++) {
      String text = TestUtil.randomSimpleString(random(), 40);
      String behind = "ab" + text + "cd";
      BytesRef inside = new BytesRef(behind);
      inside.offset = 2;
      inside.length = new BytesRef(text).length;
      assertEquals(KeyHash.of(new BytesRef(text)), KeyHash.of(inside));
    }
  }

  public void testNumbersChosenByThePublicHashDoNotCollide() {
    Set<Long> highBits = new HashSet<>();
    int chosen = 0;
    for (long number = 0; chosen < 256; number++) {
      if (HomeBuckets.mix(number) >>> 56 == 7) {
        highBits.add(KeyHash.of(number) >>> 56);
        chosen++;
      }
    }
    assertTrue("" + highBits.size(), highBits.size() > 100);
  }

  public void testTermsChosenByThePublicHashDoNotCollide() {
    Set<Long> publicHashes = new HashSet<>();
    Set<Long> hashes = new HashSet<>();
    for (int i = 0; i < 256; i++) {
      BytesRef term = term(random().nextLong());
      publicHashes.add(TermKeys.hash(term));
      hashes.add(KeyHash.of(term));
    }
    assertEquals(1, publicHashes.size());
    assertEquals(256, hashes.size());
  }

  /** The second word undoes the first one. */
  private static BytesRef term(long first) {
    long multiplier = 0xA0761D6478BD642FL;
    long begun = (0xE7037ED1A0B428DBL + 24 * multiplier) ^ first;
    long second = begun * multiplier ^ Math.unsignedMultiplyHigh(begun, multiplier);
    BytesRef term = new BytesRef(new byte[24]);
    BitUtil.VH_LE_LONG.set(term.bytes, 0, first);
    BitUtil.VH_LE_LONG.set(term.bytes, 8, second);
    return term;
  }
}
