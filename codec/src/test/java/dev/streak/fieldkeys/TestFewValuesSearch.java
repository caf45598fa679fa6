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
package dev.streak.fieldkeys;

import dev.streak.numbering.FewBytes;
import dev.streak.numbering.FewValues;
import dev.streak.numbering.KeyNumbering;
import dev.streak.termkeys.WideKeys;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;

/** Bytes with few values are found, also where keys at equal distances are alike. */
public class TestFewValuesSearch extends LuceneTestCase {

  private static final int KEYS = 1 << 16;
  private static final long[] MACHINES = {0x1234_5678_9ABCL, 0xFEDC_BA98_7654L, 0x0102_0304_0506L};

  /** Some with the highest bit set, and some without. */
  private static final long[] EIGHT_BYTE_MACHINES = {
    0x1234_5678_9ABC_DEF0L, 0xFEDC_BA98_7654_3210L, 0x0102_0304_0506_0708L, 0x8001_0203_0405_0607L
  };

  private interface KeyOf {
    /** Fifteen bytes. */
    byte[] bytes(int number);
  }

  private static List<FewValues> search(KeyOf keys) {
    return search(KEYS, keys);
  }

  private static List<FewValues> search(int count, KeyOf keys) {
    FewValuesSearch search = new FewValuesSearch(count);
    ByteRanges ranges = null;
    long[] key = new long[1];
    long[] rest = new long[1];
    for (int i = 0; i < count; i++) {
      assertTrue(WideKeys.ofBytes(new BytesRef(keys.bytes(i)), key, rest, 0));
      long high = KeyNumbering.fold(key[0], rest[0]);
      ranges = ranges == null ? new ByteRanges(high, rest[0]) : ranges;
      ranges.add(high, rest[0]);
      search.add(high, rest[0]);
    }
    if (search.choose(ranges) == false) {
      return List.of();
    }
    for (int i = 0; i < count; i++) {
      WideKeys.ofBytes(new BytesRef(keys.bytes(i)), key, rest, 0);
      search.addValues(KeyNumbering.fold(key[0], rest[0]), rest[0]);
    }
    return search.values();
  }

  private static void put(byte[] bytes, int from, int count, long value) {
    for (int i = 0; i < count; i++) {
      bytes[from + i] = (byte) (value >>> (Byte.SIZE * (count - 1 - i)));
    }
  }

  private static FewValues few(int from, int to, long... values) {
    long[] ascending =
        Arrays.stream(values)
            .boxed()
            .sorted(Long::compareUnsigned)
            .mapToLong(Long::longValue)
            .toArray();
    return new FewValues(new FewBytes(from, to - from), ascending);
  }

  /** There is no sample of so few that would tell. */
  public void testFewKeys() {
    for (int count : new int[] {1, 10, 63, 64, 255}) {
      assertEquals(
          List.of(),
          search(
              count,
              number -> {
                byte[] bytes = new byte[15];
                put(bytes, 4, 6, MACHINES[number % 3]);
                put(bytes, 11, 4, number * 0x9E3779B9L);
                return bytes;
              }));
    }
  }

  public void testMachines() {
    int from = random().nextInt(8);
    List<FewValues> found =
        search(
            number -> {
              byte[] bytes = new byte[15];
              put(bytes, from, 6, MACHINES[number % 3]);
              put(bytes, from + 6, 1, number * 0x9E3779B9L >>> 24);
              return bytes;
            });
    // Bytes of one value in front of others with few values count as some of them.
    assertEquals(List.of(few(Math.max(0, from - 2), from + 6, MACHINES)), found);
  }

  /** The values of eight bytes are in their order as unsigned numbers. */
  public void testMachinesOfEightBytes() {
    int from = random().nextInt(7);
    List<FewValues> found =
        search(
            number -> {
              byte[] bytes = new byte[15];
              put(bytes, from, 8, EIGHT_BYTE_MACHINES[number % 4]);
              put(bytes, from + 8, 1, number * 0x9E3779B9L >>> 24);
              return bytes;
            });
    assertEquals(List.of(few(from, from + 8, EIGHT_BYTE_MACHINES)), found);
  }

  /** Every 256th key is of one machine and has one number: a sample must not consist of these. */
  public void testKeysAtEqualDistancesAreAlike() {
    List<FewValues> found =
        search(
            number -> {
              byte[] bytes = new byte[15];
              put(bytes, 0, 6, MACHINES[(number % 256) * 3 / 256]);
              put(bytes, 6, 1, number);
              put(bytes, 7, 1, number * 7L);
              put(bytes, 8, 2, number >>> 8);
              return bytes;
            });
    assertEquals(List.of(few(0, 6, MACHINES)), found);
  }

  public void testTwoGroups() {
    List<FewValues> found =
        search(
            number -> {
              byte[] bytes = new byte[15];
              put(bytes, 0, 4, MACHINES[number % 3]);
              put(bytes, 4, 2, number * 0x9E3779B9L >>> 13);
              put(bytes, 6, 4, MACHINES[number / 3 % 3]);
              return bytes;
            });
    long[] lowest = Arrays.stream(MACHINES).map(machine -> machine & 0xFFFF_FFFFL).toArray();
    assertEquals(List.of(few(0, 4, lowest), few(6, 10, lowest)), found);
  }

  /** More values than a byte counts, which a sample does not tell. */
  public void testValuesThatAreNotFew() {
    List<FewValues> found =
        search(
            number -> {
              byte[] bytes = new byte[15];
              put(bytes, 3, 6, number % 200 == 0 ? number * MACHINES[0] : MACHINES[number % 3]);
              return bytes;
            });
    assertEquals(List.of(), found);
  }

  public void testRandomBytes() {
    assertEquals(
        List.of(),
        search(
            number -> {
              byte[] bytes = new byte[15];
              put(bytes, 0, 8, number * 0x9E3779B97F4A7C15L);
              put(bytes, 8, 7, number * 0xD6E8FEB86659FD93L);
              return bytes;
            }));
  }
}
