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

import dev.streak.keyvalue.BatchReader;
import dev.streak.keyvalue.BytesColumn;
import dev.streak.keyvalue.Column;
import java.io.IOException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.lucene.util.BytesRef;

/** Values of keys by {@link BatchReader}, some slices at the same time. */
final class StreakAhead implements Store {
  static final int AHEAD = 8;

  private final BatchReader reader;
  private final BytesRef[][] terms;
  private final ExecutorService threads = Executors.newFixedThreadPool(AHEAD);

  StreakAhead(BatchReader reader, BytesRef[][] terms) {
    this.reader = reader;
    this.terms = terms;
  }

  @Override
  public long numbers(int batch) {
    throw new UnsupportedOperationException("cold batches read bytes");
  }

  @Override
  public long blobs(int batch) throws IOException {
    long[] sum = new long[1];
    reader.forEach(
        terms[batch],
        (terms[batch].length + AHEAD - 1) / AHEAD,
        threads,
        AHEAD,
        (from, slice) -> {
          BytesColumn values = slice.bytes(KeyValueIndex.BLOB);
          for (int i = 0; i < slice.size(); i++) {
            if (values.count(i) > 0) {
              sum[0] += Store.checksum(values.bytes(), values.offset(i, 0));
            }
          }
        },
        Column.bytes(KeyValueIndex.BLOB));
    return sum[0];
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
