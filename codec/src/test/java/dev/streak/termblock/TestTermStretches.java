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
package dev.streak.termblock;

import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.store.ByteBuffersDataOutput;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BitUtil;
import org.apache.lucene.util.BytesRef;

/** Where stretches of rests begin, and what damage of that is refused. */
public class TestTermStretches extends LuceneTestCase {

  private static final int HEAD = 0;

  /** Where it stands which terms begin stretches: behind a head, without a prefix. */
  private static final int PLACES = TermBlockLayout.HEAD_BYTES;

  /** A block of the index: keys behind two long texts, and one of its own between them. */
  private static byte[] divided(int length) throws IOException {
    TermBlockEncoder encoder = new TermBlockEncoder(null);
    for (int i = 1; i <= 4; i++) {
      encoder.add(new BytesRef("a".repeat(length) + i), 0);
    }
    encoder.add(new BytesRef("b"), 0);
    for (int i = 1; i <= 4; i++) {
      encoder.add(new BytesRef("c".repeat(100) + i), 0);
    }
    ByteBuffersDataOutput out = new ByteBuffersDataOutput();
    encoder.finish(out);
    return out.toArrayCopy();
  }

  private static String problem(byte[] block) {
    return problem(block, 9);
  }

  private static String problem(byte[] block, int terms) {
    int length = block.length - TermBlockLayout.CHECKSUM_BYTES;
    byte[] more = Arrays.copyOf(block, block.length + Long.BYTES);
    return TermBlockCheck.problem(more, length, terms, IndexWriter.MAX_DOCS);
  }

  public void testEachTextIsWrittenOnce() throws IOException {
    byte[] block = divided(100);
    assertEquals(TermBlockLayout.OFFSETS | TermBlockLayout.STRETCHED, block[HEAD] & 0xFF);
    assertEquals(0b000110001L, (long) BitUtil.VH_LE_LONG.get(block, PLACES));
    assertTrue(block.length + " bytes", block.length < 250);
    assertNull(problem(block));
  }

  public void testStretchesThatBeginNowhere() throws IOException {
    for (long places : new long[] {0, 2, 0x201, 1L << 63 | 1}) {
      byte[] block = divided(100);
      BitUtil.VH_LE_LONG.set(block, PLACES, places);
      assertEquals("stretches are " + Long.toHexString(places) + " of 9 terms", problem(block));
    }
  }

  /** An empty term, and a beginning of each stretch that is not there either. */
  public void testStretchesOfOneTerm() {
    long head =
        TermBlockLayout.head(TermBlockLayout.OFFSETS, 0, 1, 0, 1, 1, 0) | TermBlockLayout.STRETCHED;
    for (long places : new long[] {1, 3, 1L << 63 | 1}) {
      int rests = 1 + Long.bitCount(places);
      byte[] block = new byte[2 * Long.BYTES + rests + TermBlockLayout.CHECKSUM_BYTES];
      BitUtil.VH_LE_LONG.set(block, HEAD, head);
      BitUtil.VH_LE_LONG.set(block, PLACES, places);
      String wrong = "stretches are " + Long.toHexString(places) + " of 1 terms";
      assertEquals(places == 1 ? null : wrong, problem(block, 1));
    }
  }

  public void testStretchesOfOtherTerms() throws IOException {
    byte[] block = divided(100);
    BitUtil.VH_LE_LONG.set(block, PLACES, 1L);
    assertNotNull(problem(block));
  }

  /** A beginning and a rest may each be no longer than a term, and together be longer. */
  public void testTermsThatAreTooLong() throws IOException {
    assertNull(problem(divided(IndexWriter.MAX_TERM_LENGTH - 1)));
    assertEquals(
        "rest of term 0 has 1 bytes behind " + IndexWriter.MAX_TERM_LENGTH,
        problem(divided(IndexWriter.MAX_TERM_LENGTH)));
  }

  public void testStretchesInColumns() throws IOException {
    TermBlockEncoder encoder = new TermBlockEncoder(null);
    for (int i = 0; i < 9; i++) {
      encoder.add(new BytesRef("user-" + i), 0);
    }
    ByteBuffersDataOutput out = new ByteBuffersDataOutput();
    encoder.finish(out);
    byte[] block = out.toArrayCopy();
    assertNull(problem(block));
    block[HEAD] |= (byte) TermBlockLayout.STRETCHED;
    assertTrue(problem(block).startsWith("head is "));
  }
}
