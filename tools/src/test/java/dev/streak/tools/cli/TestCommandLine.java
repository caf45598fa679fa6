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
package dev.streak.tools.cli;

import java.util.List;
import java.util.Optional;
import org.apache.lucene.tests.util.LuceneTestCase;

public class TestCommandLine extends LuceneTestCase {

  private static CommandLine line(String... arguments) {
    return new CommandLine(List.of(arguments));
  }

  private static void refused(String sentence, ThrowingRunnable code) {
    assertEquals(sentence, expectThrows(Refusal.class, code).getMessage());
  }

  public void testOptionsBeforeBetweenAndAfterOperands() {
    CommandLine line = line("--a", "1", "x", "--b", "y", "--c=2");
    assertTrue(line.flag("--b"));
    assertFalse(line.flag("--d"));
    assertEquals(Optional.of("1"), line.value("--a"));
    assertEquals(Optional.of(2), line.number("--c", 1, 2));
    assertEquals(Optional.empty(), line.value("--e"));
    assertEquals(List.of("x", "y"), line.operands(2, 2, "X Y"));
  }

  public void testSeveralValues() {
    assertEquals(
        Optional.of(List.of("field", "term")), line("--term", "field", "term").values("--term", 2));
    refused("--term needs 2 values", () -> line("--term", "field").values("--term", 2));
  }

  public void testAValueThatBeginsWithDashes() {
    CommandLine line = line("x", "--term", "field", "--", "--5", "y");
    assertEquals(Optional.of(List.of("field", "--5")), line.values("--term", 2));
    assertEquals(List.of("x", "y"), line.operands(2, 2, "X Y"));
    refused("--term needs 2 values", () -> line("--term", "field", "--5").values("--term", 2));
    refused("--term needs 2 values", () -> line("--term", "--", "f", "--5").values("--term", 2));
    refused("--out needs a value", () -> line("--out", "--", "x").value("--out"));
    CommandLine first = line("x", "--term=--json", "--", "--5");
    assertFalse(first.flag("--json"));
    assertEquals(Optional.of(List.of("--json", "--5")), first.values("--term", 2));
    assertEquals(List.of("x"), first.operands(1, 1, "X"));
    assertEquals(Optional.of("--b=1-2"), line("--a=--b=1-2").value("--a"));
    CommandLine whole = line("--term", "field", "term", "--", "x");
    assertEquals(Optional.of(List.of("field", "term")), whole.values("--term", 2));
    assertEquals(List.of("x"), whole.operands(1, 1, "X"));
  }

  public void testAfterTwoDashesAllAreOperands() {
    CommandLine line = line("--", "--b", "-x");
    assertFalse(line.flag("--b"));
    assertEquals(List.of("--b", "-x"), line.operands(0, 2, "X"));
  }

  /** As in the benchmarks. */
  public void testNumbersAsPeopleWriteThem() {
    String[] written = {"10k", "10K", "2m", "2M", "10_000", "4,000", "+7", "-1k"};
    int[] numbers = {10_000, 10_000, 2_000_000, 2_000_000, 10_000, 4000, 7, -1000};
    for (int i = 0; i < written.length; i++) {
      Optional<Integer> number = line("--a", written[i]).number("--a", -1000, 2_000_000);
      assertEquals(Optional.of(numbers[i]), number);
    }
    for (String text : List.of("3m", "4000000000k", "99999999999999999999")) {
      refused(
          "--a must be 1 to 2,000,000: " + text,
          () -> line("--a", text).number("--a", 1, 2_000_000));
    }
    for (String text : List.of("k", "1kk", "1g", "0x1", ",", "")) {
      refused("--a must be a whole number: " + text, () -> line("--a", text).number("--a", 1, 9));
    }
  }

  public void testMistakes() {
    refused("--a needs a value", () -> line("--a").value("--a"));
    refused("--a needs a value", () -> line("--a", "--b").value("--a"));
    refused("--a is given twice", () -> line("--a", "1", "--a", "2").value("--a"));
    refused("--a must be 1 to 3: 4", () -> line("--a", "4").number("--a", 1, 3));
    refused("--a must be 1 to 3: 4000000000", () -> line("--a", "4000000000").number("--a", 1, 3));
    refused("--a must be a whole number: -", () -> line("--a", "-").number("--a", 1, 3));
    refused("--a must be a whole number: x", () -> line("--a", "x").number("--a", 1, 3));
    refused(
        "--to must be one of streak, lucene: solr",
        () -> line("--to", "solr").choice("--to", List.of("streak", "lucene")));
    refused("--a takes no value", () -> line("--a=yes", "x").flag("--a"));
    refused("--a takes no value", () -> line("--a", "--a=").flag("--a"));
    CommandLine twice = line("--a", "x", "--a");
    assertTrue(twice.flag("--a"));
    refused("--a is given twice", () -> twice.operands(1, 1, "X"));
    refused("not a path: \0", () -> CommandLine.path("\0"));
    refused(
        "an empty name of a file or folder: is a variable of the shell not set?",
        () -> CommandLine.path(""));
  }

  /**
   * As of a term in a process without a locale: nothing would be found, and nobody would know why.
   */
  public void testCharactersThatWereNotRead() {
    for (List<String> arguments :
        List.of(List.of("--term", "f", "m\uFFFDller"), List.of("x", "--", "m\uFFFDller"))) {
      refused(
          "Java read an argument as ANSI_X3.4-1968: m\uFFFDller; set LC_ALL=C.UTF-8",
          () -> new CommandLine(arguments, "ANSI_X3.4-1968"));
      new CommandLine(arguments, "UTF-8");
    }
    new CommandLine(List.of("--term", "f", "M\u00fcller"), "ISO-8859-1");
  }
}
