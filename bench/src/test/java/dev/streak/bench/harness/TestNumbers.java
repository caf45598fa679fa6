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
package dev.streak.bench.harness;

import org.apache.lucene.tests.util.LuceneTestCase;

public class TestNumbers extends LuceneTestCase {

  public void testThreeDigitsThatCount() {
    assertEquals("0.025", Numbers.digits(0.0251));
    assertEquals("1.00", Numbers.digits(0.9999));
    assertEquals("9.99", Numbers.digits(9.99));
    assertEquals("10.0", Numbers.digits(9.999));
    assertEquals("99.9", Numbers.digits(99.94));
    assertEquals("100", Numbers.digits(99.96));
    assertEquals("12,346", Numbers.digits(12345.6));
  }

  public void testUnits() {
    assertEquals("999 ns", Numbers.nanos(999));
    assertEquals("1.50 us", Numbers.nanos(1_500));
    assertEquals("12.0 ms", Numbers.nanos(12_000_000));
    assertEquals("2.00 s", Numbers.nanos(2e9));
    assertEquals("0 B", Numbers.bytes(0));
    assertEquals("1.00 kB", Numbers.bytes(1_000));
    assertEquals("1.00 MB", Numbers.bytes(999_999));
    assertEquals("2.50x", Numbers.times(2.5));
    assertEquals("12.3 %", Numbers.percent(0.123));
    assertEquals("1,000,000", Numbers.count(1_000_000));
  }

  public void testTableAlignsNumbersRightAndCountsIdeographsTwice() {
    String text = new Table("T", "", "time").row("面", "1 ms").row("abc", "10 ms").toText();
    assertEquals("T\n      time\n----------\n面    1 ms\nabc  10 ms\n", text);
    expectThrows(IllegalArgumentException.class, () -> new Table("T", "a").row("1", "2"));
  }
}
