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
import java.util.function.LongSupplier;
import java.util.regex.Pattern;

/**
 * How a long piece of work gets on: on a terminal one line that is overwritten, elsewhere a plain
 * line now and then, also while nobody reports. Short work prints nothing. Any thread may report.
 */
public final class Progress implements AutoCloseable {
  private static final long TERMINAL_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
  private static final long PLAIN_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** On a terminal, while nobody reports. */
  private static final long TICK_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Of a terminal whose width is not known. */
  private static final int USUAL_COLUMNS = 80;

  /** With less there is no room for anything. */
  private static final int LEAST_COLUMNS = 20;

  private static final String CUT = "...";

  /** A folder but for its last name, as far as one can tell where it begins. */
  private static final Pattern FOLDERS = Pattern.compile("\\S*?[/\\\\](?:.*[/\\\\])?");

  private final PrintStream err;
  private final boolean terminal;
  private final String what;
  private final long total;
  private final int columns;
  private final long pauseNanos;
  private final Thread timer = new Thread(this::tick, "progress");
  private LongSupplier measured;
  private boolean closed;
  private final long start = System.nanoTime();
  private long done;
  private long printedAt = start;
  private int width;

  /**
   * Progress of some work.
   *
   * @param terminal whether a line can be overwritten
   * @param columns of the terminal: a longer line would not be overwritten as a whole
   */
  Progress(PrintStream err, boolean terminal, int columns, String what, long total) {
    this(err, terminal, columns, what, total, terminal ? TICK_NANOS : PLAIN_PAUSE_NANOS);
  }

  /** The same with another pause while nobody reports. */
  Progress(
      PrintStream err, boolean terminal, int columns, String what, long total, long pauseNanos) {
    this.pauseNanos = pauseNanos;
    this.err = err;
    this.terminal = terminal;
    this.what = what;
    this.total = total;
    this.columns = columns;
  }

  /**
   * Begins to print.
   *
   * @param units tells how many are done where nobody reports, or null
   */
  Progress started(LongSupplier units) {
    measured = units;
    timer.setDaemon(true);
    timer.start();
    return this;
  }

  private void tick() {
    try {
      while (waited()) {
        long units = measured == null ? 0 : measured.getAsLong();
        synchronized (this) {
          done = Math.max(done, units);
          if (!closed && System.nanoTime() - printedAt >= pauseNanos) {
            print();
          }
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits until a line is due; false if there is to be none any more. */
  private synchronized boolean waited() throws InterruptedException {
    long left = pauseNanos - (System.nanoTime() - printedAt);
    while (!closed && left > 0) {
      TimeUnit.NANOSECONDS.timedWait(this, left);
      left = pauseNanos - (System.nanoTime() - printedAt);
    }
    return !closed;
  }

  /** The columns that a shell tells; as many as terminals have mostly if it tells nothing. */
  static int columns(String told) {
    return told != null && told.matches("[0-9]{1,5}")
        ? Math.max(LEAST_COLUMNS, Integer.parseInt(told))
        : USUAL_COLUMNS;
  }

  /** Notes that {@code units} of the total are done. */
  public synchronized void add(long units) {
    done += units;
    if (System.nanoTime() - printedAt >= (terminal ? TERMINAL_PAUSE_NANOS : PLAIN_PAUSE_NANOS)) {
      print();
    }
  }

  private void print() {
    printedAt = System.nanoTime();
    print(line(done, total, (printedAt - start) / 1e9));
  }

  private String line(long units, long of, double elapsed) {
    double share = of <= 0 ? 0 : Math.min(1, (double) units / of);
    String line = ": " + (int) (share * 100) + " %, " + Quantity.seconds(elapsed);
    if (share > 0.01 && share < 1) {
      line += ", about " + Quantity.seconds(elapsed * (1 - share) / share) + " left";
    }
    return terminal ? fitting(line) : what + line;
  }

  /** Leaves the last column free: some terminals begin a new line when it is written. */
  private String fitting(String line) {
    int room = columns - 1;
    String shown = what;
    if (shown.length() + line.length() > room) {
      shown = FOLDERS.matcher(what).replaceFirst("");
    }
    if (shown.length() + line.length() > room) {
      int kept = Math.max(0, room - line.length() - CUT.length());
      shown = shown.substring(0, Math.min(kept, shown.length())) + CUT;
    }
    String all = shown + line;
    return all.substring(0, Math.min(all.length(), room));
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

  /** Clears the line of a terminal, and ends the timer. */
  @Override
  public synchronized void close() {
    closed = true;
    notifyAll();
    if (width > 0) {
      err.print("\r" + " ".repeat(width) + "\r");
      err.flush();
      width = 0;
    }
  }
}
