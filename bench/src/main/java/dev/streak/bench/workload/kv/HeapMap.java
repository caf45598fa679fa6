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

import java.util.HashMap;
import java.util.Map;
import org.apache.lucene.util.BytesRef;

/** A map on the heap from key to row: the limit. Its values lie in arrays by row. */
final class HeapMap implements Store {
  private final Map<Object, Integer> rows;
  private final long[] numbers;
  private final Object[][] batches;

  HeapMap(KeyValues values, BytesRef[][] terms, long[][] ids) {
    rows = HashMap.newHashMap(values.count());
    numbers = new long[values.count() * KeyValues.NUMBERS];
    for (int row = 0; row < values.count(); row++) {
      rows.put(values.isDecimal() ? (Object) values.id(row) : values.term(row), row);
      for (int column = 0; column < KeyValues.NUMBERS; column++) {
        numbers[row * KeyValues.NUMBERS + column] = values.number(row, column);
      }
    }
    batches = new Object[terms.length][];
    for (int batch = 0; batch < terms.length; batch++) {
      batches[batch] = new Object[terms[batch].length];
      for (int i = 0; i < terms[batch].length; i++) {
        batches[batch][i] = ids == null ? terms[batch][i] : (Object) ids[batch][i];
      }
    }
  }

  @Override
  public long numbers(int batch) {
    long sum = 0;
    for (Object key : batches[batch]) {
      Integer row = rows.get(key);
      if (row != null) {
        for (int column = 0; column < KeyValues.NUMBERS; column++) {
          sum += numbers[row * KeyValues.NUMBERS + column];
        }
      }
    }
    return sum;
  }

  @Override
  public long blobs(int batch) {
    throw new UnsupportedOperationException("five million arrays do not fit");
  }

  @Override
  public void close() {}
}
