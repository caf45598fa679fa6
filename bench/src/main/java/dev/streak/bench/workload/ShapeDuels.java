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
import dev.streak.bench.harness.Duel;
import dev.streak.bench.harness.DuelResult;
import dev.streak.bench.harness.Numbers;
import dev.streak.bench.harness.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.lucene.index.DirectoryReader;

/** How fast posting lists of every shape are read, in every way. */
final class ShapeDuels {
  private static final List<PostingShape> SHAPES = List.of(PostingShape.values());
  private static final int[] DISTANCES = {30, 1_000, 50_000};

  /** Reads of a list are timed many at a time: some take less than a microsecond. */
  private static final long CALL_NANOS = 1_000_000;

  private static final int MAX_REPEATS = 4_096;

  private ShapeDuels() {}

  static void run(BenchContext context, int docs) throws Exception {
    List<int[]> lists = new ArrayList<>();
    for (PostingShape shape : SHAPES) {
      lists.add(shape.documents(context.random(shape.name()), docs));
    }
    List<TwinIndex.Side> sides =
        ListIndex.build(context, new PostingListSet("shapes", docs, lists));
    try (DirectoryReader lucene = sides.get(0).open();
        DirectoryReader streak = sides.get(1).open()) {
      ListReads a = new ListReads(lucene, ListIndex.FIELD);
      ListReads b = new ListReads(streak, ListIndex.FIELD);
      String[] columns = new String[3 + DISTANCES.length + 1];
      columns[0] = "";
      columns[1] = "next";
      for (int i = 0; i < DISTANCES.length; i++) {
        columns[2 + i] = "advance " + DISTANCES[i];
      }
      columns[2 + DISTANCES.length] = "into bit set";
      columns[3 + DISTANCES.length] = "and";
      Table table = new Table("Speed against Lucene, by shape of the list", columns);
      double worst = Double.POSITIVE_INFINITY;
      for (PostingShape shape : SHAPES) {
        double[] speeds = duels(context, shape, a, b);
        String[] cells = new String[speeds.length + 1];
        cells[0] = shape.name().toLowerCase(Locale.ROOT);
        for (int i = 0; i < speeds.length; i++) {
          cells[i + 1] = Numbers.times(speeds[i]);
          worst = Math.min(worst, speeds[i]);
        }
        table.row((Object[]) cells);
      }
      context.table(table);
      context.ratio("postings.shapes.worst", worst);
    }
  }

  private static double[] duels(BenchContext context, PostingShape shape, ListReads a, ListReads b)
      throws Exception {
    String name = shape.name().toLowerCase(Locale.ROOT);
    String term = term(shape);
    double[] speeds = new double[3 + DISTANCES.length];
    int at = 0;
    speeds[at++] = speed(context, name, "next", i -> a.iterate(term), i -> b.iterate(term));
    for (int distance : DISTANCES) {
      speeds[at++] =
          speed(
              context,
              name,
              "advance_" + distance,
              i -> a.advance(term, distance),
              i -> b.advance(term, distance));
    }
    speeds[at++] =
        speed(context, name, "into_bit_set", i -> a.intoBitSet(term), i -> b.intoBitSet(term));
    // With every other list: each meets each.
    speeds[at] =
        speed(context, name, "and", i -> andWithOthers(a, term), i -> andWithOthers(b, term));
    return speeds;
  }

  private static long andWithOthers(ListReads reads, String term) throws IOException {
    long sum = 0;
    for (PostingShape other : SHAPES) {
      sum += reads.and(term, term(other));
    }
    return sum;
  }

  /** The lists of the set "shapes" are in the order of the shapes. */
  private static String term(PostingShape shape) {
    return ListIndex.term(SHAPES.indexOf(shape));
  }

  /** A read of a list. */
  private interface Read {
    long run(int input) throws Exception;
  }

  private static double speed(
      BenchContext context, String shape, String way, Read lucene, Read streak) throws Exception {
    int repeats = repeats(lucene);
    Duel duel = context.duel(shape + ", " + way);
    if (context.quick()) {
      // There are so many of them.
      duel.rounds(10, 15);
    }
    DuelResult result =
        duel.operationsPerCall(repeats)
            .byProcessorTime()
            .system("Lucene", i -> repeat(lucene, repeats))
            .system("Streak", i -> repeat(streak, repeats))
            .run();
    context.ratio("postings.shape." + shape + "." + way, result.speedup("Streak"));
    return result.speedup("Streak");
  }

  /** How often a read must be repeated to take the time of a call. */
  private static int repeats(Read read) throws Exception {
    int repeats = 1;
    while (repeats < MAX_REPEATS) {
      long start = System.nanoTime();
      repeat(read, repeats);
      if (System.nanoTime() - start >= CALL_NANOS) {
        break;
      }
      repeats *= 2;
    }
    return repeats;
  }

  private static long repeat(Read read, int repeats) throws Exception {
    long sum = 0;
    for (int i = 0; i < repeats; i++) {
      sum += read.run(i);
    }
    return sum;
  }
}
