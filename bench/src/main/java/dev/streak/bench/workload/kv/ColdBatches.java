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
package dev.streak.bench.workload.kv;

import static dev.streak.bench.workload.kv.KeyValueIndex.KEY;

import dev.streak.bench.harness.BenchContext;
import dev.streak.bench.harness.DuelResult;
import dev.streak.bench.harness.PageCache;
import dev.streak.keyvalue.BatchReader;
import dev.streak.search.RunTermsQuery;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOUtils;

/**
 * Batches and filters while the page cache is empty: it is dropped before each. Lucene reads with
 * mapped files and without, and what is faster counts; RocksDB has no cache of blocks.
 */
final class ColdBatches {
  private static final String SEEKS = "Lucene, a seek a key, files not mapped";
  private static final String MAPPED_SEEKS = "Lucene, a seek a key";
  private static final String ROCKS = "RocksDB multiGet";
  private static final String STREAK = "Streak BatchReader";
  private static final String AHEAD = "Streak, 8 slices at a time";
  private static final int BATCHES = 4;
  private static final int SIZE = 1_000;
  private static final String LUCENE_FILTER = "TermInSetQuery, files not mapped";
  private static final String MAPPED_LUCENE_FILTER = "TermInSetQuery";
  private static final String STREAK_FILTER = "RunTermsQuery";
  private static final int FILTER_SIZE = 100;

  /** Keys of one more batch, which nobody measures. */
  private static final int OTHERS = 16;

  private ColdBatches() {}

  static void run(
      BenchContext context, KeyValues rows, Path lucenePath, Path streakPath, Path rocksPath)
      throws Exception {
    if (PageCache.canDrop(context, "cold batches") == false) {
      return;
    }
    batches(context, rows, lucenePath, streakPath, rocksPath);
    filters(context, rows, lucenePath, streakPath);
  }

  private static void batches(
      BenchContext context, KeyValues rows, Path lucenePath, Path streakPath, Path rocksPath)
      throws Exception {
    BytesRef[][] terms = questions(context.random("cold"), rows, SIZE);
    try (KeyValueIndex unmapped = KeyValueIndex.unmapped(lucenePath);
        Store seeks = new LuceneLoops(unmapped.reader(), terms, false);
        Store rocks = new RocksStore(rocksPath, terms, RocksStore.NO_CACHE);
        ReopenedStore mapped =
            new ReopenedStore(lucenePath, r -> new LuceneLoops(r, terms, false), BATCHES);
        ReopenedStore batches =
            new ReopenedStore(
                streakPath, r -> new StreakBatches(batches(r), terms, null), BATCHES);
        ReopenedStore ahead =
            new ReopenedStore(streakPath, r -> new StreakAhead(batches(r), terms), BATCHES)) {
      List<ReopenedStore> reopened = List.of(mapped, batches, ahead);
      DuelResult result =
          context
              .duel("Cold batch of 1,000 " + rows.kind() + " keys to a hundred bytes")
              .inputs(BATCHES)
              .rounds(0, context.quick() ? 2 : 5)
              .system(SEEKS, i -> close(reopened), seeks::blobs)
              .system(MAPPED_SEEKS, i -> reopen(mapped, reopened), mapped::blobs)
              .system(ROCKS, i -> close(reopened), rocks::blobs)
              .system(STREAK, i -> reopen(batches, reopened), batches::blobs)
              .system(AHEAD, i -> reopen(ahead, reopened), ahead::blobs)
              .run();
      record(context, rows.kind(), result);
    }
  }

  private static void filters(
      BenchContext context, KeyValues rows, Path lucenePath, Path streakPath) throws Exception {
    BytesRef[][] terms = questions(context.random("cold filter"), rows, FILTER_SIZE);
    Function<Collection<BytesRef>, Query> inSet = keys -> new TermInSetQuery(KEY, keys);
    Function<Collection<BytesRef>, Query> runs = keys -> new RunTermsQuery(KEY, keys);
    try (KeyValueIndex unmapped = KeyValueIndex.unmapped(lucenePath);
        Store lucene = new FilterStore(unmapped.reader(), terms, inSet);
        ReopenedStore mapped =
            new ReopenedStore(lucenePath, r -> new FilterStore(r, terms, inSet), BATCHES);
        ReopenedStore streak =
            new ReopenedStore(streakPath, r -> new FilterStore(r, terms, runs), BATCHES)) {
      List<ReopenedStore> reopened = List.of(mapped, streak);
      DuelResult result =
          context
              .duel("Cold filter of 100 " + rows.kind() + " keys")
              .inputs(BATCHES)
              .rounds(0, context.quick() ? 2 : 5)
              .system(LUCENE_FILTER, i -> close(reopened), lucene::numbers)
              .system(MAPPED_LUCENE_FILTER, i -> reopen(mapped, reopened), mapped::numbers)
              .system(STREAK_FILTER, i -> reopen(streak, reopened), streak::numbers)
              .run();
      context.table(result.toTable());
      context.ratio(
          "kv.cold.filter.vs_lucene." + rows.kind(),
          Math.min(
              result.speedup(STREAK_FILTER, LUCENE_FILTER),
              result.speedup(STREAK_FILTER, MAPPED_LUCENE_FILTER)));
    }
  }

  /** Empties the page cache, in which pages stay while a store has them mapped. */
  private static void close(List<ReopenedStore> reopened) throws IOException {
    IOUtils.close(reopened);
    PageCache.drop();
  }

  private static void reopen(ReopenedStore store, List<ReopenedStore> reopened) throws Exception {
    close(reopened);
    store.reopen();
  }

  private static BytesRef[][] questions(Random random, KeyValues rows, int size) {
    BytesRef[][] terms = new BytesRef[BATCHES + 1][];
    for (int batch = 0; batch < terms.length; batch++) {
      int[] questions = rows.questions(random, batch == BATCHES ? OTHERS : size);
      terms[batch] = Arrays.stream(questions).mapToObj(rows::term).toArray(BytesRef[]::new);
    }
    return terms;
  }

  private static BatchReader batches(IndexReader reader) {
    return new BatchReader(reader, KEY);
  }

  private static void record(BenchContext context, String kind, DuelResult result) {
    context.table(result.toTable());
    context.ratio("kv.cold.vs_lucene." + kind, vsLucene(result, STREAK));
    context.ratio("kv.cold.vs_rocksdb." + kind, result.speedup(STREAK, ROCKS));
    context.ratio("kv.cold.ahead.vs_lucene." + kind, vsLucene(result, AHEAD));
    context.ratio("kv.cold.ahead.vs_rocksdb." + kind, result.speedup(AHEAD, ROCKS));
  }

  private static double vsLucene(DuelResult result, String system) {
    return Math.min(result.speedup(system, SEEKS), result.speedup(system, MAPPED_SEEKS));
  }
}
