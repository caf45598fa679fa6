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
package dev.streak.digits;

import java.util.Locale;
import java.util.UUID;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;

/** Terms that are UUIDs, beside {@link UUID}. */
public class TestUuidTerm extends LuceneTestCase {

  public void testReadsAndSpells() {
    for (int i = 0; i < 1000; i++) {
      UUID uuid = new UUID(random().nextLong(), random().nextLong());
      BytesRef term = withOffset(uuid.toString());
      long[] highs = new long[3];
      long[] lows = new long[3];
      assertTrue(UuidTerm.read(term, highs, lows, 1));
      assertArrayEquals(new long[] {0, uuid.getMostSignificantBits(), 0}, highs);
      assertArrayEquals(new long[] {0, uuid.getLeastSignificantBits(), 0}, lows);
      BytesRef spelt = new BytesRef(UuidTerm.LENGTH + random().nextInt(3));
      UuidTerm.set(spelt, highs[1], lows[1]);
      assertEquals(uuid.toString(), spelt.utf8ToString());
    }
  }

  public void testReadsAndSpellsWithoutHyphens() {
    for (int i = 0; i < 1000; i++) {
      UUID uuid = new UUID(random().nextLong(), random().nextLong());
      String digits = uuid.toString().replace("-", "");
      long[] highs = new long[2];
      long[] lows = new long[2];
      assertTrue(UuidTerm.readDigits(withOffset(digits), highs, lows, 1));
      assertArrayEquals(new long[] {0, uuid.getMostSignificantBits()}, highs);
      assertArrayEquals(new long[] {0, uuid.getLeastSignificantBits()}, lows);
      BytesRef spelt = new BytesRef(UuidTerm.DIGITS + random().nextInt(3));
      UuidTerm.setDigits(spelt, highs[1], lows[1]);
      assertEquals(digits, spelt.utf8ToString());
      int wrong = random().nextInt(digits.length());
      String other = digits.substring(0, wrong) + "ghA/:`-".charAt(random().nextInt(7));
      for (String text : new String[] {other + digits.substring(wrong + 1), other, digits + "0"}) {
        assertFalse(text, UuidTerm.readDigits(withOffset(text), highs, lows, 0));
      }
    }
  }

  /** A term is taken for a UUID only if it is spelt as Java does. */
  public void testEveryWrongByteIsSeen() {
    String uuid = new UUID(random().nextLong(), random().nextLong()).toString();
    for (int place = 0; place < uuid.length(); place++) {
      boolean hyphen = uuid.charAt(place) == '-';
      for (int wrong = 0; wrong < 256; wrong++) {
        BytesRef term = withOffset(uuid);
        term.bytes[term.offset + place] = (byte) wrong;
        boolean isDigit = wrong >= '0' && wrong <= '9' || wrong >= 'a' && wrong <= 'f';
        assertEquals(
            "byte " + wrong + " at " + place,
            hyphen ? wrong == '-' : isDigit,
            UuidTerm.read(term, new long[1], new long[1], 0));
      }
    }
    for (String other :
        new String[] {
          "",
          uuid + "0",
          uuid.substring(1),
          uuid.replace("-", "") + "0000",
          "ABCDEF00" + uuid.substring(8).toUpperCase(Locale.ROOT)
        }) {
      assertFalse(other, UuidTerm.read(withOffset(other), new long[1], new long[1], 0));
    }
  }

  static BytesRef withOffset(String text) {
    int offset = random().nextInt(3);
    byte[] bytes = new byte[offset + text.length() + random().nextInt(3)];
    random().nextBytes(bytes);
    BytesRef term = new BytesRef(text);
    System.arraycopy(term.bytes, term.offset, bytes, offset, term.length);
    return new BytesRef(bytes, offset, term.length);
  }
}
