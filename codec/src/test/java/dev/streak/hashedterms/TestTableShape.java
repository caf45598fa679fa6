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

import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.ByteArrayDataInput;
import org.apache.lucene.store.ByteBuffersDataOutput;
import org.apache.lucene.store.DataOutput;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Shapes whose bytes are wrong, as if somebody had made a right checksum for them. */
public class TestTableShape extends LuceneTestCase {

  private static final int BUCKETS = 1;
  private static final int TAGS = 3;
  private static final int EXACT = 4;
  private static final int UUIDS = 5;
  private static final int LIMIT = 1 << 20;

  /** An exact code of keys to 100, two bits of which the place tells, and of values from a base. */
  private static ByteBuffersDataOutput exact(
      int parts, int pilots, int slots, int valueBits, long base, int shift, long last)
      throws IOException {
    ByteBuffersDataOutput bytes = new ByteBuffersDataOutput();
    bytes.writeByte((byte) EXACT);
    bytes.writeLong(random().nextLong());
    bytes.writeVInt(parts);
    bytes.writeVInt(pilots);
    bytes.writeVInt(slots);
    bytes.writeByte((byte) 6);
    bytes.writeByte((byte) valueBits);
    writeCommon(bytes, 0, 0, 100);
    writeCommon(bytes, base, shift, last);
    return bytes;
  }

  private static void writeCommon(DataOutput bytes, long base, int shift, long last)
      throws IOException {
    bytes.writeLong(base);
    bytes.writeByte((byte) shift);
    bytes.writeLong(last);
  }

  private static void assertRefused(ByteBuffersDataOutput bytes) {
    expectThrows(CorruptIndexException.class, () -> TableShape.read(bytes.toDataInput(), LIMIT));
  }

  public void testNumbersThatAreNoSizes() throws IOException {
    TableShape shape = TableShape.read(exact(1, 64, 128, 8, 7, 1, 254).toDataInput(), LIMIT);
    assertSame(TableShape.Layout.EXACT, shape.layout());
    assertTrue(shape.bytes() > 64 + 4 * 128);
    for (int wrong : new int[] {0, -1, -19, -64, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
      assertRefused(exact(wrong, 64, 128, 8, 7, 1, 254));
      assertRefused(exact(1, wrong, 128, 8, 7, 1, 254));
      assertRefused(exact(1, 64, wrong, 8, 7, 1, 254));
    }
  }

  /** Negative numbers mean that a term is absent, or that nobody knows. */
  public void testValuesThatAreNegative() throws IOException {
    assertRefused(exact(1, 64, 128, 1, 7, 1, -1));
    assertRefused(exact(1, 64, 128, 8, -1, 0, 254));
    assertRefused(exact(1, 64, 128, 8, Long.MAX_VALUE - 253, 0, 254));
    assertRefused(exact(1, 64, 128, 8, 0, 56, 254));
    TableShape.read(exact(1, 64, 128, 8, Long.MAX_VALUE - 254, 0, 254).toDataInput(), LIMIT);
    TableShape.read(exact(1, 64, 128, 8, 0, 55, 254).toDataInput(), LIMIT);
  }

  private static ByteBuffersDataOutput buckets(long buckets, int longestChain) throws IOException {
    ByteBuffersDataOutput bytes = new ByteBuffersDataOutput();
    bytes.writeByte((byte) BUCKETS);
    bytes.writeLong(random().nextLong());
    bytes.writeVLong(buckets);
    bytes.writeVInt(longestChain);
    return bytes;
  }

  public void testBuckets() throws IOException {
    int most = LIMIT / 16;
    for (int buckets : new int[] {4, most}) {
      for (int longestChain : new int[] {1, buckets}) {
        TableShape shape = TableShape.read(buckets(buckets, longestChain).toDataInput(), LIMIT);
        assertEquals(16L * buckets, shape.bytes());
      }
      assertRefused(buckets(buckets, 0));
      assertRefused(buckets(buckets, -1));
      assertRefused(buckets(buckets, buckets + 1));
    }
    assertRefused(buckets(3, 1));
    assertRefused(buckets(most + 1, 1));
    assertRefused(buckets(Long.MAX_VALUE, 1));
    // As many bytes as one bucket has if only the lowest bits of their number counted.
    assertRefused(buckets((1L << 60) + 4, 1));
  }

  /** A shape of slots up to where it says what its keys have in common. */
  private static ByteBuffersDataOutput slots(
      int layout, int parts, int slots, int checkBits, int valueBits) throws IOException {
    ByteBuffersDataOutput bytes = new ByteBuffersDataOutput();
    bytes.writeByte((byte) layout);
    bytes.writeLong(random().nextLong());
    bytes.writeVInt(parts);
    bytes.writeVInt(64);
    bytes.writeVInt(slots);
    bytes.writeByte((byte) checkBits);
    bytes.writeByte((byte) valueBits);
    return bytes;
  }

  /** Keys from 0 to a last one, and values of eight bits. */
  private static ByteBuffersDataOutput exactKeys(
      int slots, int checkBits, int keyShift, long lastKey) throws IOException {
    ByteBuffersDataOutput bytes = slots(EXACT, 1, slots, checkBits, 8);
    writeCommon(bytes, 0, keyShift, lastKey);
    writeCommon(bytes, 0, 0, 254);
    return bytes;
  }

  public void testKeysThatAreNoneOfAnExactCode() throws IOException {
    // Of seven bits of a key and one more, the place tells as many as there are no checks for.
    read(exactKeys(128, 1, 0, 100));
    read(exactKeys(1, 8, 0, 100));
    int many = 1 << 30;
    for (int checkBits : new int[] {0, -1, -128, 9, 10, 65, 127}) {
      assertRefused(checkBits + " bits", exactKeys(many, checkBits, 0, 100));
    }
    read(exactKeys(128, 34, 63, (1L << 40) - 1));
    assertRefused("more bits than places tell", exactKeys(128, 33, 0, (1L << 40) - 1));
    // Shifts of an int by 32 bits and more are by fewer.
    assertRefused("more bits than places tell", exactKeys(128, 9, 0, (1L << 40) - 1));
    for (int keyShift : new int[] {64, 127, 0x80, 0xFF}) {
      assertRefused("shift of keys", exactKeys(128, 6, keyShift, 100));
    }
  }

  /** Keys of any bits, one of which the place tells, and values to a last one. */
  private static ByteBuffersDataOutput exactValues(int valueBits, int shift, long last)
      throws IOException {
    ByteBuffersDataOutput bytes = slots(EXACT, 1, 128, 64, valueBits);
    writeCommon(bytes, 0, 0, -1L);
    writeCommon(bytes, 0, shift, last);
    return bytes;
  }

  public void testValuesThatAreNoneOfAnExactCode() throws IOException {
    assertEquals(
        12, ((TableShape.Slots) read(exactValues(32, 0, (1L << 32) - 1))).geometry().slotBytes());
    assertRefused("wide slot", exactValues(33, 0, (1L << 33) - 1));
    assertRefused("bits", exactValues(32, 0, (1L << 31) - 1));
    assertRefused("bits", exactValues(31, 0, (1L << 32) - 1));
    assertRefused("bits", exactValues(64, 0, Long.MAX_VALUE));
    for (int shift : new int[] {64, 100, 127}) {
      assertRefused("shift", exactValues(8, shift, 255));
    }
    // What is added for a length of runs: its bits, and 32 for what all runs have.
    for (int lengthBits = 0; lengthBits < 32; lengthBits++) {
      for (int shift = 0; shift < 4; shift++) {
        ByteBuffersDataOutput bytes = exactValues(8, 0x80 | shift << 5 | lengthBits, 255);
        if (lengthBits <= 20 && shift <= 1) {
          read(bytes);
        } else {
          assertRefused("length of " + lengthBits + " bits, shift of " + shift, bytes);
        }
      }
    }
  }

  public void testTagsOfOrdinals() throws IOException {
    for (int[] good : new int[][] {{1, 0}, {32, 0}}) {
      read(tags(good[0], good[1]));
    }
    for (int[] bad : new int[][] {{0, 0}, {33, 0}, {-1, 0}, {8, 64}, {8, 0x80}, {8, 0xA5}}) {
      assertRefused("checks and shift " + Arrays.toString(bad), tags(bad[0], bad[1]));
    }
  }

  private static ByteBuffersDataOutput tags(int checkBits, int shift) throws IOException {
    ByteBuffersDataOutput bytes = slots(TAGS, 1, 128, checkBits, 7);
    writeCommon(bytes, 0, shift, 100);
    return bytes;
  }

  public void testUuids() throws IOException {
    // In 31 parts, words have 60 bits.
    read(uuids(31, 1 << 16, 45, 4, 52));
    read(uuids(31, 1 << 16, 45, -1, 51));
    assertRefused("slots of 21 bytes", uuids(31, 1 << 16, 45, -1, 52));
    read(uuids(1, 1 << 25, 40, 63, 52));
    assertRefused("more bits than entries have", uuids(1, 1 << 25, 40, 63, 53));
    assertRefused("version", uuids(31, 1 << 16, 45, -2, 40));
    assertRefused("version", uuids(31, 1 << 16, 45, 64, 40));
    assertRefused("more bits than there are", uuids(31, 1 << 16, 62, 4, 40));
    assertRefused("fewer slots than places", uuids(31, (1 << 16) - 1, 45, 4, 40));
  }

  private static ByteBuffersDataOutput uuids(
      int parts, int slots, int checkBits, int version, int valueBits) throws IOException {
    ByteBuffersDataOutput bytes = slots(UUIDS, parts, slots, checkBits, valueBits);
    bytes.writeByte((byte) version);
    writeCommon(bytes, 0, 0, (1L << valueBits) - 1);
    return bytes;
  }

  private static TableShape read(ByteBuffersDataOutput bytes) throws IOException {
    return TableShape.read(bytes.toDataInput(), Long.MAX_VALUE);
  }

  private static void assertRefused(String what, ByteBuffersDataOutput bytes) {
    expectThrows(
        CorruptIndexException.class,
        what,
        () -> TableShape.read(bytes.toDataInput(), Long.MAX_VALUE));
  }

  /** Whatever bytes there are, either they are refused or the table ends within the limit. */
  public void testAnyBytes() throws IOException {
    int read = 0;
    for (int round = 0; round < 20_000; round++) {
      byte[] bytes = exact(1, 64, 128, 8, 7, 1, 254).toArrayCopy();
      if (random().nextBoolean()) {
        bytes[0] = RandomPicks.randomFrom(random(), new Byte[] {1, 3, 4, 5, 6});
      }
      for (int i = random().nextInt(6); i >= 0; i--) {
        bytes[1 + random().nextInt(bytes.length - 1)] = (byte) random().nextInt();
      }
      try {
        TableShape shape = TableShape.read(new ByteArrayDataInput(bytes), LIMIT);
        assertTrue(Arrays.toString(bytes), shape.bytes() > 0 && shape.bytes() <= LIMIT);
        assertTrue(Arrays.toString(bytes), shape.capacity() > 0);
        read++;
      } catch (CorruptIndexException | EOFException | ArrayIndexOutOfBoundsException e) {
        // The input of an array tells its end in this way.
        assertNotNull(e);
      }
    }
    assertTrue("read=" + read, read > 100);
  }
}
