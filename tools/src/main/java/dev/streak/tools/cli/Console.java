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

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonObject;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Where a command prints: its result to one stream, as lines for people or as one JSON object, and
 * how it is getting on to the other.
 */
public final class Console {
  private static final Gson GSON =
      new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create();

  private final PrintStream out;
  private final PrintStream err;
  private final boolean terminal;
  private final boolean json;
  private final Map<String, String> variables;

  /**
   * A console.
   *
   * @param terminal whether {@code err} is a terminal, on which a line can be overwritten
   * @param json whether the result is wanted as JSON
   */
  public Console(PrintStream out, PrintStream err, boolean terminal, boolean json) {
    this(out, err, terminal, json, System.getenv());
  }

  /** A console where the environment has these variables. */
  Console(
      PrintStream out,
      PrintStream err,
      boolean terminal,
      boolean json,
      Map<String, String> variables) {
    this.out = out;
    this.err = err;
    this.terminal = terminal;
    this.json = json;
    this.variables = variables;
  }

  /** A line of the result for people; nothing if JSON is wanted. */
  public void line(String line) {
    if (!json) {
      out.println(Printable.text(line));
    }
  }

  /** The result for machines; nothing unless JSON is wanted. */
  public void result(JsonObject result) {
    if (json) {
      String text = GSON.toJson(result);
      // JSON is UTF-8; what only reads ASCII reads UTF-8 that has nothing else in it.
      out.println(out.charset().equals(StandardCharsets.UTF_8) ? text : inAscii(text));
    }
  }

  /** JSON with other characters as JSON escapes them; outside of strings it has none. */
  private static String inAscii(String json) {
    StringBuilder ascii = new StringBuilder(json.length());
    for (int i = 0; i < json.length(); i++) {
      char c = json.charAt(i);
      if (c < 128) {
        ascii.append(c);
      } else {
        ascii.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      }
    }
    return ascii.toString();
  }

  /** A remark that is not part of the result. */
  public void note(String line) {
    err.println(Printable.text(line));
  }

  /** Asks somebody at the terminal; where there is none, nobody agrees. */
  public boolean agrees(String question) {
    if (!terminal) {
      return false;
    }
    err.print(Printable.text(question) + "? (yes/no) ");
    err.flush();
    return "yes".equals(System.console().readLine());
  }

  /** Begins to show how a long piece of work gets on; close it when done. */
  public Progress progress(String what, long total) {
    return progress(what, total, null);
  }

  /**
   * The same where nobody reports.
   *
   * @param units tells how many of the total are done, about
   */
  public Progress progress(String what, long total, LongSupplier units) {
    boolean overwrites = terminal && !"dumb".equals(variables.get("TERM"));
    int columns = Progress.columns(variables.get("COLUMNS"));
    return new Progress(err, overwrites, columns, Printable.text(what), total).started(units);
  }
}
