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
package dev.streak.hashedterms;

import dev.streak.fieldkeys.KeySpool;
import dev.streak.slots.SlotCode;
import dev.streak.tables.BucketDescriptor;
import dev.streak.tables.HashTables;
import dev.streak.tables.HomeBuckets;
import dev.streak.tables.KeyTable;
import dev.streak.termkeys.TermKeyKind;
import dev.streak.termkeys.TermSpelling;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.tests.util.LuceneTestCase;

/**
 * Keys that cannot be placed by one seed are placed by the next, and nothing of the first stays.
 */
public class TestTableAttempts extends LuceneTestCase {

  /** A key whose hash by a seed is in the upper half: of two parts it is in the second. */
  private static long keyOfUpperHalf(long seed) {
    return HashTables.unmix(random().nextLong() | Long.MIN_VALUE) ^ seed;
  }

  private static KeySpool spool(Directory directory, long[] keys) throws IOException {
    KeySpool spool = new KeySpool(directory, IOContext.DEFAULT, "_0", 500, false);
    for (int i = 0; i < keys.length; i++) {
      spool.add(keys[i], 0, i);
    }
    return spool;
  }

  private interface Writing {
    WrittenTable write(KeySpool spool, IndexOutput output) throws IOException;
  }

  /** Writes keys with their places, behind some other bytes, and finds them. */
  private static void check(long[] keys, long seed, int leftOut, Writing writing)
      throws IOException {
    try (Directory directory = newDirectory()) {
      WrittenTable table;
      try (KeySpool spool = spool(directory, keys);
          IndexOutput output = directory.createOutput("table", IOContext.DEFAULT)) {
        output.writeByte((byte) 1);
        table = writing.write(spool, output);
        assertNotNull(table);
        assertEquals(table.start() + table.shape().bytes(), output.getFilePointer());
      }
      assertEquals("by the second seed", HomeBuckets.mix(seed + 1), table.shape().homes().seed());
      assertEquals(leftOut, table.leftOut());
      TableDescription description =
          new TableDescription(
              0,
              new TermSpelling(TermKeyKind.DECIMAL),
              keys.length,
              table.leftOut(),
              table.start(),
              table.checksum(),
              table.shape());
      try (IndexInput input = directory.openInput("table", IOContext.DEFAULT)) {
        CachedTables.readVerified(input, description, null);
        find(
            keys,
            table.shape().open(input.randomAccessSlice(table.start(), table.shape().bytes())));
      }
    }
  }

  private static void find(long[] keys, KeyTable table) throws IOException {
    Map<Long, Long> firsts = new HashMap<>();
    for (int i = 0; i < keys.length; i++) {
      firsts.putIfAbsent(keys[i], (long) i);
    }
    long[] payloads = new long[keys.length];
    table.get(keys, null, 0, keys.length, payloads);
    for (int i = 0; i < keys.length; i++) {
      long expected = firsts.get(keys[i]);
      assertEquals(expected, table.get(keys[i], 0));
      assertEquals(expected, payloads[i]);
    }
  }

  /** The first part was written when the second one turns out to have too many keys of a pilot. */
  public void testSlots() throws IOException {
    long seed = random().nextLong();
    long first = HomeBuckets.mix(seed);
    long[] keys = random().longs(2000).toArray();
    long near = (random().nextLong() | Long.MIN_VALUE) & ~0xFFFL;
    for (int i = 0; i < 100; i++) {
      keys[i] = HashTables.unmix(near + i) ^ first;
    }
    // Of two equal keys in the first part one is left out, in both attempts.
    keys[1000] = HashTables.unmix(random().nextLong() >>> 1) ^ first;
    keys[1999] = keys[1000];
    SlotCode code = SlotCode.tags(keys.length);
    check(
        keys,
        seed,
        1,
        (spool, output) -> new SlotTableWriter(output, code, 1000, 1).write(spool, seed));
  }

  /** Of two parts the second one has no room; by the next seed the first has the longest chain. */
  public void testBuckets() throws IOException {
    long seed = random().nextLong();
    long first = HomeBuckets.mix(seed);
    long second = HomeBuckets.mix(seed + 1);
    long[] keys = new long[2000];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = i < 1950 ? keyOfUpperHalf(first) : HashTables.unmix(1000L + i) ^ second;
    }
    int partBuckets = 1252;
    assertEquals(0, partBuckets % BucketDescriptor.PER_LINE);
    check(
        keys,
        seed,
        0,
        (spool, output) -> {
          WrittenTable table = new BucketTableWriter(output, partBuckets).write(spool, seed);
          assertTrue(((TableShape.Buckets) table.shape()).longestChain() >= 50);
          return table;
        });
  }
}
