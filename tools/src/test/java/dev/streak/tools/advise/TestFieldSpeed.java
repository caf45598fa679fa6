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

/** Quotients of processor times. */
public class TestFieldSpeed extends LuceneTestCase {

  public void testQuotients() {
    Optional<FieldSpeed> speed =
        FieldSpeed.of("f", new double[] {600, 200}, new double[] {100, 200});
    assertEquals(Optional.of(new FieldSpeed("f", 3, 0.5)), speed);
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
