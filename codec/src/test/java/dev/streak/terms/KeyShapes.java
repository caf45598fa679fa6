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
package dev.streak.terms;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Supplier;
import org.apache.lucene.util.BytesRef;

/** Keys as users have them, and as nobody has them. */
public final class KeyShapes {

  private KeyShapes() {}

  /** One supplier of random keys for each shape. */
  static List<Supplier<BytesRef>> all(Random random) {
    List<Supplier<BytesRef>> shapes = new ArrayList<>();
    shapes.add(() -> new BytesRef(Integer.toString(random.nextInt(1_000_000))));
    shapes.add(() -> new BytesRef("user-" + random.nextInt(100_000) + "-" + random.nextInt(9)));
    shapes.add(() -> new BytesRef(uuid(random, 4)));
    shapes.add(() -> new BytesRef(uuid(random, random.nextInt(16))));
    shapes.add(() -> new BytesRef(uuid(random, 4).toUpperCase(Locale.ROOT)));
    shapes.add(() -> bytes(random, 16));
    shapes.add(() -> bytes(random, random.nextInt(20)));
    shapes.add(() -> letters(random, "ab", random.nextInt(12)));
    shapes.add(() -> letters(random, "01", 12));
    shapes.add(() -> letters(random, "0123456789ABCDEFGHJKMNPQRSTVWXYZ", 26));
    shapes.add(() -> letters(random, "ABCabc-_09xyz", 21));
    shapes.add(() -> letters(random, "ABCabc+/09xyz", 22 + random.nextInt(3)));
    shapes.add(
        () -> new BytesRef("http://example.org/" + letters(random, "abc/-?=&", 30).utf8ToString()));
    shapes.add(() -> letters(random, "a", random.nextInt(200)));
    shapes.add(() -> letters(random, "\u0000ab\u00e9\u4e2d", random.nextInt(30)));
    shapes.add(() -> letters(random, "ab", 1 + random.nextInt(3_000)));
    shapes.add(() -> message(random));
    shapes.add(() -> random.nextInt(5) == 0 ? letters(random, "\u00e9xyz", 200) : message(random));
    shapes.add(() -> bytes(random, 100 + random.nextInt(50)));
    shapes.add(behindTexts(random, 300, 40, "abcdefgh "));
    shapes.add(behindTexts(random, 500, 30, "\u0000ab\u00e9\u4e2d"));
    for (int prefix : new int[] {0, 3, 63, 64, 65, 90}) {
      shapes.add(() -> ofAFewMachines(random, prefix));
    }
    return shapes;
  }

  /** A line of a log: the same words again and again, and what differs from line to line. */
  static BytesRef message(Random random) {
    String[] words = {
      "Connection", " from", " host", " refused", " by", " worker", " \u4e2d\u6587", " after", " ms"
    };
    StringBuilder text = new StringBuilder("2026-01-" + (10 + random.nextInt(20)));
    int count = 3 + random.nextInt(40);
    for (int i = 0; i < count; i++) {
      text.append(words[random.nextInt(words.length)]);
      if (random.nextInt(4) == 0) {
        text.append(' ').append(random.nextInt(10_000));
      }
    }
    return new BytesRef(text);
  }

  /**
   * Numbers behind long texts, each of which stands before many of them, or before a part of it.
   */
  static Supplier<BytesRef> behindTexts(Random random, int length, int texts, String letters) {
    String[] before = new String[texts];
    for (int i = 0; i < texts; i++) {
      before[i] = letters(random, letters, 1 + random.nextInt(length)).utf8ToString();
    }
    return () -> {
      String text = before[random.nextInt(texts)];
      int end = random.nextInt(20) == 0 ? random.nextInt(text.length()) : text.length();
      return new BytesRef(text.substring(0, end) + random.nextInt(1_000_000));
    };
  }

  /** Something that few keys share, a machine, and a number: ranges of keys differ in columns. */
  static BytesRef ofAFewMachines(Random random, int prefix) {
    String machine = new String[] {"-hamburg", "-lima", "-osaka-", "-turin"}[random.nextInt(4)];
    String begin = "p".repeat(prefix) + letters(random, "xyz", 2).utf8ToString();
    return new BytesRef(begin + machine + "." + (1000 + random.nextInt(9000)));
  }

  /** A random UUID, but of some version, and of the variant that all of these have. */
  public static String uuid(Random random, int version) {
    long high = (random.nextLong() & ~0xF000L) | ((long) version << 12);
    long low = (random.nextLong() >>> 2) | Long.MIN_VALUE;
    return new UUID(high, low).toString();
  }

  private static BytesRef bytes(Random random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return new BytesRef(bytes);
  }

  static BytesRef letters(Random random, String letters, int length) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append(letters.charAt(random.nextInt(letters.length())));
    }
    return new BytesRef(text.toString());
  }

  /** At most {@code count} different keys, ascending. */
  static List<BytesRef> sorted(Supplier<BytesRef> shape, int count) {
    TreeSet<BytesRef> keys = new TreeSet<>();
    for (int i = 0; i < count; i++) {
      keys.add(shape.get());
    }
    return new ArrayList<>(keys);
  }

  /** Something near a key, or nowhere near: what a look-up may be asked for. */
  public static BytesRef near(Random random, BytesRef key) {
    BytesRef copy = BytesRef.deepCopyOf(key);
    switch (random.nextInt(6)) {
      case 0 -> copy.length = random.nextInt(copy.length + 1);
      case 1 -> {
        byte[] longer = new byte[copy.length + 1 + random.nextInt(3)];
        System.arraycopy(copy.bytes, copy.offset, longer, 0, copy.length);
        longer[longer.length - 1] = (byte) random.nextInt(256);
        return new BytesRef(longer);
      }
      case 2, 3 -> {
        if (copy.length > 0) {
          copy.bytes[random.nextInt(copy.length)] = (byte) random.nextInt(256);
        }
      }
      case 4 -> {
        if (copy.length > 0) {
          copy.bytes[random.nextInt(copy.length)] += random.nextBoolean() ? 1 : -1;
        }
      }
      default -> {
        return copy;
      }
    }
    return copy;
  }
}
