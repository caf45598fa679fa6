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

  private static final int EXACT = 4;
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
