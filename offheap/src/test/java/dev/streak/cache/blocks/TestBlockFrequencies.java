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
package dev.streak.cache.blocks;

import org.apache.lucene.tests.util.LuceneTestCase;

/** Counts of the sketch, and how they fade. */
public class TestBlockFrequencies extends LuceneTestCase {
  private static final int CAPACITY_BYTES = 1 << 26;
  private static final int COUNTERS = CAPACITY_BYTES >> 14;

  private final BlockFrequencies frequencies = new BlockFrequencies(CAPACITY_BYTES);
  private final OpenFile file =
      new OpenFile(new SegmentFileKey("segment", "file"), 3, 1_000, null, OpenFile.Turn.FIRST);

  public void testCountsOfFewBlocksAreExact() {
    for (int block = 0; block < 20; block++) {
      frequencies.add(new BlockKey(file, block), block);
      frequencies.add(new BlockKey(file, block), 1);
    }
    for (int block = 0; block < 20; block++) {
      assertEquals(block + 1, frequencies.of(new BlockKey(file, block)));
    }
    assertEquals(0, frequencies.of(new BlockKey(file, 999)));
  }

  public void testCountsOfManyBlocksAreNotTooLowAndFewTooHigh() {
    int[] expected = new int[1_000];
    for (int i = 0; i < 20_000; i++) {
      int block = random().nextInt(1 + random().nextInt(expected.length));
      frequencies.add(new BlockKey(file, block), 1);
      expected[block]++;
    }
    int tooHigh = 0;
    for (int block = 0; block < expected.length; block++) {
      int count = frequencies.of(new BlockKey(file, block));
      assertTrue("block=" + block + " count=" + count, count >= expected[block]);
      tooHigh += count > expected[block] ? 1 : 0;
    }
    assertTrue("too high: " + tooHigh, tooHigh < expected.length * 3 / 4);
  }

  public void testHalvesOncePerPeriod() {
    long period = (long) BlockFrequencies.USES_PER_COUNTER * COUNTERS;
    BlockKey key = new BlockKey(file, 5);
    frequencies.add(key, period - 1);
    frequencies.age();
    assertEquals(period - 1, frequencies.of(key));
    frequencies.add(key, 1);
    frequencies.age();
    assertEquals(period / 2, frequencies.of(key));
    frequencies.age();
    assertEquals("once", period / 2, frequencies.of(key));
  }

  public void testHalvesOftenWhenItWasLongAgo() {
    long period = (long) BlockFrequencies.USES_PER_COUNTER * COUNTERS;
    BlockKey key = new BlockKey(file, 5);
    frequencies.add(key, 1_000 * period);
    frequencies.age();
    assertTrue("" + frequencies.of(key), frequencies.of(key) <= period);
  }

  public void testEndsAtTheGreatestInt() {
    BlockKey key = new BlockKey(file, 5);
    frequencies.add(key, Integer.MAX_VALUE);
    frequencies.add(key, 268_435_456L);
    assertEquals(Integer.MAX_VALUE, frequencies.of(key));
    BlockKey other = new BlockKey(file, 6);
    frequencies.add(other, 1L << 40);
    assertEquals(Integer.MAX_VALUE, frequencies.of(other));
  }

  public void testBeginsAnewWithTheSize() {
    BlockKey key = new BlockKey(file, 5);
    frequencies.add(key, 7);
    frequencies.resize(CAPACITY_BYTES + 1);
    assertEquals("as many counters", 7, frequencies.of(key));
    frequencies.resize(1L << 44);
    assertEquals(0, frequencies.of(key));
    frequencies.resize(1 << 16);
    frequencies.add(key, 7);
    assertEquals(7, frequencies.of(key));
  }
}
