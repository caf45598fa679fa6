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

import dev.streak.bench.data.Shuffle;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.UUID;
import org.apache.lucene.util.BytesRef;

/** Keys in no order, each with eight numbers and a hundred bytes. */
final class KeyValues {
  static final int NUMBERS = 8;
  static final int BLOB_BYTES = 100;

  private static final long FIRST_KEY = 70_000_000_000L;

  private final int count;
  private final boolean decimal;
  private final Shuffle order;

  KeyValues(int count, boolean decimal) {
    this.count = count;
    this.decimal = decimal;
    this.order = new Shuffle(count, 31);
  }

  int count() {
    return count;
  }

  boolean isDecimal() {
    return decimal;
  }

  String kind() {
    return decimal ? "decimal" : "uuid";
  }

  /** The decimal key of a row; rows beyond {@link #count} have keys that nobody has. */
  long id(int row) {
    return FIRST_KEY + 3L * (row < count ? order.apply(row) : row);
  }

  /** The key of a row as a term. */
  BytesRef term(int row) {
    return new BytesRef(decimal ? Long.toString(id(row)) : uuid(row));
  }

  private static String uuid(int row) {
    long high = (mix(2L * row) & ~0xF000L) | 0x4000L;
    long low = (mix(2L * row + 1) >>> 2) | Long.MIN_VALUE;
    return new UUID(high, low).toString();
  }

  long number(int row, int column) {
    return mix(row * 31L + column) >>> 40;
  }

  /** The hundred bytes of a row. */
  byte[] blob(int row) {
    byte[] blob = new byte[BLOB_BYTES];
    new Random(row).nextBytes(blob);
    return blob;
  }

  /** The eight numbers of a row as bytes, for stores that keep nothing else. */
  byte[] numberBytes(int row) {
    ByteBuffer bytes = ByteBuffer.allocate(NUMBERS * Long.BYTES);
    for (int column = 0; column < NUMBERS; column++) {
      bytes.putLong(number(row, column));
    }
    return bytes.array();
  }

  /** Rows to ask for, one of ten of which is not there. */
  int[] questions(Random random, int size) {
    int[] rows = new int[size];
    for (int i = 0; i < size; i++) {
      rows[i] = random.nextInt(count) + (random.nextInt(10) == 0 ? count : 0);
    }
    return rows;
  }

  private static long mix(long value) {
    long z = (value + 1) * 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
