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
package dev.streak.symbols;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.ByteBuffersDataOutput;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.store.RandomAccessInput;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;

/** Texts in codes and back, compared as they are, and tables that are damaged. */
public class TestSymbolTable extends LuceneTestCase {

  /** What is done with bytes in a file. */
  private interface Reading {
    void read(RandomAccessInput in) throws IOException;
  }

  private static final String[] WORDS = {
    "connection ", "refused ", "by ", "host ", "worker-", "\u4e2d\u6587 ", "a", "aa", "b"
  };

  private static byte[] text(int words) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < words; i++) {
      text.append(WORDS[random().nextInt(WORDS.length)]);
      if (random().nextInt(4) == 0) {
        text.append((char) random().nextInt(300));
      }
    }
    BytesRef bytes = new BytesRef(text);
    return ArrayUtil.copyOfSubArray(bytes.bytes, 0, bytes.length);
  }

  private static SymbolTable trained() {
    List<byte[]> texts = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      texts.add(text(random().nextInt(20)));
    }
    return train(texts);
  }

  private static SymbolTable train(List<byte[]> texts) {
    int[] ends = new int[texts.size()];
    int end = 0;
    for (int i = 0; i < ends.length; i++) {
      end += texts.get(i).length;
      ends[i] = end;
    }
    byte[] all = new byte[end + SymbolEncoder.SPARE];
    for (int i = 0; i < ends.length; i++) {
      byte[] text = texts.get(i);
      System.arraycopy(text, 0, all, ends[i] - text.length, text.length);
    }
    return SymbolTrainer.train(all, ends, ends.length);
  }

  /** Codes of a text, behind three other bytes. */
  private static byte[] coded(SymbolTable table, byte[] text) {
    byte[] bytes = new byte[text.length + SymbolEncoder.SPARE];
    random().nextBytes(bytes);
    System.arraycopy(text, 0, bytes, 0, text.length);
    byte[] codes = new byte[3 + text.length * SymbolEncoder.MOST_PER_BYTE];
    int end = new SymbolEncoder(table).encode(bytes, 0, text.length, codes, 3);
    return Arrays.copyOf(codes, end);
  }

  private static void withFile(byte[] bytes, Reading reading) throws IOException {
    try (Directory directory = new ByteBuffersDirectory()) {
      try (IndexOutput out = directory.createOutput("f", IOContext.DEFAULT)) {
        out.writeBytes(bytes, bytes.length);
        out.writeLong(random().nextLong());
        out.writeLong(random().nextLong());
      }
      try (IndexInput in = directory.openInput("f", IOContext.DEFAULT)) {
        reading.read(in.randomAccessSlice(0, in.length()));
      }
    }
  }

  /** Random keys are not trained for: it takes longer than to write them, and is in vain. */
  public void testRandomKeysHaveNoSymbols() {
    String letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    List<byte[]> keys = new ArrayList<>();
    for (int i = 0; i < 1500; i++) {
      byte[] key = new byte[22];
      for (int j = 0; j < key.length; j++) {
        key[j] = (byte) letters.charAt(random().nextInt(letters.length()));
      }
      keys.add(key);
    }
    assertNull(train(keys));
    for (int i = 0; i < 750; i++) {
      keys.set(i, "customer.of.berlin@example".getBytes(StandardCharsets.US_ASCII));
    }
    assertNotNull(train(keys));
  }

  public void testTexts() throws IOException {
    SymbolTable table = trained();
    for (int i = 0; i < 300; i++) {
      byte[] text = text(random().nextInt(30));
      byte[] codes = coded(table, text);
      assertEquals(text.length, table.decodedLength(codes, 3, codes.length));
      byte[] decoded = new byte[5 + table.mostBytes(codes.length - 3)];
      int end = table.decode(codes, 3, codes.length, decoded, 5);
      assertArrayEquals(text, Arrays.copyOfRange(decoded, 5, end));
      byte[] near = text.clone();
      if (near.length > 0) {
        near[random().nextInt(near.length)] += (byte) random().nextInt(3);
        near = Arrays.copyOf(near, random().nextInt(4) == 0 ? random().nextInt(99) : near.length);
      }
      byte[] target = near;
      withFile(codes, in -> checkComparison(table, target, text, in, codes.length));
    }
  }

  private static void checkComparison(
      SymbolTable table, byte[] target, byte[] text, RandomAccessInput in, int end)
      throws IOException {
    int offset = random().nextInt(9);
    byte[] bytes = new byte[offset + 4 + target.length + random().nextInt(9)];
    random().nextBytes(bytes);
    System.arraycopy(target, 0, bytes, offset + 4, target.length);
    BytesRef whole = new BytesRef(bytes, offset, 4 + target.length);
    int expected = Arrays.compareUnsigned(target, text);
    assertEquals(Integer.signum(expected), Integer.signum(table.compare(whole, 4, in, 3, end)));
  }

  /** What a text begins with is less, whatever stands behind it in its array. */
  public void testBeginningsOfTexts() throws IOException {
    SymbolTable table = trained();
    byte[] text = "a\u0001 connection \u0002 by \u4e2d host b".getBytes(StandardCharsets.UTF_8);
    byte[] codes = coded(table, text);
    for (int length = 0; length < text.length; length++) {
      for (int behind : new int[] {0, 1, 20}) {
        byte[] bytes = Arrays.copyOf(text, length + behind);
        Arrays.fill(bytes, length, bytes.length, (byte) (random().nextBoolean() ? 0 : 255));
        BytesRef target = new BytesRef(bytes, 0, length);
        withFile(codes, in -> assertTrue(table.compare(target, 0, in, 3, codes.length) < 0));
      }
    }
  }

  public void testSymbolsAreOftenWords() {
    SymbolTable table = trained();
    byte[] text = new BytesRef("connection refused by host ").bytes;
    int length = new BytesRef("connection refused by host ").length;
    byte[] codes = coded(table, Arrays.copyOf(text, length));
    assertTrue(codes.length - 3 + " codes for " + length, (codes.length - 3) * 4 <= length * 2);
  }

  public void testNothingThatOccursOften() {
    assertNull(train(List.of(new byte[] {1, 2, 3}, new byte[] {4, 5, 6}, new byte[0])));
    assertNull(train(List.of()));
  }

  public void testAllBytes() {
    List<byte[]> texts = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      byte[] text = new byte[300];
      random().nextBytes(text);
      texts.add(text);
    }
    SymbolTable table = train(texts);
    for (byte[] text : texts) {
      byte[] codes = coded(table, text);
      byte[] decoded = new byte[table.mostBytes(codes.length)];
      int end = table.decode(codes, 3, codes.length, decoded, 0);
      assertArrayEquals(text, Arrays.copyOf(decoded, end));
    }
  }

  private static byte[] written(SymbolTable table) throws IOException {
    ByteBuffersDataOutput out = new ByteBuffersDataOutput();
    table.write(out);
    assertEquals(table.writtenBytes(), out.size());
    return out.toArrayCopy();
  }

  public void testWritten() throws IOException {
    SymbolTable table = trained();
    byte[] bytes = written(table);
    withFile(
        bytes,
        in -> {
          SymbolTable read = SymbolTable.read(in, 0, bytes.length, "f");
          assertArrayEquals(bytes, written(read));
        });
  }

  public void testDamage() throws IOException {
    byte[] bytes = written(trained());
    for (int i = 0; i < 300; i++) {
      byte[] damaged = bytes.clone();
      int at = i < 20 ? i : random().nextInt(bytes.length);
      damaged[at] ^= (byte) (1 << random().nextInt(8));
      withFile(
          damaged,
          in ->
              expectThrows(
                  CorruptIndexException.class, () -> SymbolTable.read(in, 0, bytes.length, "f")));
    }
    for (int end : new int[] {0, 1, 5, bytes.length / 2, bytes.length - 1}) {
      withFile(
          bytes,
          in -> expectThrows(CorruptIndexException.class, () -> SymbolTable.read(in, 0, end, "f")));
    }
  }

  /** As many symbols as there may be, as long as they may be. */
  public void testLargestTable() throws IOException {
    long[] symbols = new long[SymbolTable.MAX_SYMBOLS];
    byte[] lengths = new byte[symbols.length];
    Arrays.setAll(symbols, i -> random().nextLong());
    Arrays.fill(lengths, (byte) SymbolTable.MAX_SYMBOL_BYTES);
    byte[] bytes = written(new SymbolTable(symbols, lengths, symbols.length));
    withFile(
        bytes,
        in ->
            assertArrayEquals(
                bytes, written(SymbolTable.read(in, 0, bytes.length + random().nextInt(9), "f"))));
  }

  /** What a table says whose checksum is right. */
  public void testLengthsWithRightChecksums() throws IOException {
    checkRefused("length of symbol 1 is 0, must be 1 to 8", 2, 1, 0, 'a');
    checkRefused(
        "length of symbol 1 is 9, must be 1 to 8", 2, 1, 9, 'a', 0, 0, 0, 0, 0, 0, 0, 0, 0);
    checkRefused("length of symbol 0 is -1, must be 1 to 8", 1, 255, 'a');
    checkRefused("table of 0 symbols at 0 is 5 bytes long", 0);
  }

  private static void checkRefused(String problem, int... table) throws IOException {
    ByteBuffersDataOutput out = new ByteBuffersDataOutput();
    CRC32C checksum = new CRC32C();
    for (int value : table) {
      out.writeByte((byte) value);
      checksum.update(value);
    }
    out.writeInt((int) checksum.getValue());
    byte[] bytes = out.toArrayCopy();
    withFile(
        bytes,
        in -> {
          Exception e =
              expectThrows(
                  CorruptIndexException.class, () -> SymbolTable.read(in, 0, bytes.length, "f"));
          assertTrue(e.getMessage(), e.getMessage().startsWith(problem));
        });
  }

  /** Of symbols that begin alike the longest one, and none that is longer than what is left. */
  public void testLongestSymbolThatFits() {
    long[] symbols = {'a', 'a' | 'b' << 8, 'a' | 'b' << 8 | 'c' << 16, 'b'};
    SymbolTable table = new SymbolTable(symbols, new byte[] {1, 2, 3, 1}, symbols.length);
    byte[] text = new byte[11 + SymbolEncoder.SPARE];
    System.arraycopy(new BytesRef("abcbabaxabc").bytes, 0, text, 0, 11);
    for (int end : new int[] {10, 11}) {
      byte[] codes = new byte[22];
      int length = new SymbolEncoder(table).encode(text, 0, end, codes, 0);
      byte last = (byte) (end == 11 ? 2 : 1);
      byte[] expected = {2, 3, 1, 0, (byte) SymbolTable.ESCAPE, 'x', last};
      assertArrayEquals(expected, Arrays.copyOf(codes, length));
    }
  }

  public void testCodesOfNoSymbol() throws IOException {
    SymbolTable table = new SymbolTable(new long[] {'a', 'b'}, new byte[] {1, 1}, 2);
    assertEquals(2, table.decodedLength(new byte[] {0, 1}, 0, 2));
    assertEquals(1, table.decodedLength(new byte[] {(byte) 255, 7}, 0, 2));
    assertEquals(-1, table.decodedLength(new byte[] {0, 2}, 0, 2));
    assertEquals(-1, table.decodedLength(new byte[] {0, (byte) 254}, 0, 2));
    assertEquals(-1, table.decodedLength(new byte[] {0, (byte) 255}, 0, 2));
  }
}
