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

import dev.streak.bench.harness.BenchContext;
import dev.streak.bench.harness.Numbers;
import dev.streak.bench.harness.Size;
import dev.streak.bench.harness.Workload;
import dev.streak.codec.StreakCodec;
import dev.streak.keyvalue.BatchReader;
import dev.streak.keyvalue.KeyTables;
import java.nio.file.Path;
import java.util.List;
import org.apache.lucene.codecs.Codec;

/** {@code ./streak bench kv}. */
public final class KeyValueWorkload implements Workload {
  private static final int[] BATCH_SIZES = {1_000, 10_000};
  private static final int MANY_SEGMENTS = 64;

  /** A refresh brings one new row for so many. */
  private static final int NEW_SHARE = 100;

  /** The index in many segments is so many times smaller. */
  private static final int SEGMENTS_SHARE = 5;

  /** Makes the workload. */
  public KeyValueWorkload() {}

  @Override
  public String name() {
    return "kv";
  }

  @Override
  public String description() {
    return "batches of keys to values, beside queries, seeks, RocksDB and a map on the heap";
  }

  @Override
  public List<Size> sizes() {
    return List.of(
        new Size("keys", 5_000_000, 100_000, 10_000, 100_000_000, "keys with their values"));
  }

  @Override
  public String needs() {
    return "3 GB of heap, 3 GB of memory beside it, 8 GB of disk";
  }

  @Override
  public void run(BenchContext context) throws Exception {
    for (boolean decimal : new boolean[] {true, false}) {
      KeyValues rows = new KeyValues(context.size("keys"), decimal);
      compareStores(context, rows);
      compareSegments(context, new KeyValues(Math.max(1, rows.count() / SEGMENTS_SHARE), decimal));
    }
    Replacement.run(context, new KeyValues(context.size("keys") / SEGMENTS_SHARE, true));
  }

  private static void compareStores(BenchContext context, KeyValues rows) throws Exception {
    Path rocks = context.scratch("rocks-" + rows.kind());
    Path lucenePath;
    Path streakPath;
    try (KeyValueIndex lucene =
            KeyValueIndex.build(context, "lucene-" + rows.kind(), rows, Codec.getDefault(), 1);
        KeyValueIndex streak =
            KeyValueIndex.build(context, "streak-" + rows.kind(), rows, new StreakCodec(), 1)) {
      context.progress("writing " + Numbers.count(rows.count()) + " rows to RocksDB");
      RocksStore.write(rocks, rows);
      for (int size : BATCH_SIZES) {
        new KeyValueDuels(context, rows, size).run(lucene, streak, rocks);
      }
      lucenePath = lucene.path();
      streakPath = streak.path();
    }
    // Only now: pages of files that are mapped cannot be dropped.
    ColdBatches.run(context, rows, lucenePath, streakPath, rocks);
  }

  private static void compareSegments(BenchContext context, KeyValues rows) throws Exception {
    String kind = rows.kind();
    try (KeyValueIndex one =
            KeyValueIndex.build(context, "one-" + kind, rows, new StreakCodec(), 1);
        KeyValueIndex many =
            KeyValueIndex.build(context, "many-" + kind, rows, new StreakCodec(), MANY_SEGMENTS);
        KeyValueIndex more =
            KeyValueIndex.build(
                context,
                "more-" + kind,
                rows,
                rows.count(),
                rows.count() + rows.count() / NEW_SHARE,
                new StreakCodec(),
                1)) {
      TableBuilding.measure(context, rows, many.reader(), more.reader());
      KeyTables tables = KeyTables.build(many.reader(), KeyValueIndex.KEY, Long.MAX_VALUE);
      new KeyValueDuels(context, rows, 10_000)
          .segments(
              new BatchReader(one.reader(), KeyValueIndex.KEY),
              new BatchReader(many.reader(), KeyValueIndex.KEY),
              new BatchReader(tables));
    }
  }
}
