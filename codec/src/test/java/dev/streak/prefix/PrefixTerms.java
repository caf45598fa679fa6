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

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;

/** Terms that begin alike, of several kinds. */
public final class PrefixTerms {

  private static final String[] CHINESE = {"北京", "上海", "烤鸭", "面馆", "小吃", "火锅", "店", "𠮷野家"};
  private static final String[] WORDS = {"noodle", "north", "no", "sea", "see", "sand", "bar", "b"};

  private PrefixTerms() {}

  /** A term of a kind that stays the same for a whole field. */
  public static BytesRef random(Random random, int kind) {
    return switch (kind) {
      case 0 -> new BytesRef(join(random, WORDS, " "));
      case 1 -> new BytesRef(join(random, CHINESE, ""));
      case 2 -> new BytesRef(TestUtil.randomUnicodeString(random, 4));
      case 3 -> new BytesRef(Integer.toString(random.nextInt(3000)));
      default -> binary(random);
    };
  }

  private static String join(Random random, String[] parts, String separator) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(4); i >= 0; i--) {
      text.append(parts[random.nextInt(parts.length)]).append(i == 0 ? "" : separator);
    }
    return text.toString();
  }

  /** Few different bytes, among them those that UTF-8 never begins a code point with. */
  private static BytesRef binary(Random random) {
    byte[] some = {0, 'a', 'b', (byte) 0x80, (byte) 0xBF, (byte) 0xC3, (byte) 0xFF};
    byte[] bytes = new byte[random.nextInt(7)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = some[random.nextInt(some.length)];
    }
    return new BytesRef(bytes);
  }

  /** Something that terms of the kind may begin with. */
  public static BytesRef randomPrefix(Random random, int kind) {
    BytesRef term = random(random, kind);
    if (random.nextInt(4) == 0) {
      // Perhaps in the middle of a code point.
      return new BytesRef(term.bytes, term.offset, random.nextInt(term.length + 1));
    }
    String text = new String(term.bytes, term.offset, term.length, StandardCharsets.UTF_8);
    int length = random.nextInt(1 + Math.min(3, text.codePointCount(0, text.length())));
    BytesRef prefix = new BytesRef(text.substring(0, text.offsetByCodePoints(0, length)));
    return kind > 3 ? new BytesRef(term.bytes, 0, Math.min(length, term.length)) : prefix;
  }
}
