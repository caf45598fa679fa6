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
package dev.streak.tools.convert;

import dev.streak.tools.cli.Refusal;
import org.apache.lucene.tests.util.LuceneTestCase;

public class TestConversion extends LuceneTestCase {

  public void testWhatDoesNotFitIsRefused() {
    Conversion.mustFit(new Conversion.Plan(3, 1, 2000, 2000));
    Refusal refusal =
        expectThrows(
            Refusal.class, () -> Conversion.mustFit(new Conversion.Plan(3, 1, 2000, 1999)));
    assertEquals(
        "not enough room: this may take 2.00 kB, and 2.00 kB are free", refusal.getMessage());
  }
}
