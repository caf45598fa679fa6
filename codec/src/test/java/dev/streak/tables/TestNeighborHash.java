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
package dev.streak.tables;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.LongUnaryOperator;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

/** Tables against {@code HashMap}, and what must hold inside them. */
public class TestNeighborHash extends LuceneTestCase {

  public void testWordsKeepBothParts() {
    for (int next : new int[] {BucketDescriptor.MIN_NEXT, -1, 0, 1, BucketDescriptor.MAX_NEXT}) {
      for (long payload : new long[] {0, 1, BucketDescriptor.MAX_PAYLOAD}) {
        long word = BucketDescriptor.word(payload, next);
        assertEquals(payload, BucketDescriptor.payload(word));
        assertEquals(next, BucketDescriptor.next(word));
      }
    }
  }

  public void testHashIsABijection() {
    for (int i = 0; i < 1000; i++) {
      long value = random().nextLong();
      assertEquals(value, HashTables.unmix(HomeBuckets.mix(value)));
    }
  }

  public void testRandomKeysAtEveryLoad() throws IOException {
    for (int percent = 5; percent <= 90; percent += 5) {
      duel(TestUtil.nextInt(random(), 1, 3000), percent / 100.0, i -> random().nextLong());
    }
  }

  public void testSequentialKeys() throws IOException {
    long first = random().nextBoolean() ? 0 : random().nextLong();
    duel(5000, 0.9, i -> first + i);
  }

  public void testKeysThatDifferInHighBytesOnly() throws IOException {
    duel(5000, 0.8, i -> (i << 48) | ((i >>> 16) << 40));
  }

  public void testKeysOfFewHomes() throws IOException {
    HomeBuckets homes = new HomeBuckets(7, NeighborHashBuilder.bucketsFor(4000, 0.5));
    for (int distinctHomes : new int[] {2, 10, 100}) {
      int[] next = new int[1];
      duel(
          Math.min(4000, distinctHomes * 100),
          homes,
          i ->
              HashTables.keyAtHome(
                  homes, i % distinctHomes * (homes.buckets() / distinctHomes), next[0]++));
    }
  }

  public void testAllKeysCollide() throws IOException {
    HomeBuckets homes = new HomeBuckets(random().nextLong(), 4096);
    duel(1500, homes, i -> HashTables.keyAtHome(homes, 2000, (int) i));
  }

  public void testTooManyCollisionsAreRefused() {
    HomeBuckets homes = new HomeBuckets(random().nextLong(), 1 << 14);
    NeighborHashBuilder builder = new NeighborHashBuilder(homes, 0, 1 << 14);
    int added = 0;
    while (added < 1 << 13 && builder.add(HashTables.keyAtHome(homes, 8000, added), added)) {
      added++;
    }
    // Buckets on both sides are within reach, and not one more.
    assertTrue("added=" + added, added > 2 * BucketDescriptor.MAX_NEXT);
    assertTrue("added=" + added, added <= NeighborHashBuilder.MAX_CHAIN + 4);
  }

  public void testFullTableRefuses() {
    NeighborHashBuilder builder = new NeighborHashBuilder(8, 1);
    for (int i = 0; i < 8; i++) {
      assertTrue(builder.add(i, i));
    }
    HashTables.checkInvariants(builder, builder.finish());
    assertFalse(builder.add(8, 8));
  }

  public void testPartsMakeUpATable() throws IOException {
    int part = 256;
    HomeBuckets homes = new HomeBuckets(random().nextLong(), 4 * part);
    long[] whole = new long[2 * 4 * part];
    Map<Long, Long> expected = new HashMap<>();
    while (expected.size() < 700) {
      expected.put(random().nextLong(), (long) expected.size());
    }
    int longestChain = 1;
    for (int first = 0; first < 4 * part; first += part) {
      NeighborHashBuilder builder = new NeighborHashBuilder(homes, first, part);
      for (Map.Entry<Long, Long> entry : expected.entrySet()) {
        if (homes.of(entry.getKey()) / part == first / part) {
          assertTrue(builder.add(entry.getKey(), entry.getValue()));
        }
      }
      System.arraycopy(builder.finish(), 0, whole, 2 * first, 2 * part);
      longestChain = Math.max(longestChain, builder.longestChain());
    }
    NeighborHash hash = new NeighborHash(HashTables.inMemory(whole), homes, longestChain);
    checkLookups(hash, homes, expected);
  }

  public void testLinesPerLookup() {
    // 90 % hits at a load of 0.8; the authors publish 1.12 to 1.14.
    int keys = 100_000;
    NeighborHashBuilder builder =
        new NeighborHashBuilder((int) NeighborHashBuilder.bucketsFor(keys, 0.8), 42);
    for (long i = 0; i < keys; i++) {
      assertTrue(builder.add(HomeBuckets.mix(i), i));
    }
    long[] table = builder.finish();
    long lines = 0;
    int lookups = 0;
    for (long i = 0; i < keys; i++) {
      lines += HashTables.linesVisited(builder.homes(), table, HomeBuckets.mix(i));
      lookups++;
      if (i % 9 == 0) {
        lines += HashTables.linesVisited(builder.homes(), table, HomeBuckets.mix(-1 - i));
        lookups++;
      }
    }
    double average = (double) lines / lookups;
    assertTrue("lines per look-up: " + average, average <= 1.14);
  }

  public void testDamagedChainsEndInAnException() {
    HomeBuckets homes = new HomeBuckets(3, 64);
    NeighborHashBuilder builder = new NeighborHashBuilder(homes, 0, 64);
    long[] keys = new long[40];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = i;
      assertTrue(builder.add(i, i));
    }
    long[] intact = builder.finish();
    int longest = builder.longestChain();
    for (int round = 0; round < 200; round++) {
      long[] table = intact.clone();
      for (int i = 0; i < 64; i++) {
        int next = TestUtil.nextInt(random(), BucketDescriptor.MIN_NEXT, BucketDescriptor.MAX_NEXT);
        table[2 * i + 1] = BucketDescriptor.word(1, random().nextBoolean() ? next : 1 - i % 3);
        table[2 * i] = random().nextLong();
      }
      NeighborHash hash = new NeighborHash(HashTables.inMemory(table), homes, longest);
      expectCorruptOrNothing(() -> hash.get(keys, null, 0, keys.length, new long[keys.length]));
      expectCorruptOrNothing(() -> hash.get(keys[random().nextInt(keys.length)], 0));
    }
  }

  private static void expectCorruptOrNothing(ThrowingRunnable lookup) {
    try {
      lookup.run();
    } catch (
        @SuppressWarnings("unused")
        CorruptIndexException expected) {
      // as it should
    } catch (Throwable t) {
      throw new AssertionError(t);
    }
  }

  public void testRejectsWrongSizes() {
    for (int buckets : new int[] {0, -4, 3, 6, NeighborHashBuilder.MAX_BUCKETS + 4}) {
      expectThrows(IllegalArgumentException.class, () -> new NeighborHashBuilder(buckets, 0));
    }
    for (double load : new double[] {0, -1, 0.91, Double.NaN}) {
      expectThrows(IllegalArgumentException.class, () -> NeighborHashBuilder.bucketsFor(1, load));
    }
    assertEquals(4, NeighborHashBuilder.bucketsFor(0, 0.5));
    assertEquals(12, NeighborHashBuilder.bucketsFor(9, 0.9));
    assertEquals(1252, NeighborHashBuilder.bucketsFor(1001, 0.8));
  }

  private void duel(int count, double load, LongUnaryOperator keys) throws IOException {
    duel(
        count,
        new HomeBuckets(random().nextLong(), NeighborHashBuilder.bucketsFor(count, load)),
        keys);
  }

  private void duel(int count, HomeBuckets homes, LongUnaryOperator keys) throws IOException {
    NeighborHashBuilder builder = new NeighborHashBuilder(homes, 0, (int) homes.buckets());
    Map<Long, Long> expected = new HashMap<>();
    for (long i = 0; expected.size() < count; i++) {
      long key = keys.applyAsLong(i);
      long payload = random().nextLong() & BucketDescriptor.MAX_PAYLOAD;
      if (expected.putIfAbsent(key, payload) == null) {
        assertTrue("key " + i + " of " + count, builder.add(key, payload));
      }
    }
    long[] table = builder.finish();
    HashTables.checkInvariants(builder, table);
    checkLookups(
        new NeighborHash(HashTables.inMemory(table), homes, builder.longestChain()),
        homes,
        expected);
  }

  private void checkLookups(NeighborHash hash, HomeBuckets homes, Map<Long, Long> expected)
      throws IOException {
    Set<Long> queries = new HashSet<>(expected.keySet());
    for (long key : expected.keySet()) {
      queries.add(key + 1);
      queries.add(random().nextLong());
    }
    queries.add(0L);
    queries.add(1L);
    queries.add(-1L);
    long[] keys = queries.stream().mapToLong(Long::longValue).toArray();
    long[] payloads = new long[keys.length];
    int from = random().nextInt(Math.min(5, keys.length));
    hash.get(keys, null, from, keys.length, payloads);
    for (int i = from; i < keys.length; i++) {
      long wanted = expected.getOrDefault(keys[i], NeighborHash.ABSENT);
      assertEquals("key " + keys[i], wanted, hash.get(keys[i], 0));
      assertEquals("key " + keys[i] + " in a batch", wanted, payloads[i]);
    }
    long[] hashes = Arrays.stream(keys).map(key -> HomeBuckets.mix(key ^ homes.seed())).toArray();
    long[] byHashes = new long[keys.length];
    hash.getOrdered(keys, null, hashes, keys.length, byHashes);
    assertArrayEquals(
        Arrays.copyOfRange(payloads, from, keys.length),
        Arrays.copyOfRange(byHashes, from, keys.length));
  }

  public void testHomesOfManyAreThoseOfEach() {
    for (long buckets : new long[] {1, 4, 1000, Integer.MAX_VALUE, 1L << 31, (1L << 40) + 12}) {
      HomeBuckets homes = new HomeBuckets(random().nextLong(), buckets);
      long[] keys = random().longs(100).toArray();
      long[] hashes = Arrays.stream(keys).map(key -> HomeBuckets.mix(key ^ homes.seed())).toArray();
      hashes[99] = -1L;
      int from = random().nextInt(10);
      long[] ofKeys = new long[90];
      long[] ofHashes = new long[90];
      homes.ofKeys(keys, from, 90, ofKeys);
      homes.ofHashes(hashes, from, 90, ofHashes);
      for (int i = 0; i < 89; i++) {
        assertEquals(homes.of(keys[from + i]), ofKeys[i]);
        assertEquals(homes.of(keys[from + i]), ofHashes[i]);
      }
      homes.ofHashes(hashes, 99, 1, ofHashes);
      assertEquals(buckets - 1, ofHashes[0]);
    }
  }

  public void testHighProductIsThatOfTheProcessor() {
    for (int i = 0; i < 10_000; i++) {
      long number = random().nextLong() >> random().nextInt(64);
      int factor = random().nextInt() >>> 1 + random().nextInt(31);
      assertEquals(
          Math.unsignedMultiplyHigh(number, factor), HomeBuckets.highProduct(number, factor));
    }
    assertEquals(Integer.MAX_VALUE - 1, HomeBuckets.highProduct(-1L, Integer.MAX_VALUE));
  }
}
