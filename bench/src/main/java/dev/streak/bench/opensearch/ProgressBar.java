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
package dev.streak.bench.opensearch;

import java.io.PrintStream;
import java.util.Locale;

/** One line that fills; where nobody watches, a line for each tenth. */
final class ProgressBar implements AutoCloseable {
  private static final int WIDTH = 40;

  private final PrintStream out;
  private final boolean terminal;
  private final String things;
  private final long total;
  private final long startNanos = System.nanoTime();
  private long tenths;

  ProgressBar(PrintStream out, boolean terminal, String things, long total) {
    this.out = out;
    this.terminal = terminal;
    this.things = things;
    this.total = total;
  }

  /** So many are done. */
  void at(long done) {
    double seconds = Math.max(1e-3, (System.nanoTime() - startNanos) / 1e9);
    String text =
        String.format(
            Locale.ROOT, "%,d of %,d %s, %,.0f a second", done, total, things, done / seconds);
    if (terminal) {
      int full = (int) (WIDTH * done / total);
      out.print("\r[" + "#".repeat(full) + ".".repeat(WIDTH - full) + "] " + text + "  ");
      out.flush();
    } else if (done * 10 / total > tenths) {
      tenths = done * 10 / total;
      out.println(text);
    }
  }

  @Override
  public void close() {
    if (terminal) {
      out.println();
    }
  }
}
