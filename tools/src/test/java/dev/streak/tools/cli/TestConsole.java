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

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.lucene.tests.util.LuceneTestCase;

public class TestConsole extends LuceneTestCase {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private Console console(boolean terminal, boolean json) {
    return console(terminal, json, Map.of());
  }

  private Console console(boolean terminal, boolean json, Map<String, String> variables) {
    return new Console(
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8),
        terminal,
        json,
        variables);
  }

  /** What a terminal shows when half is done. */
  private String half(String what, Map<String, String> variables) throws Exception {
    err.reset();
    try (Progress progress = console(true, false, variables).progress(what, 100)) {
      Thread.sleep(210);
      progress.add(50);
      return err.toString(StandardCharsets.UTF_8);
    }
  }

  /** Only one line can be overwritten. */
  public void testATerminalsLineFits() throws Exception {
    String deep = "verifying /" + "folder/".repeat(20) + "shops";
    String line = half(deep, Map.of());
    assertTrue(line, line.matches("\rverifying shops: 50 %, .* left"));
    line = half("verifying folder/".repeat(9) + "shops", Map.of("COLUMNS", "200"));
    assertTrue(line, line.contains("verifying folder/shops: 50 %, "));
    line = half("verifying " + "shops".repeat(20), Map.of("COLUMNS", "60"));
    assertTrue(line, line.matches("\rverifying shops.*\\.\\.\\.: 50 %, .* left"));
    assertEquals("\r".length() + 59, line.length());
    assertEquals("\r".length() + 79, half("x".repeat(100), Map.of("COLUMNS", "no")).length());
    assertEquals("\r".length() + 19, half("x".repeat(100), Map.of("COLUMNS", "1")).length());
  }

  public void testATerminalThatOverwritesNothing() throws Exception {
    assertEquals("", half("reading", Map.of("TERM", "dumb")));
    assertTrue(half("reading", Map.of("TERM", "xterm")).startsWith("\rreading: 50 %"));
  }

  public void testEitherLinesOrJson() {
    JsonObject object = new JsonObject();
    object.addProperty("a", 1);
    for (boolean json : new boolean[] {false, true}) {
      out.reset();
      Console console = console(false, json);
      console.line("a is 1");
      console.result(object);
      String expected = json ? "{\n  \"a\": 1\n}" : "a is 1";
      assertEquals(expected + System.lineSeparator(), out.toString(StandardCharsets.UTF_8));
    }
  }

  /** Whoever reads JSON takes it for UTF-8, whatever the locale is. */
  public void testJsonInEveryLocale() {
    JsonObject object = new JsonObject();
    object.addProperty("K\u00f6ln", "\u20ac, \ud83c\udf55 & \n");
    for (Charset charset :
        new Charset[] {
          StandardCharsets.UTF_8, StandardCharsets.US_ASCII, StandardCharsets.ISO_8859_1
        }) {
      out.reset();
      PrintStream stream = new PrintStream(out, true, charset);
      new Console(stream, stream, false, true, Map.of()).result(object);
      assertEquals(object, JsonParser.parseString(out.toString(StandardCharsets.UTF_8)));
    }
  }

  public void testATerminalsLineIsOverwrittenAndCleared() throws Exception {
    try (Progress progress = console(true, false).progress("reading", 100)) {
      Thread.sleep(210);
      progress.add(50);
      String line = err.toString(StandardCharsets.UTF_8);
      assertTrue(line, line.matches("\rreading: 50 %, \\d+\\.\\d s, about \\d+\\.\\d s left"));
    }
    assertTrue(err.toString(StandardCharsets.UTF_8).matches("(?s).*\r +\r"));
  }

  public void testShortWorkPrintsNothing() {
    for (boolean terminal : new boolean[] {false, true}) {
      try (Progress progress = console(terminal, false).progress("reading", 100)) {
        progress.add(0);
      }
    }
    assertEquals("", err.toString(StandardCharsets.UTF_8));
  }

  /** A segment may take long, and nobody knows how far it is. */
  public void testALineWhileNobodyReports() throws Exception {
    PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
    AtomicLong units = new AtomicLong();
    try (Progress progress =
        new Progress(stream, false, 80, "writing", 100, 1_000_000).started(units::get)) {
      while (err.toString(StandardCharsets.UTF_8).isEmpty()) {
        Thread.sleep(1);
      }
      progress.add(0);
      units.set(50);
      while (!err.toString(StandardCharsets.UTF_8).contains("writing: 50 %")) {
        Thread.sleep(1);
      }
    }
    String told = err.toString(StandardCharsets.UTF_8);
    assertTrue(told, told.startsWith("writing: 0 %, "));
    Thread.sleep(20);
    assertEquals(told, err.toString(StandardCharsets.UTF_8));
  }

  public void testQuantities() {
    assertEquals("1,234,567", Quantity.count(1_234_567));
    assertEquals("999 B", Quantity.bytes(999));
    assertEquals("1.00 kB", Quantity.bytes(1000));
    assertEquals("12.3 MB", Quantity.bytes(12_345_678));
    assertEquals("1.00 MB", Quantity.bytes(999_600));
    assertEquals("123 GB", Quantity.bytes(123_456_789_012L));
    assertEquals("1.2 s", Quantity.seconds(1.23));
    assertEquals("59 s", Quantity.seconds(59.4));
    assertEquals("2 min 5 s", Quantity.seconds(125));
    assertEquals("1 h 20 min", Quantity.seconds(4810));
  }
}
