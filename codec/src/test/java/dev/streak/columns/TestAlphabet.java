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
package dev.streak.columns;

import dev.streak.termblock.TermBlockLayout;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Codes, letters, and the ways to get from one to the other. */
public class TestAlphabet extends LuceneTestCase {

  public void testNumbers() {
    for (Alphabet alphabet : Alphabet.values()) {
      assertSame(alphabet, Alphabet.ofNumber(alphabet.number));
    }
    assertNull(Alphabet.ofNumber(TermBlockLayout.OFFSETS));
  }

  public void testCodesAscendWithLetters() {
    for (Alphabet alphabet : Alphabet.values()) {
      int last = alphabet.hasTerminator ? 0 : -1;
      for (int b = 0; b < 256; b++) {
        int code = alphabet.code((byte) b);
        if (code != Alphabet.NONE) {
          assertEquals(alphabet + " " + b, last + 1, code);
          assertEquals((byte) b, alphabet.letters[code]);
          last = code;
        }
      }
    }
  }

  public void testEightLettersAtOnce() {
    for (Alphabet alphabet : Alphabet.values()) {
      if (alphabet.bits == 4) {
        long codes = random().nextLong() >>> Integer.SIZE;
        long letters = alphabet.digits(Long.expand(codes, 0x0F0F0F0F0F0F0F0FL));
        for (int i = 0; i < 8; i++) {
          int code = (int) (codes >>> (4 * i)) & 15;
          assertEquals(alphabet.letters[code], (byte) (letters >>> (8 * i)));
        }
      }
    }
  }

  public void testUsualLetters() {
    Alphabet words = Alphabet.WORDS;
    assertTrue(words.hasUsual);
    for (int n = 0; n < 1000; n++) {
      long codes = 0;
      long letters = 0;
      boolean usual = true;
      for (int i = 0; i < 8; i++) {
        int code = random().nextInt(random().nextInt(10) == 0 ? 32 : 2);
        code = random().nextBoolean() ? code : 31 - random().nextInt(26);
        codes = codes << 8 | code;
        letters = letters << 8 | words.letters[code];
        usual &= "'-._".indexOf(words.letters[code]) < 0;
      }
      assertEquals(usual, words.areUsual(codes));
      if (usual) {
        assertEquals(letters, words.usualLetters(codes));
      }
    }
  }

  public void testCodesOfEightBytes() {
    for (Alphabet alphabet : Alphabet.values()) {
      for (int n = 0; n < 500; n++) {
        int count = random().nextInt(9);
        int stranger = random().nextInt(8);
        long word = 0;
        for (int i = 0; i < count; i++) {
          int code = random().nextInt(1 << alphabet.bits);
          int letter = i == stranger ? random().nextInt(256) : alphabet.letters[code];
          word |= (letter & 0xFFL) << (56 - 8 * i);
        }
        long codes = alphabet.codes(word, count);
        for (int i = 0; i < 8; i++) {
          int shift = 56 - 8 * i;
          int code = i < count ? alphabet.code((byte) (word >>> shift)) : 0;
          assertEquals(code != Alphabet.NONE, alphabet.areCodes(codes, 0xFFL << shift));
          if (code != Alphabet.NONE) {
            assertEquals(code, (int) (codes >>> shift) & 0xFF);
          }
        }
      }
    }
  }

  public void testTwoLettersAtOnce() {
    for (Alphabet alphabet : Alphabet.values()) {
      if (alphabet.pairs != null) {
        int first = random().nextInt(1 << alphabet.bits);
        int second = random().nextInt(1 << alphabet.bits);
        short pair = alphabet.pairs[first << alphabet.bits | second];
        assertEquals(alphabet.letters[first], (byte) (pair >>> 8));
        assertEquals(alphabet.letters[second], (byte) pair);
      }
    }
  }
}
