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

import java.io.PrintStream;
import java.util.concurrent.TimeUnit;

/**
 * How a long piece of work gets on: on a terminal one line that is overwritten, elsewhere a plain
 * line now and then. Short work prints nothing. Any thread may report.
 */
public final class Progress implements AutoCloseable {
  private static final long TERMINAL_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
  private static final long PLAIN_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final PrintStream err;
  private final boolean terminal;
  private final String what;
  private final long total;
  private final long start = System.nanoTime();
  private long done;
  private long printedAt = start;
  private int width;

  Progress(PrintStream err, boolean terminal, String what, long total) {
    this.err = err;
    this.terminal = terminal;
    this.what = what;
    this.total = total;
  }

  /** Notes that {@code units} of the total are done. */
  public synchronized void add(long units) {
    done += units;
    long now = System.nanoTime();
    if (now - printedAt >= (terminal ? TERMINAL_PAUSE_NANOS : PLAIN_PAUSE_NANOS)) {
      printedAt = now;
      print(line(done, total, (now - start) / 1e9));
    }
  }

  private String line(long units, long of, double elapsed) {
    double share = of <= 0 ? 0 : Math.min(1, (double) units / of);
    String line = what + ": " + (int) (share * 100) + " %, " + Quantity.seconds(elapsed);
    if (share > 0.01 && share < 1) {
      line += ", about " + Quantity.seconds(elapsed * (1 - share) / share) + " left";
    }
    return line;
  }

  private void print(String line) {
    if (!terminal) {
      err.println(line);
      return;
    }
    err.print("\r" + line + " ".repeat(Math.max(0, width - line.length())));
    err.flush();
    width = line.length();
  }

  /** Clears the line of a terminal. */
  @Override
  public synchronized void close() {
    if (width > 0) {
      err.print("\r" + " ".repeat(width) + "\r");
      err.flush();
      width = 0;
    }
  }
}
