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
package dev.streak.bench.data;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.UUID;
import org.apache.lucene.util.BytesRef;

/**
 * Keys of documents as applications make them. The key with a number is always the same, and no two
 * numbers have the same key. Keys that carry a time ascend with their numbers; all others are in no
 * order.
 */
public enum KeyKind {
  /** Decimal numbers of up to ten digits. */
  DECIMAL {
    @Override
    byte[] bytes(long number, SplittableRandom random) {
      return ascii(Long.toString(scatter(number, 16)));
    }
  },
  /** A word, a number and a digit. */
  PREFIXED {
    @Override
    byte[] bytes(long number, SplittableRandom random) {
      return ascii("user-" + scatter(number >>> 3, 13) + "-" + (number & 7));
    }
  },
  /** Random UUIDs, those of version 4, as text. */
  UUID {
    @Override
    byte[] bytes(long number, SplittableRandom random) {
      return ascii(uuid(random));
    }
  },
  /** The same without hyphens. */
  UUID32 {
    @Override
    byte[] bytes(long number, SplittableRandom random) {
      return ascii(uuid(random).replace("-", ""));
    }
  },
  /** UUIDs of version 7, as text: 48 bits of time, then random ones. */
  UUID7 {
    @Override
    byte[] bytes(long number, SplittableRandom random) {
      long high = (START_MILLIS + number / 4) << 16 | 0x7000L | (random.nextLong() >>> 52);
      return ascii(new UUID(high, ofVariant(random.nextLong())).toString());
    }
  },
  /** 16 random bytes. */
  BYTES16 {
    @Override
    byte[] bytes(long number, SplittableRandom random) {
      return random(random, 16);
    }
  },
  /** The 15 bytes that a search engine makes of a counter, the time and a network card. */
  AUTO15 {
    @Override
    byte[] bytes(long number, SplittableRandom random) {
      long millis = START_MILLIS + number / 8;
      long counter = 0x5A17C3 + number;
      byte[] id = new byte[15];
      id[0] = (byte) counter;
      id[1] = (byte) (counter >>> 16);
      for (int i = 0; i < 4; i++) {
        id[2 + i] = (byte) (millis >>> (16 + 8 * i));
      }
      System.arraycopy(random(new SplittableRandom(number % NODES), 6), 0, id, 6, 6);
      id[12] = (byte) (millis >>> 8);
      id[13] = (byte) (counter >>> 8);
      id[14] = (byte) millis;
      return id;
    }
  },
  /** Digests of 20 bytes in hex. */
  SHA1 {
    @Override
    byte[] bytes(long number, SplittableRandom random) {
      return ascii(HexFormat.of().formatHex(random(random, 20)));
    }
  },
  /** Addresses of pages of some hundred hosts. */
  URL {
    @Override
    byte[] bytes(long number, SplittableRandom random) {
      return ascii(
          "https://www."
              + word(random)
              + word(random)
              + ".example.org/"
              + word(random)
              + "/"
              + word(random)
              + "-"
              + word(random)
              + "-"
              + scatter(number, 16));
    }
  },
  /** Messages of a log, whose words are the same again and again. */
  MESSAGE {
    @Override
    byte[] bytes(long number, SplittableRandom random) {
      return ascii(
          "WARN com.example."
              + word(random)
              + "."
              + word(random)
              + ": order "
              + scatter(number, 16)
              + " was not delivered to "
              + word(random)
              + "-"
              + word(random)
              + " after "
              + random.nextInt(5_000)
              + " ms, tried again by worker-"
              + random.nextInt(64));
    }
  },
  /** 48 bits of time and 80 random ones in 26 letters. */
  ULID {
    @Override
    byte[] bytes(long number, SplittableRandom random) {
      byte[] id = new byte[26];
      letters(START_MILLIS + number / 4, id, 0, 10);
      // The lowest bits of the number, so that all are different.
      letters(random.nextLong(), id, 10, 8);
      letters((random.nextLong() << 2) | (number & 3), id, 18, 8);
      return id;
    }

    private void letters(long value, byte[] id, int from, int count) {
      for (int i = 0; i < count; i++) {
        id[from + i] = (byte) CROCKFORD.charAt((int) (value >>> (5 * (count - 1 - i))) & 31);
      }
    }
  },
  /** The 12 bytes that a database makes of the time, a process and a counter, in hex. */
  OBJECTID {
    @Override
    byte[] bytes(long number, SplittableRandom random) {
      long seconds = START_MILLIS / 1000 + number / 2_000;
      long process = new SplittableRandom(number % NODES).nextLong() >>> 24;
      return ascii(
          String.format(
              Locale.ROOT, "%08x%010x%06x", seconds, process, (0x1D5A7 + number) & 0xFFFFFF));
    }
  };

  private static final long START_MILLIS = 1_763_000_000_000L;
  private static final int NODES = 3;
  private static final String CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  private static final String[] WORDS = {
    "amber", "basil", "cedar", "delta", "ember", "fable", "grove", "harbour", "indigo", "juniper",
    "kettle", "lantern", "meadow", "nutmeg", "orchard", "pebble", "quarry", "river", "saffron",
    "timber", "umbra", "velvet", "willow", "xenon", "yarrow", "zephyr", "anchor", "breeze",
    "copper", "drift", "echo", "flint"
  };

  abstract byte[] bytes(long number, SplittableRandom random);

  /** How a ratio names the kind. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The key with a number. */
  public BytesRef key(long seed, long number) {
    return new BytesRef(bytes(number, new SplittableRandom(seed * 31 + number)));
  }

  /** A number of twice the bits, another one for each number of so many. */
  private static long scatter(long number, int halfBits) {
    long mask = (1L << halfBits) - 1;
    long left = number >>> halfBits;
    long right = number & mask;
    for (int round = 1; round <= 4; round++) {
      long mixed = (right + round) * 0x9E3779B97F4A7C15L;
      long next = left ^ ((mixed >>> 40) & mask);
      left = right;
      right = next;
    }
    return (left << halfBits) | right;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] random(SplittableRandom random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private static String uuid(SplittableRandom random) {
    long high = (random.nextLong() & ~0xF000L) | 0x4000L;
    return new UUID(high, ofVariant(random.nextLong())).toString();
  }

  private static long ofVariant(long low) {
    return (low >>> 2) | Long.MIN_VALUE;
  }

  private static String word(SplittableRandom random) {
    return WORDS[random.nextInt(WORDS.length)];
  }
}
