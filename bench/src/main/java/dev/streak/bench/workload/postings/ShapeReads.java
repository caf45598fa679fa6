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

import dev.streak.bench.harness.BenchContext;
import dev.streak.bench.harness.BenchOptions;
import dev.streak.bench.harness.Duel;
import dev.streak.bench.harness.ForkedRuns;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.FixedBitSet;

/**
 * Reads lists of every shape in every way, Lucene's and ours in turns, in a JVM of its own: which
 * code the compiler puts together differs from one JVM to the next, and moves such short loops by a
 * quarter. Before anything is timed all has been read, as it would be in an application.
 */
final class ShapeReads {
  static final List<PostingShape> SHAPES = List.of(PostingShape.values());
  private static final int[] DISTANCES = {30, 1_000, 50_000};

  /** Reads of a list are timed many at a time: some take less than a microsecond. */
  private static final long CALL_NANOS = 1_000_000;

  private static final int MAX_REPEATS = 4_096;
  private static final long USUAL_REHEARSAL_NANOS = 150_000_000;
  private static final long QUICK_REHEARSAL_NANOS = 10_000_000;

  /** A read of a list. */
  private interface Read {
    long run(ListReads reads) throws Exception;
  }

  private final Path lucene;
  private final Path streak;
  private final boolean hurried;

  private ShapeReads(Path lucene, Path streak, boolean hurried) {
    this.lucene = lucene;
    this.streak = streak;
    this.hurried = hurried;
  }

  /** What the parent calls: the two indexes, whether to hurry. */
  public static void main(String[] args) throws Exception {
    boolean hurried = Boolean.parseBoolean(args[2]);
    ShapeReads reads = new ShapeReads(Path.of(args[0]), Path.of(args[1]), hurried);
    // Many JVMs for a short time tell more than one for a long time.
    boolean quick = true;
    ForkedRuns.measure("shapes", reads::run, BenchOptions.DEFAULT_SEED, quick, hurried, args);
  }

  private void run(BenchContext context) throws Exception {
    Map<String, Read> reads = reads();
    try (DirectoryReader luceneReader = DirectoryReader.open(FSDirectory.open(lucene));
        DirectoryReader streakReader = DirectoryReader.open(FSDirectory.open(streak))) {
      FixedBitSet bits = new FixedBitSet(luceneReader.maxDoc());
      ListReads a = new ListReads(luceneReader, ListIndex.FIELD, bits);
      ListReads b = new ListReads(streakReader, ListIndex.FIELD, bits);
      long rehearsal = hurried ? QUICK_REHEARSAL_NANOS : USUAL_REHEARSAL_NANOS;
      for (Read read : reads.values()) {
        rehearse(read, a, rehearsal);
        rehearse(read, b, rehearsal);
      }
      for (Map.Entry<String, Read> entry : reads.entrySet()) {
        context.ratio(entry.getKey(), speed(context, entry.getKey(), entry.getValue(), a, b));
      }
    }
  }

  /** All reads by "shape.way". */
  private static Map<String, Read> reads() {
    Map<String, Read> reads = new LinkedHashMap<>();
    for (PostingShape shape : SHAPES) {
      String name = shape.name().toLowerCase(Locale.ROOT);
      String term = term(shape);
      reads.put(name + ".next", list -> list.iterate(term));
      for (int distance : DISTANCES) {
        reads.put(name + ".advance_" + distance, list -> list.advance(term, distance));
      }
      reads.put(name + ".into_bit_set", list -> list.intoBitSet(term));
      // With every other list: each meets each.
      reads.put(name + ".and", list -> andWithOthers(list, term));
    }
    return reads;
  }

  /** The ways alone, in order. */
  static List<String> ways() {
    String first = SHAPES.get(0).name().toLowerCase(Locale.ROOT) + ".";
    return reads().keySet().stream()
        .filter(name -> name.startsWith(first))
        .map(name -> name.substring(first.length()))
        .toList();
  }

  /** The lists are in the order of the shapes. */
  private static String term(PostingShape shape) {
    return ListIndex.term(SHAPES.indexOf(shape));
  }

  private static long andWithOthers(ListReads list, String term) throws IOException {
    long sum = 0;
    for (PostingShape other : SHAPES) {
      sum += list.and(term, term(other));
    }
    return sum;
  }

  private static void rehearse(Read read, ListReads list, long nanos) throws Exception {
    long start = System.nanoTime();
    do {
      read.run(list);
    } while (System.nanoTime() - start < nanos);
  }

  private static double speed(
      BenchContext context, String name, Read read, ListReads lucene, ListReads streak)
      throws Exception {
    int repeats = repeats(read, lucene);
    Duel duel = context.duel(name);
    return duel.operationsPerCall(repeats)
        .byProcessorTime()
        .system("Lucene", i -> repeat(read, lucene, repeats))
        .system("Streak", i -> repeat(read, streak, repeats))
        .run()
        .speedup("Streak");
  }

  /** How often a read must be repeated to take the time of a call. */
  private static int repeats(Read read, ListReads list) throws Exception {
    int repeats = 1;
    while (repeats < MAX_REPEATS) {
      long start = System.nanoTime();
      repeat(read, list, repeats);
      if (System.nanoTime() - start >= CALL_NANOS) {
        break;
      }
      repeats *= 2;
    }
    return repeats;
  }

  private static long repeat(Read read, ListReads list, int repeats) throws Exception {
    long sum = 0;
    for (int i = 0; i < repeats; i++) {
      sum += read.run(list);
    }
    return sum;
  }
}
