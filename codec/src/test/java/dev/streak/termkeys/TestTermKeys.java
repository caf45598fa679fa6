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
package dev.streak.termkeys;

import dev.streak.digits.DecimalTerm;
import dev.streak.slots.UuidSlots;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;

/** Keys are exact, and spell their terms. */
public class TestTermKeys extends LuceneTestCase {

  public void testDecimalNumbers() {
    long[] edges = {
      0,
      1,
      -1,
      9,
      10,
      -10,
      99,
      100,
      Long.MAX_VALUE,
      Long.MAX_VALUE - 1,
      -Long.MAX_VALUE,
      999_999_999_999_999_999L,
      1_000_000_000_000_000_000L,
      -999_999_999_999_999_999L
    };
    for (long number : edges) {
      checkDecimal(number);
    }
    for (int i = 0; i < 10_000; i++) {
      checkDecimal(random().nextLong() >> random().nextInt(64));
    }
  }

  private static void checkDecimal(long number) {
    BytesRef term = withOffset(new BytesRef(Long.toString(number)));
    assertEquals(number, DecimalTerm.number(term));
    BytesRef digits = new BytesRef(DecimalTerm.MAX_LENGTH);
    DecimalTerm.set(digits, number);
    assertEquals(term, digits);
  }

  public void testSmallestNumberHasDigits() {
    BytesRef digits = new BytesRef(DecimalTerm.MAX_LENGTH);
    DecimalTerm.set(digits, Long.MIN_VALUE);
    assertEquals("-9223372036854775808", digits.utf8ToString());
  }

  public void testNotDecimal() {
    String[] others = {
      "",
      "-",
      "-0",
      "00",
      "01",
      "-01",
      "+1",
      "1 ",
      " 1",
      "1a",
      "a",
      "--1",
      "1-",
      "0x1",
      "9223372036854775808",
      "-9223372036854775808",
      "-9223372036854775809",
      "18446744073709551616",
      "99999999999999999999",
      "100000000000000000000",
      "1/",
      "1:"
    };
    for (String other : others) {
      assertEquals(
          other, DecimalTerm.NOT_DECIMAL, DecimalTerm.number(withOffset(new BytesRef(other))));
    }
  }

  public void testNotDecimalByOneByte() {
    for (int length = 1; length <= 18; length++) {
      String number = "123456789012345678".substring(0, length);
      assertEquals(Long.parseLong(number), DecimalTerm.number(withOffset(new BytesRef(number))));
      for (int place = 0; place < length; place++) {
        for (int wrong = 0; wrong < 256; wrong++) {
          BytesRef term = withOffset(new BytesRef(number));
          term.bytes[term.offset + place] = (byte) wrong;
          boolean isDecimal =
              place == 0
                  ? wrong >= '1' && wrong <= '9'
                      || wrong == '-' && length > 1
                      || wrong == '0' && length == 1
                  : wrong >= '0' && wrong <= '9';
          assertEquals(
              term.toString(), isDecimal, TermKeyKind.DECIMAL.setKey(term, new long[1], null, 0));
        }
      }
    }
  }

  public void testKindsSpellTheirTerms() {
    for (TermKeyKind kind : TermKeyKind.values()) {
      if (kind == TermKeyKind.HASHED) {
        continue;
      }
      Map<List<Long>, BytesRef> terms = new HashMap<>();
      for (int i = 0; i < 5000; i++) {
        byte[] bytes = new byte[kind == TermKeyKind.EIGHT_BYTES ? 8 : random().nextInt(8)];
        random().nextBytes(bytes);
        for (int j = 0; j < bytes.length; j++) {
          bytes[j] = kind == TermKeyKind.DECIMAL ? (byte) ('1' + (bytes[j] & 7)) : bytes[j];
          bytes[j] = random().nextInt(3) == 0 ? 0 : bytes[j];
        }
        BytesRef term =
            withOffset(
                switch (kind) {
                  case UUID -> new BytesRef(new UUID(manyZeros(), manyZeros()).toString());
                  case HEX -> new BytesRef(hexDigits());
                  case HEX_32 -> new BytesRef(hex32Digits());
                  case BYTES -> new BytesRef(Arrays.copyOf(bytes, random().nextInt(16)));
                  default -> new BytesRef(bytes);
                });
        long[] key = new long[1];
        long[] rest = new long[1];
        if (kind.setKey(term, key, rest, 0)) {
          BytesRef other = terms.put(List.of(key[0], rest[0]), term);
          assertTrue(kind + ": " + other + " and " + term, other == null || other.equals(term));
          assertTrue("rest", rest[0] == 0 || kind.hasRests());
          BytesRef spelt = new BytesRef(TermKeyKind.MAX_SPELT);
          kind.toTerm(key[0], rest[0], spelt);
          assertEquals(term, spelt);
        }
      }
      assertTrue(kind + " fits nothing", terms.size() > 100);
    }
  }

  private static String hexDigits() {
    return hex32Digits().substring(0, 8 + random().nextInt(23));
  }

  private static String hex32Digits() {
    return new UUID(manyZeros(), manyZeros()).toString().replace("-", "");
  }

  /** Terms that nearly are of the kind are the same many at a time as one by one. */
  public void testKeysOfManyTerms() {
    for (TermKeyKind kind : TermKeyKind.values()) {
      int count = 1 + random().nextInt(300);
      BytesRef[] terms = new BytesRef[count];
      for (int i = 0; i < count; i++) {
        terms[i] = withOffset(anyTerm());
      }
      int from = random().nextInt(count);
      int at = random().nextInt(10);
      FittingKeys fitting = new FittingKeys(kind, at + count);
      fitting.size = at;
      kind.addKeys(terms, from, count, kind.newReader(count), fitting);
      int next = at;
      long[] key = new long[1];
      long[] rest = new long[1];
      for (int i = from; i < count; i++) {
        if (kind.setKey(terms[i], key, rest, 0)) {
          assertTrue(
              kind + " leaves out " + terms[i], next < fitting.size && fitting.places[next] == i);
          assertEquals(kind + ", key of " + terms[i], key[0], fitting.keys[next]);
          assertEquals(
              kind + ", rest of " + terms[i], rest[0], kind.hasRests() ? fitting.rests[next] : 0);
          next++;
        }
      }
      assertEquals(kind + " has more", next, fitting.size);
    }
  }

  private static BytesRef anyTerm() {
    String uuid = new UUID(manyZeros(), random().nextLong()).toString();
    String term =
        switch (random().nextInt(5)) {
          case 0 -> Long.toString(random().nextLong() >> random().nextInt(64));
          case 1 -> uuid;
          case 2 -> uuid.replace("-", "");
          case 3 -> uuid.replace("-", "").substring(random().nextInt(25));
          default -> uuid.substring(random().nextInt(36));
        };
    BytesRef bytes = new BytesRef(term);
    switch (random().nextInt(6)) {
      case 0 -> bytes.length -= 1;
      case 1 -> bytes.bytes[random().nextInt(bytes.length)] = (byte) random().nextInt();
      case 2 -> bytes = new BytesRef(term + "0");
      default -> {
        // as it is
      }
    }
    return bytes;
  }

  /** The kinds of digits and of few bytes are told from what is none by any byte. */
  public void testWideKeysRefuseWhatTheyCannotSpell() {
    long[] key = new long[1];
    long[] rest = new long[1];
    for (int length = 0; length <= 32; length++) {
      String digits = "0123456789abcdef0123456789abcdef".substring(0, length);
      boolean fits = length >= 8 && length <= WideKeys.MAX_DIGITS;
      BytesRef term = withOffset(new BytesRef(digits));
      assertEquals(digits, fits, TermKeyKind.HEX.setKey(term, key, rest, 0));
      assertEquals(
          digits, length <= WideKeys.MAX_BYTES, TermKeyKind.BYTES.setKey(term, key, rest, 0));
      for (int place = 0; place < length && fits; place++) {
        for (int value = 0; value < 256; value++) {
          BytesRef changed = withOffset(new BytesRef(digits));
          changed.bytes[changed.offset + place] = (byte) value;
          boolean isDigit = value < 128 && "0123456789abcdef".indexOf((char) value) >= 0;
          assertEquals(changed.toString(), isDigit, TermKeyKind.HEX.setKey(changed, key, rest, 0));
        }
      }
    }
  }

  private static long manyZeros() {
    return random().nextLong() & random().nextLong() & random().nextLong();
  }

  /** So the first bits of rests are the same in most fields, and no slot needs them. */
  public void testRestsBeginWithVersionAndVariant() {
    for (int i = 0; i < 100; i++) {
      UUID uuid = new UUID(random().nextLong(), random().nextLong());
      long[] key = new long[1];
      long[] rest = new long[1];
      assertTrue(TermKeyKind.UUID.setKey(new BytesRef(uuid.toString()), key, rest, 0));
      long variant = uuid.getLeastSignificantBits() >>> 62;
      assertEquals(4L * uuid.version() + variant, rest[0] >>> UuidSlots.REST_BITS);
    }
  }

  public void testHashSeesEveryByteAndTheLength() {
    for (int length = 0; length <= 40; length++) {
      byte[] bytes = new byte[length];
      random().nextBytes(bytes);
      BytesRef term = new BytesRef(bytes);
      long hash = TermKeys.hash(term);
      assertEquals(hash, TermKeys.hash(withOffset(term)));
      for (int i = 0; i < length; i++) {
        bytes[i] ^= 1;
        assertNotEquals("byte " + i + " of " + length, hash, TermKeys.hash(term));
        bytes[i] ^= 1;
      }
      assertNotEquals(hash, TermKeys.hash(new BytesRef(Arrays.copyOf(bytes, length + 1))));
    }
    assertNotEquals(
        TermKeys.hash(new BytesRef(new byte[3])), TermKeys.hash(new BytesRef(new byte[4])));
  }

  private static BytesRef withOffset(BytesRef term) {
    int offset = random().nextInt(3);
    byte[] bytes = new byte[offset + term.length + random().nextInt(3)];
    random().nextBytes(bytes);
    System.arraycopy(term.bytes, term.offset, bytes, offset, term.length);
    return new BytesRef(bytes, offset, term.length);
  }
}
