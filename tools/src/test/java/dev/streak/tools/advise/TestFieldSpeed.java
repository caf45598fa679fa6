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

  private static String word(double lucene, double streak) {
    double[] times = {lucene, streak};
    FieldSpeed speed = FieldSpeed.of("f", times, new double[] {1, 1}).orElseThrow();
    assertEquals("about equal", speed.writes());
    assertEquals(speed.reads(), FieldSpeed.of("f", times, times).orElseThrow().writes());
    return speed.reads();
  }

  public void testWords() {
    assertEquals("much faster", word(900, 300));
    assertEquals("faster", word(500, 300));
    assertEquals("about equal", word(400, 300));
    assertEquals("about equal", word(300, 400));
    assertEquals("slower", word(300, 500));
  }

  /** What is read first tells nothing, and what another program took tells nothing either. */
  public void testTheFirstRoundsAndSingleOnesDoNotCount() {
    assertEquals(7, TrialSegment.settled(new long[] {900, 800, 700, 600, 7, 90, 6, 7}));
  }

  /** No number is infinite, which JSON could not say. */
  public void testWhatTookNoTimeIsNotMeasured() {
    double[] some = {1, 1};
    for (double[] none : new double[][] {{1, 0}, {0, 1}, {0, 0}}) {
      assertEquals(Optional.empty(), FieldSpeed.of("f", none, some));
      assertEquals(Optional.empty(), FieldSpeed.of("f", some, none));
    }
  }
}
