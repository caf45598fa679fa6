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

import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
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
}
