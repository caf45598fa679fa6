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
package dev.streak.prefix;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;

public class TestTextTerms extends LuceneTestCase {

  /** Those before and behind each limit of what may stand in a place. */
  private static final int[] LIMITS = {
    0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED,
    0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF
  };

  private static boolean decodes(BytesRef term) {
    try {
      StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(term.bytes, term.offset, term.length));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  private static void check(BytesRef term) {
    assertEquals(term.toString(), decodes(term), TextTerms.isText(term));
  }

  public void testShortTerms() {
    int[] following = {0x7F, 0x80, 0xBF, 0xC0};
    for (int first : LIMITS) {
      check(new BytesRef(new byte[] {(byte) first}));
      for (int second : LIMITS) {
        check(new BytesRef(new byte[] {(byte) first, (byte) second}));
        for (int third : following) {
          check(new BytesRef(new byte[] {(byte) first, (byte) second, (byte) third}));
          for (int last : following) {
            byte[] bytes = {(byte) first, (byte) second, (byte) third, (byte) last};
            check(new BytesRef(bytes));
          }
        }
      }
    }
  }

  /** Whatever stands around them in the array. */
  public void testLongTerms() {
    for (int n = 0; n < 2_000; n++) {
      String characters = TestUtil.randomRealisticUnicodeString(random(), 30);
      byte[] text = characters.getBytes(StandardCharsets.UTF_8);
      int before = random().nextInt(10);
      byte[] bytes = new byte[before + text.length + random().nextInt(10)];
      random().nextBytes(bytes);
      System.arraycopy(text, 0, bytes, before, text.length);
      BytesRef term = new BytesRef(bytes, before, text.length);
      assertTrue(term.toString(), TextTerms.isText(term));
      if (term.length > 0) {
        term.length = random().nextInt(term.length);
        check(term);
        bytes[before + random().nextInt(text.length)] = (byte) random().nextInt();
        check(term);
      }
    }
  }
}
