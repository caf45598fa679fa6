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
package dev.streak.numbering;

import dev.streak.numbering.KeyNumbering.Bounds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.store.ByteBuffersDataOutput;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

/** Every key within the bounds has a number of its own, and no other key has one. */
public class TestKeyNumbering extends LuceneTestCase {

  /** A key of sixteen bytes, the last of which is its length. */
  private record Key(long high, long low) {
    static Key of(int length, int... bytes) {
      long high = 0;
      long low = length;
      for (int i = 0; i < bytes.length; i++) {
        long value = (bytes[i] & 0xFFL) << (Byte.SIZE * (7 - i % 8));
        high |= i < 8 ? value : 0;
        low |= i < 8 ? 0 : value;
      }
      return new Key(high, low);
    }

    long number(KeyNumbering numbering) {
      return numbering.number(KeyNumbering.fold(high, low), low);
    }
  }

  private static Bounds bounds(Key least, Key greatest) {
    return new Bounds(least.high, least.low, greatest.high, greatest.low);
  }

  /** All keys within the bounds are numbered from 0 on, and all within one step are not. */
  public void testNumbersAreOneToOne() throws IOException {
    for (int round = 0; round < 50; round++) {
      List<Bounds> bounds = new ArrayList<>();
      Set<Key> keys = new HashSet<>();
      for (int length : randomLengths()) {
        int[] least = new int[15];
        int[] greatest = new int[15];
        for (int i = 0; i < Math.min(length, 15); i++) {
          least[i] = greatest[i] = random().nextInt(256);
        }
        for (int i = random().nextInt(4); i > 0; i--) {
          int place = random().nextInt(Math.max(1, Math.min(length, 15)));
          boolean all = random().nextInt(3) == 0;
          least[place] = all ? 0 : random().nextInt(250);
          greatest[place] = all ? 255 : least[place] + random().nextInt(6);
        }
        bounds.add(bounds(Key.of(length, least), Key.of(length, greatest)));
        if (addAll(keys, length, least, greatest, 100_000) == false) {
          keys = null;
          break;
        }
      }
      if (keys != null) {
        check(KeyNumbering.of(bounds, List.of()), keys);
      }
    }
  }

  private static TreeSet<Integer> randomLengths() {
    TreeSet<Integer> lengths = new TreeSet<>();
    for (int i = random().nextInt(4); i >= 0; i--) {
      lengths.add(random().nextInt(KeyNumbering.MAX_LENGTH + 1));
    }
    return lengths;
  }

  /** Returns false if there were too many. */
  private static boolean addAll(Set<Key> keys, int length, int[] least, int[] greatest, int most) {
    long count = 1;
    for (int i = 0; i < least.length; i++) {
      count *= greatest[i] - least[i] + 1;
      if (count > most) {
        return false;
      }
    }
    int[] bytes = least.clone();
    while (true) {
      keys.add(Key.of(length, bytes));
      int place = bytes.length - 1;
      while (place >= 0 && bytes[place] == greatest[place]) {
        bytes[place] = least[place];
        place--;
      }
      if (place < 0) {
        return true;
      }
      bytes[place]++;
    }
  }

  private static void check(KeyNumbering numbering, Set<Key> keys) throws IOException {
    assertEquals(keys.size() - 1, numbering.last());
    boolean[] seen = new boolean[keys.size()];
    Map<Key, Long> expected = new HashMap<>();
    for (Key key : keys) {
      long number = key.number(numbering);
      assertTrue("number " + number, number >= 0 && number < seen.length);
      assertFalse("number " + number + " twice", seen[(int) number]);
      seen[(int) number] = true;
      expected.put(key, number);
    }
    for (Key key : keys) {
      for (int i = 0; i < 5; i++) {
        int shift = Byte.SIZE * random().nextInt(8);
        boolean inHigh = random().nextBoolean();
        long other = (long) random().nextInt(256) << shift;
        long mask = 0xFFL << shift;
        Key near =
            new Key(
                inHigh ? (key.high & ~mask) | other : key.high,
                inHigh ? key.low : (key.low & ~mask) | other);
        expected.put(near, keys.contains(near) ? near.number(numbering) : KeyNumbering.NONE);
        assertEquals(expected.get(near).longValue(), near.number(numbering));
      }
    }
    checkBatch(numbering, expected);
    checkFile(numbering);
  }

  private static void checkBatch(KeyNumbering numbering, Map<Key, Long> expected) {
    List<Key> keys = new ArrayList<>(expected.keySet());
    BatchNumbering batch = new BatchNumbering(numbering, 512);
    for (int start = 0; start < keys.size(); start += 500) {
      int count = Math.min(500, keys.size() - start);
      int from = random().nextInt(3);
      long[] folded = new long[from + count];
      long[] rests = new long[from + count];
      for (int i = 0; i < count; i++) {
        Key key = keys.get(start + i);
        folded[from + i] = KeyNumbering.fold(key.high, key.low);
        rests[from + i] = key.low;
      }
      long[] numbers = batch.number(folded, rests, from, count);
      for (int i = 0; i < count; i++) {
        assertEquals(expected.get(keys.get(start + i)).longValue(), numbers[i]);
      }
    }
  }

  private static void checkFile(KeyNumbering numbering) throws IOException {
    ByteBuffersDataOutput written = new ByteBuffersDataOutput();
    numbering.write(written);
    KeyNumbering read = KeyNumbering.read(written.toDataInput());
    assertEquals(numbering, read);
    assertEquals(numbering.hashCode(), read.hashCode());
    assertEquals(numbering.last(), read.last());
  }

  /** Bytes that take few values together, in one half and in both. */
  public void testFewValues() throws IOException {
    for (int round = 0; round < 50; round++) {
      int from = random().nextInt(13);
      int length = TestUtil.nextInt(random(), 1, Math.min(8, 13 - from));
      FewBytes bytes = new FewBytes(from, length);
      int[] least = new int[15];
      int[] greatest = new int[15];
      for (int i = 0; i < 15; i++) {
        least[i] = bytes.has(i) ? 0 : random().nextInt(256);
        greatest[i] = bytes.has(i) ? 255 : least[i];
      }
      int other = from == 0 ? 14 : from - 1;
      least[other] = 0;
      greatest[other] = 255;
      TreeSet<Long> values = new TreeSet<>(Long::compareUnsigned);
      for (int i = TestUtil.nextInt(random(), 1, FewValues.MAX); i > 0; i--) {
        values.add(random().nextLong() & bytes.mask());
      }
      Set<Key> keys = new HashSet<>();
      for (long value : values) {
        for (int i = 0; i < 256; i++) {
          int[] key = least.clone();
          key[other] = i;
          for (int j = 0; j < length; j++) {
            key[from + j] = (int) (value >>> (Byte.SIZE * (length - 1 - j))) & 0xFF;
          }
          keys.add(Key.of(15, key));
        }
      }
      Bounds bounds = bounds(Key.of(15, least), Key.of(15, greatest));
      check(KeyNumbering.of(List.of(bounds), List.of(few(bytes, values))), keys);
    }
  }

  private static FewValues few(FewBytes bytes, TreeSet<Long> values) {
    return new FewValues(bytes, values.stream().mapToLong(Long::longValue).toArray());
  }

  public void testSeveralGroupsOfFewValues() throws IOException {
    FewValues first = new FewValues(new FewBytes(0, 3), new long[] {0x10203, 0xFF0000});
    FewValues second = new FewValues(new FewBytes(6, 4), new long[] {0, 7, 0xFFFFFFFFL});
    int[] least = new int[15];
    int[] greatest = new int[15];
    greatest[4] = 9;
    Bounds bounds = bounds(Key.of(15, least), Key.of(15, greatest));
    Set<Key> keys = new HashSet<>();
    for (int digit = 0; digit < 10; digit++) {
      for (int value : new int[] {0, 7, 0xFF}) {
        int[] key = new int[15];
        key[4] = digit;
        for (int i = 6; i < 10; i++) {
          key[i] = value == 0xFF || i == 9 ? value : 0;
        }
        key[0] = 1;
        key[1] = 2;
        key[2] = 3;
        keys.add(Key.of(15, key));
        key[0] = 0xFF;
        key[1] = key[2] = 0;
        keys.add(Key.of(15, key));
      }
    }
    check(KeyNumbering.of(List.of(bounds), List.of(first, second)), keys);
  }

  public void testTooManyNumbers() {
    int[] least = new int[15];
    int[] greatest = new int[15];
    for (int i = 0; i < 7; i++) {
      greatest[i] = 255;
    }
    greatest[7] = 63;
    Bounds most = bounds(Key.of(15, least), Key.of(15, greatest));
    assertEquals((1L << 62) - 1, KeyNumbering.of(List.of(most), List.of()).last());
    greatest[7] = 64;
    assertNull(
        KeyNumbering.of(List.of(bounds(Key.of(15, least), Key.of(15, greatest))), List.of()));
    Bounds one = bounds(Key.of(3), Key.of(3));
    assertNull("of two lengths", KeyNumbering.of(List.of(one, most), List.of()));
    FewValues two = new FewValues(new FewBytes(8, 1), new long[] {0, 1});
    assertNull("with few values", KeyNumbering.of(List.of(most), List.of(two)));
    greatest[7] = 31;
    Bounds half = bounds(Key.of(15, least), Key.of(15, greatest));
    assertEquals((1L << 62) - 1, KeyNumbering.of(List.of(half), List.of(two)).last());
  }

  /** What cannot be is not believed. */
  public void testImpossibleOnDisk() throws IOException {
    assertNull("no length", read(0, 0));
    assertNull("many lengths", read(32));
    assertNull("least above greatest", read(1, 5, 1, 9, 8, 0));
    assertNull("too long", read(1, 31, 0, 0));
    assertNull("too many bytes", read(1, 5, 16));
    assertNull("lengths descend", read(2, 5, 0, 4, 0, 0));
    assertNull("a length twice", read(2, 5, 0, 5, 0, 0));
    assertNull(
        "few values for two lengths", read(2, 5, 0, 6, 0, 1, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0));
    assertNull("many groups", read(1, 5, 0, 5));
    assertNull("no value", read(1, 5, 0, 1, 0, 0, 1));
    assertNull("bytes of the length", read(1, 5, 0, 1, 1, 15, 1));
    assertNull("nine bytes", read(1, 5, 0, 1, 1, 0, 9));
    assertNull("no byte", read(1, 5, 0, 1, 1, 0, 0));
    assertNull("wide value", read(1, 5, 0, 1, 1, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0));
    assertNull(
        "values descend",
        read(1, 5, 0, 1, 2, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0));
    int[] twoGroups = {
      1, 5, 0, 2, 1, 2, 2, 1, 0, 0, 0, 0, 0, 0, 0, 1, 3, 1, 1, 0, 0, 0, 0, 0, 0, 0
    };
    assertNull("a byte in two groups", read(twoGroups));
    twoGroups[16] = 4;
    assertNotNull(read(twoGroups));
    assertNotNull(read(1, 5, 1, 8, 9, 0));
  }

  private static KeyNumbering read(int... bytes) throws IOException {
    ByteBuffersDataOutput written = new ByteBuffersDataOutput();
    for (int value : bytes) {
      written.writeByte((byte) value);
    }
    return KeyNumbering.read(written.toDataInput());
  }
}
