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
import dev.streak.bench.harness.Table;
import dev.streak.bench.harness.UsedHeap;
import dev.streak.keyvalue.Column;
import dev.streak.keyvalue.KeyTables;
import dev.streak.versions.ReaderLease;
import dev.streak.versions.VersionedReaders;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What it costs to keep one more version open. */
final class VersionMemory {

  private VersionMemory() {}

  /** Compares the newest version alone with all {@code versions} of a shard. */
  static void measure(BenchContext context, KeyValues rows, VersionedShard shard, int versions)
      throws IOException {
    context.progress("measuring the memory of open versions");
    long files = 0;
    for (int version = 2; version <= versions; version++) {
      shard.publish(version);
      files += shard.newBytes(version);
    }
    long[] one = use(rows, shard, 1);
    long[] all = use(rows, shard, versions);
    int more = versions - 1;
    context.table(
        new Table("One more open version with 1 % of the rows changed", "what", "bytes")
            .row("heap, tables included", Numbers.bytes((all[0] - one[0]) / more))
            .row("of these, its part of the table of keys", Numbers.bytes((all[1] - one[1]) / more))
            .row("files that are not shared, mapped", Numbers.bytes(files / more)));
    context.ratio("kv.versions.heap_bytes", (all[0] - one[0]) / (double) more);
  }

  /** Opens and reads versions; returns the heap that they take, and their tables. */
  private static long[] use(KeyValues rows, VersionedShard shard, int keep) throws IOException {
    long before = UsedHeap.bytes();
    long[] keys = {rows.id(0), rows.id(rows.count())};
    KeyTables tables = null;
    List<KeyTables> all = new ArrayList<>();
    try (VersionedReaders readers = new VersionedReaders(shard.directory(), keep)) {
      for (long version : readers.versions()) {
        try (ReaderLease lease = readers.acquire(version)) {
          lease.batches(KeyValueIndex.KEY).get(keys, Column.longs(VersionedShard.CHANGED_IN));
          tables =
              tables == null
                  ? KeyTables.build(lease.reader(), KeyValueIndex.KEY, Long.MAX_VALUE)
                  : tables.refresh(lease.reader());
          all.add(tables);
        }
      }
      long heap = UsedHeap.bytes() - before;
      return new long[] {heap, all.stream().mapToLong(KeyTables::bytes).max().orElseThrow()};
    }
  }
}
