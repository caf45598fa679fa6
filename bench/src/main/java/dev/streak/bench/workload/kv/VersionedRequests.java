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

import dev.streak.keyvalue.Batch;
import dev.streak.keyvalue.Column;
import dev.streak.keyvalue.LongColumn;
import dev.streak.versions.ReaderLease;
import dev.streak.versions.ShardedReaders;
import java.io.IOException;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.function.IntConsumer;
import org.HdrHistogram.Histogram;

/** Asks shards for a thousand keys and more, and checks that each answer is of one version. */
final class VersionedRequests {
  private static final int DIFFERENT_REQUESTS = 50;

  private final ShardedReaders readers;
  private final KeyValues rows;
  private final int shards;
  private final int[][] questions = new int[DIFFERENT_REQUESTS][];
  private final long[][] keys;
  private final Set<Long> versions = new HashSet<>();

  VersionedRequests(
      ShardedReaders readers, KeyValues rows, int shards, int keysPerRequest, Random random) {
    this.readers = readers;
    this.rows = rows;
    this.shards = shards;
    this.keys = new long[DIFFERENT_REQUESTS][keysPerRequest];
    for (int request = 0; request < DIFFERENT_REQUESTS; request++) {
      questions[request] = rows.questions(random, keysPerRequest);
      for (int i = 0; i < keysPerRequest; i++) {
        keys[request][i] = rows.id(questions[request][i]);
      }
    }
  }

  /** Asks so many times; what is timed is the answer, from the lease to the values. */
  Histogram ask(int times, IntConsumer answered) throws IOException {
    Histogram nanos = new Histogram(3);
    for (int n = 0; n < times; n++) {
      int request = n % DIFFERENT_REQUESTS;
      long start = System.nanoTime();
      try (ReaderLease lease = readers.acquire()) {
        Batch batch =
            lease
                .batches(KeyValueIndex.KEY)
                .get(
                    keys[request],
                    Column.longs(VersionedShard.CHANGED_IN),
                    Column.longs(KeyValueIndex.number(0)));
        nanos.recordValue(System.nanoTime() - start);
        check(lease.version(), questions[request], batch);
      }
      answered.accept(n + 1);
    }
    return nanos;
  }

  private void check(long version, int[] asked, Batch batch) {
    versions.add(version);
    LongColumn changedIn = batch.longs(VersionedShard.CHANGED_IN);
    LongColumn numbers = batch.longs(KeyValueIndex.number(0));
    for (int i = 0; i < asked.length; i++) {
      int row = asked[i];
      boolean expected = row < rows.count();
      long changed = expected ? VersionedShard.changedIn(row, shards, version) : 0;
      long number = expected ? rows.number(row, 0) : 0;
      if (batch.isFound(i) != expected
          || changedIn.valueOr(i, 0) != changed
          || numbers.valueOr(i, 0) != number) {
        throw new IllegalStateException(
            "row " + row + " is not of version " + version + ": " + changedIn.valueOr(i, 0));
      }
    }
  }

  /** Number of versions that answered, ever. */
  int versionsSeen() {
    return versions.size();
  }
}
