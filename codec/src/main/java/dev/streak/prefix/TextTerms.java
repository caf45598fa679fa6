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

import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.util.BitUtil;
import org.apache.lucene.util.BytesRef;

/**
 * Whether all terms of a field are UTF-8, as an attribute of the field says. Then a pattern {@code
 * ab*} matches what begins with {@code ab}; of other terms it matches those with nothing but UTF-8
 * behind that.
 */
final class TextTerms {

  private static final String ATTRIBUTE = "StreakPrefixSets.terms";
  private static final String UTF_8 = "UTF-8";

  private static final long NO_ASCII = 0x8080808080808080L;

  private boolean all = true;

  /** Adds a term. */
  void add(BytesRef term) {
    all = all && isText(term);
  }

  /** Records it, also if not: a merge hands on what its sources said. */
  void record(FieldInfo field) {
    field.putAttribute(ATTRIBUTE, all ? UTF_8 : "BYTES");
  }

  /** Whether it is recorded that all terms of a field that has prefix sets are UTF-8. */
  static boolean isRecorded(FieldInfo field) {
    return UTF_8.equals(field.getAttribute(ATTRIBUTE));
  }

  /** Whether a term is UTF-8, each character in as few bytes as it takes. */
  static boolean isText(BytesRef term) {
    byte[] bytes = term.bytes;
    int end = term.offset + term.length;
    int at = term.offset;
    while (at < end) {
      if (at + Long.BYTES <= end && ((long) BitUtil.VH_LE_LONG.get(bytes, at) & NO_ASCII) == 0) {
        at += Long.BYTES;
        continue;
      }
      int length = characterBytes(bytes[at] & 0xFF);
      if (length == 0 || at + length > end) {
        return false;
      }
      if (length > 1 && isSecond(bytes[at] & 0xFF, bytes[at + 1] & 0xFF) == false) {
        return false;
      }
      for (int i = 2; i < length; i++) {
        if ((bytes[at + i] & 0xC0) != 0x80) {
          return false;
        }
      }
      at += length;
    }
    return true;
  }

  /** How many bytes a character has that begins with {@code first}, 0 if none does. */
  private static int characterBytes(int first) {
    if (first < 0x80) {
      return 1;
    }
    if (first < 0xC2) {
      return 0;
    }
    if (first < 0xE0) {
      return 2;
    }
    if (first < 0xF0) {
      return 3;
    }
    return first < 0xF5 ? 4 : 0;
  }

  /** Whether a character may begin so: not too long, no half of a pair, no number too great. */
  private static boolean isSecond(int first, int second) {
    int least =
        switch (first) {
          case 0xE0 -> 0xA0;
          case 0xF0 -> 0x90;
          default -> 0x80;
        };
    int most =
        switch (first) {
          case 0xED -> 0x9F;
          case 0xF4 -> 0x8F;
          default -> 0xBF;
        };
    return second >= least && second <= most;
  }
}
