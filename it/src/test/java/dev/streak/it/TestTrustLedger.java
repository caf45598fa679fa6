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
package dev.streak.it;

import static java.util.stream.Collectors.joining;

import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Each line of docs/trust.md has the form that {@code ./streak trust} gives it. */
public class TestTrustLedger extends LuceneTestCase {
  private static final Pattern LINE =
      Pattern.compile(
          "\\| 20\\d\\d-[01]\\d-[0-3]\\d \\| [0-9a-f]{7,}\\+? \\| "
              + "`\\./streak trust "
              + "(suites|trees|lives|crash|faults|corruption|mutations|convert|soak|cluster) [1-9]\\d*( [A-Za-z_]+)?` \\| "
              + "\\d+ s \\| (clean|\\*\\*failed\\*\\*(: [^|]+)?) \\| [^|]+ \\|");

  private static boolean hasForm(String line) {
    return LINE.matcher(line).matches();
  }

  public void testLinesOfTheLedger() throws Exception {
    List<String> table =
        Files.readAllLines(MainCode.ROOT.resolve("docs/trust.md")).stream()
            .filter(line -> line.startsWith("|"))
            .toList();
    assertTrue(table.get(0), table.get(0).startsWith("| day | commit | run |"));
    for (String line : table.subList(2, table.size())) {
      assertTrue(line, hasForm(line));
    }
  }

  public void testEachReaderCanBeTriedAlone() throws Exception {
    String readers =
        Arrays.stream(ReaderUnderTest.values()).map(Object::toString).collect(joining(", "));
    String script = Files.readString(MainCode.ROOT.resolve("it/trust"));
    assertTrue(readers, script.contains("readonly READERS=\"" + readers + "\"\n"));
  }

  public void testForm() {
    String line = "| 2026-11-22 | 31ba75e | `./streak trust soak 600` | 612 s | clean | soak: x |";
    assertTrue(hasForm(line));
    assertTrue(hasForm(line.replace("soak 600", "mutations 600 tables")));
    assertTrue(hasForm(line.replace("soak 600", "mutations 600 stored_bundle")));
    assertTrue(hasForm(line.replace("soak 600", "suites 600 TestWholeCodecPostings")));
    assertTrue(hasForm(line.replace("clean", "**failed**: seed ABC")));
    assertTrue(hasForm(line.replace("clean", "**failed**")));
    assertTrue(hasForm(line.replace("31ba75e", "31ba75e+")));
    assertFalse(hasForm(line.replace("612 s", "long")));
    assertFalse(hasForm(line.replace("soak 600", "soak")));
    assertFalse(hasForm(line.replace("clean", "fine")));
    assertFalse(hasForm(line.replace(" | soak: x", " | ")));
  }
}
