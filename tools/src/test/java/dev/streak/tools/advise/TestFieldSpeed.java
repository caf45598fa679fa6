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
package dev.streak.tools.advise;

import java.util.Optional;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Processor times and the words for them. */
public class TestFieldSpeed extends LuceneTestCase {

  private static Medians[] steady(double lucene, double streak) {
    return new Medians[] {new Medians(lucene, lucene, lucene), new Medians(streak, streak, streak)};
  }

  private static String word(Medians... times) {
    FieldSpeed speed = FieldSpeed.of("f", times, steady(1, 1)).orElseThrow();
    assertEquals("about equal", speed.writes());
    assertEquals(speed.reads(), FieldSpeed.of("f", times, times).orElseThrow().writes());
    return speed.reads();
  }

  public void testWords() {
    assertEquals("much faster", word(steady(900, 300)));
    assertEquals("faster", word(steady(500, 300)));
    assertEquals("about equal", word(steady(400, 300)));
    assertEquals("about equal", word(steady(300, 400)));
    assertEquals("slower", word(steady(300, 500)));
  }

  /** As of code that was compiled while it was measured: 0.6 times, and then twice as fast. */
  public void testHalvesThatSayDifferentThings() {
    assertEquals("unclear", word(Medians.of(6, 6, 6, 6), Medians.of(10, 10, 3, 3)));
    assertEquals("unclear", word(Medians.of(6, 6, 10, 10), Medians.of(10, 10, 10, 10)));
    // As far apart, and one word.
    assertEquals("much faster", word(Medians.of(60, 60, 60, 60), Medians.of(10, 10, 3, 3)));
    // Two words, and as near as times are.
    assertEquals("faster", word(Medians.of(135, 135, 145, 145), Medians.of(100, 100, 100, 100)));
  }

  public void testMedians() {
    assertEquals(new Medians(8, 8, 6), Medians.of(8, 9, 7, 900, 2, 6));
    assertEquals(
        new Medians(17, 18, 12), new Medians(1, 2, 0).plus(Medians.of(8, 9, 7, 900, 2, 6), 2));
  }

  /** No number is infinite, which JSON could not say. */
  public void testWhatTookNoTimeIsNotMeasured() {
    Medians[] some = steady(1, 1);
    for (Medians[] none :
        new Medians[][] {
          steady(1, 0),
          steady(0, 1),
          steady(0, 0),
          {new Medians(1, 1, 1), new Medians(1, 0, 1)},
          {new Medians(1, 1, 0), new Medians(1, 1, 1)}
        }) {
      assertEquals(Optional.empty(), FieldSpeed.of("f", none, some));
      assertEquals(Optional.empty(), FieldSpeed.of("f", some, none));
    }
  }
}
