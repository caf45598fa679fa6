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
import dev.streak.keyvalue.BatchReader;
import dev.streak.keyvalue.BytesColumn;
import dev.streak.keyvalue.Column;
import dev.streak.keyvalue.LongColumn;
import java.io.IOException;
import org.apache.lucene.util.BytesRef;

/** Values of keys in batches, by {@link BatchReader}. */
final class StreakBatches implements Store {
  private static final Column[] NUMBERS = numberColumns();

  private final BatchReader reader;
  private final BytesRef[][] terms;

  /** Null if the keys are no numbers. */
  private final long[][] ids;

  StreakBatches(BatchReader reader, BytesRef[][] terms, long[][] ids) {
    this.reader = reader;
    this.terms = terms;
    this.ids = ids;
  }

  private static Column[] numberColumns() {
    Column[] columns = new Column[KeyValues.NUMBERS];
    for (int column = 0; column < columns.length; column++) {
      columns[column] = Column.longs(KeyValueIndex.number(column));
    }
    return columns;
  }

  private Batch get(int batch, Column... columns) throws IOException {
    return ids == null ? reader.get(terms[batch], columns) : reader.get(ids[batch], columns);
  }

  @Override
  public long numbers(int batch) throws IOException {
    Batch answer = get(batch, NUMBERS);
    long sum = 0;
    for (Column column : NUMBERS) {
      LongColumn values = answer.longs(column.field());
      for (int i = 0; i < answer.size(); i++) {
        sum += values.valueOr(i, 0);
      }
    }
    return sum;
  }

  @Override
  public long blobs(int batch) throws IOException {
    Batch answer = get(batch, Column.bytes(KeyValueIndex.BLOB));
    BytesColumn values = answer.bytes(KeyValueIndex.BLOB);
    long sum = 0;
    for (int i = 0; i < answer.size(); i++) {
      if (values.count(i) > 0) {
        sum += Store.checksum(values.bytes(), values.offset(i, 0));
      }
    }
    return sum;
  }

  @Override
  public void close() {}
}
