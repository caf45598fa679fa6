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
package dev.streak.bench.workload;

import dev.streak.bench.data.PostingListSet;
import dev.streak.bench.harness.BenchContext;
import dev.streak.bench.harness.Numbers;
import dev.streak.bench.harness.Table;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** How fast posting lists of every shape are read, in every way: medians over several JVMs. */
final class ShapeDuels {
  private static final int FORKS = 5;
  private static final int SLOWEST_SHOWN = 6;

  private ShapeDuels() {}

  static void run(BenchContext context, int docs) throws Exception {
    List<int[]> lists = new ArrayList<>();
    for (PostingShape shape : ShapeReads.SHAPES) {
      lists.add(shape.documents(context.random(shape.name()), docs));
    }
    List<TwinIndex.Side> sides =
        ListIndex.build(context, new PostingListSet("shapes", docs, lists));
    int forks = context.quick() ? 1 : FORKS;
    Path directory = context.scratch("shapes");
    Map<String, double[]> speeds = new LinkedHashMap<>();
    for (int fork = 0; fork < forks; fork++) {
      context.progress("lists of every shape: JVM " + (fork + 1) + " of " + forks);
      int number = fork;
      ShapeReads.fork(sides, directory, context.quick())
          .forEach(
              (name, speed) ->
                  speeds.computeIfAbsent(name, n -> new double[forks])[number] = speed);
    }
    speeds.values().forEach(Arrays::sort);
    speeds.forEach((name, sorted) -> context.ratio("postings.shape." + name, median(sorted)));
    context.ratio(
        "postings.shapes.worst",
        speeds.values().stream().mapToDouble(ShapeDuels::median).min().orElseThrow());
    context.table(byShape(speeds));
    context.table(slowest(speeds, forks));
  }

  private static double median(double[] sorted) {
    return sorted[sorted.length / 2];
  }

  private static Table byShape(Map<String, double[]> speeds) {
    List<String> columns = new ArrayList<>(List.of(""));
    ShapeReads.ways().forEach(way -> columns.add(way.replace('_', ' ')));
    Table table =
        new Table("Speed against Lucene, by shape of the list", columns.toArray(String[]::new));
    for (PostingShape shape : ShapeReads.SHAPES) {
      String name = shape.name().toLowerCase(Locale.ROOT);
      List<String> cells = new ArrayList<>(List.of(name));
      for (String way : ShapeReads.ways()) {
        cells.add(Numbers.times(median(speeds.get(name + "." + way))));
      }
      table.row(cells.toArray());
    }
    return table;
  }

  private static Table slowest(Map<String, double[]> speeds, int forks) {
    Table table =
        new Table(
            "The slowest of these, over " + forks + (forks == 1 ? " JVM" : " JVMs"),
            "",
            "median",
            "lowest",
            "highest");
    speeds.entrySet().stream()
        .sorted(Comparator.comparingDouble(entry -> median(entry.getValue())))
        .limit(SLOWEST_SHOWN)
        .forEach(
            entry -> {
              double[] sorted = entry.getValue();
              table.row(
                  entry.getKey(),
                  Numbers.times(median(sorted)),
                  Numbers.times(sorted[0]),
                  Numbers.times(sorted[sorted.length - 1]));
            });
    return table;
  }
}
