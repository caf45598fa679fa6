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
package dev.streak.bench.workload.postings;

import dev.streak.bench.data.PostingListSet;
import dev.streak.bench.harness.BenchContext;
import dev.streak.bench.harness.ForkedRuns;
import dev.streak.bench.harness.Numbers;
import dev.streak.bench.harness.Table;
import dev.streak.bench.workload.TwinIndex;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** How fast posting lists of every shape are read, in every way: medians over several JVMs. */
final class ShapeDuels {
  private static final int SLOWEST_SHOWN = 6;

  private ShapeDuels() {}

  static void run(BenchContext context, int docs) throws Exception {
    List<int[]> lists = new ArrayList<>();
    for (PostingShape shape : ShapeReads.SHAPES) {
      lists.add(shape.documents(context.random(shape.name()), docs));
    }
    List<TwinIndex.Side> sides =
        ListIndex.build(context, new PostingListSet("shapes", docs, lists));
    ForkedRuns speeds =
        ForkedRuns.run(
            context,
            "lists of every shape",
            ShapeReads.class,
            List.of(
                sides.get(0).path().toString(),
                sides.get(1).path().toString(),
                Boolean.toString(context.quick())));
    speeds.names().forEach(name -> context.ratio("postings.shape." + name, speeds.median(name)));
    context.ratio(
        "postings.shapes.worst",
        speeds.names().stream().mapToDouble(speeds::median).min().orElseThrow());
    context.table(byShape(speeds));
    context.table(slowest(speeds));
  }

  private static Table byShape(ForkedRuns speeds) {
    List<String> columns = new ArrayList<>(List.of(""));
    ShapeReads.ways().forEach(way -> columns.add(way.replace('_', ' ')));
    Table table =
        new Table("Speed against Lucene, by shape of the list", columns.toArray(String[]::new));
    for (PostingShape shape : ShapeReads.SHAPES) {
      String name = shape.name().toLowerCase(Locale.ROOT);
      List<String> cells = new ArrayList<>(List.of(name));
      for (String way : ShapeReads.ways()) {
        cells.add(Numbers.times(speeds.median(name + "." + way)));
      }
      table.row(cells.toArray());
    }
    return table;
  }

  private static Table slowest(ForkedRuns speeds) {
    Table table =
        new Table("The slowest of these, over " + speeds, "", "median", "lowest", "highest");
    speeds.names().stream()
        .sorted(Comparator.comparingDouble(speeds::median))
        .limit(SLOWEST_SHOWN)
        .forEach(
            name ->
                table.row(
                    name,
                    Numbers.times(speeds.median(name)),
                    Numbers.times(speeds.lowest(name)),
                    Numbers.times(speeds.highest(name))));
    return table;
  }
}
