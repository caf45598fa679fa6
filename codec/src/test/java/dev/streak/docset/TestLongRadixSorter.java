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
package dev.streak.docset;

import java.util.Arrays;
import org.apache.lucene.tests.util.LuceneTestCase;

public class TestLongRadixSorter extends LuceneTestCase {

  public void testAgainstArraysSort() {
    LongRadixSorter sorter = new LongRadixSorter();
    for (int iteration = 0; iteration < 100; iteration++) {
      int size = random().nextInt(random().nextBoolean() ? 300 : 5000);
      int bits = 1 + random().nextInt(63);
      long[] values = new long[size + random().nextInt(3)];
      for (int i = 0; i < values.length; i++) {
        values[i] = random().nextLong() >>> (64 - bits);
      }
      if (random().nextInt(10) == 0) {
        Arrays.sort(values);
      }
      long[] expected = Arrays.copyOf(values, size);
      Arrays.sort(expected);
      long[] actual = sorter.sort(values, size, 0, bits);
      assertArrayEquals(expected, Arrays.copyOf(actual, size));
    }
  }

  public void testHighBitsOnly() {
    LongRadixSorter sorter = new LongRadixSorter();
    int size = 3000;
    long[] values = new long[size];
    for (int i = 0; i < size; i++) {
      values[i] = ((long) random().nextInt(1 << 20) << 32) | random().nextInt(100);
    }
    long[] before = values.clone();
    long[] actual = sorter.sort(values, size, 32, 20);
    for (int i = 1; i < size; i++) {
      assertTrue(actual[i - 1] >>> 32 <= actual[i] >>> 32);
    }
    long[] sortedActual = Arrays.copyOf(actual, size);
    Arrays.sort(sortedActual);
    Arrays.sort(before);
    assertArrayEquals(before, sortedActual);
  }

  /** One digit is one pass, after which the result is in what was the sorter's own array. */
  public void testResultIsTheCallersToKeep() {
    LongRadixSorter sorter = new LongRadixSorter();
    long[] values = new long[1000];
    Arrays.setAll(values, i -> values.length - i);
    long[] sorted = sorter.sort(values, values.length, 0, 12);
    long[] copy = sorted.clone();
    long[] others = new long[1000];
    Arrays.setAll(others, i -> 3000 - 2 * i);
    sorter.sort(others, others.length, 0, 12);
    assertArrayEquals(copy, sorted);
  }
}
