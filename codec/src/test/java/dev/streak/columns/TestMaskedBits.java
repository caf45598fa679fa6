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

import org.apache.lucene.tests.util.LuceneTestCase;

/** Java's methods tell what the shifts must give. */
public class TestMaskedBits extends LuceneTestCase {

  public void testMovesOfBytes() {
    for (int flags = 0; flags < 256; flags++) {
      long places = TermWords.bytesOf(flags);
      for (int n = 0; n < 20; n++) {
        long word = random().nextLong();
        String message = Long.toHexString(word) + " by " + Long.toHexString(places);
        assertEquals(message, Long.expand(word, places), MaskedBits.moveUp(word, places));
        assertEquals(message, Long.compress(word, places), MaskedBits.moveDown(word, places));
      }
    }
  }

  public void testCodesAsBytes() {
    for (int bits = 4; bits <= 8; bits++) {
      long each = ((1L << bits) - 1) * Alphabet.EACH_BYTE;
      for (int n = 0; n < 100; n++) {
        long word = random().nextLong();
        String message = bits + " bits, " + Long.toHexString(word);
        assertEquals(message, Long.expand(word, each), MaskedBits.widen(word, bits));
        assertEquals(message, Long.compress(word, each), MaskedBits.narrow(word & each, bits));
      }
    }
  }

  /** Whichever way this processor takes. */
  public void testCodesInPlaces() {
    for (int n = 0; n < 1000; n++) {
      int bits = 4 + random().nextInt(5);
      long places = TermWords.bytesOf(random().nextInt(256));
      long word = random().nextLong();
      long mask = places & ((1L << bits) - 1) * Alphabet.EACH_BYTE;
      assertEquals(Long.expand(word, mask), MaskedBits.spread(word, places, bits));
      assertEquals(Long.compress(word, mask), MaskedBits.gather(word, places, bits));
      assertEquals(
          Long.expand(word, mask), MaskedBits.moveUp(MaskedBits.widen(word, bits), places));
      assertEquals(
          Long.compress(word, mask), MaskedBits.narrow(MaskedBits.moveDown(word, mask), bits));
      assertEquals(Long.expand(word, places), MaskedBits.spreadBytes(word, places));
      assertEquals(Long.compress(word, places), MaskedBits.gatherBytes(word, places));
    }
  }
}
