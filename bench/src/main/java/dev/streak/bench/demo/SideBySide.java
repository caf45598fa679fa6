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
package dev.streak.bench.demo;

import dev.streak.bench.harness.DuelResult;
import dev.streak.bench.harness.Numbers;
import dev.streak.bench.harness.Table;

/** The demo's table: Lucene, Streak, and how many times better. */
final class SideBySide {
  private final Table table;

  SideBySide(String title) {
    table = new Table(title, "", "Lucene", "p99", "Streak", "p99", "better by");
  }

  void section(String name) {
    table.row(name, "", "", "", "", "");
  }

  void times(String what, double luceneNanos, double streakNanos) {
    row(
        what,
        Numbers.nanos(luceneNanos),
        "",
        Numbers.nanos(streakNanos),
        "",
        luceneNanos / streakNanos);
  }

  void bytes(String what, long lucene, long streak) {
    row(what, Numbers.bytes(lucene), "", Numbers.bytes(streak), "", (double) lucene / streak);
  }

  /** Medians, tails, and the speed-up of whole rounds. */
  void latencies(String what, DuelResult result) {
    String lucene = result.systems().get(0);
    String streak = result.systems().get(1);
    row(
        what,
        Numbers.nanos(result.median(lucene)),
        Numbers.nanos(result.percentile(lucene, 99)),
        Numbers.nanos(result.median(streak)),
        Numbers.nanos(result.percentile(streak, 99)),
        result.speedup(streak));
  }

  /** Something that only one side has, or that is not better when it is less. */
  void values(String what, String lucene, String streak) {
    table.row("  " + what, lucene, "", streak, "", "");
  }

  private void row(
      String what, String lucene, String luceneTail, String streak, String tail, double ratio) {
    table.row(
        "  " + what,
        lucene,
        luceneTail,
        streak,
        tail,
        Double.isFinite(ratio) && ratio > 0 ? Numbers.times(ratio) : "");
  }

  Table toTable() {
    return table;
  }
}
