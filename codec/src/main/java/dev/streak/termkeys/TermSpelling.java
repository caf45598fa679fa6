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

import dev.streak.digits.UuidTerm;
import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.DataInput;
import org.apache.lucene.store.DataOutput;
import org.apache.lucene.util.BytesRef;

/**
 * How the terms of a field become keys: all of them begin with a <i>head</i>, which is empty in
 * most fields, and what follows it is of a kind. A term that begins otherwise is not in the field.
 */
public record TermSpelling(TermKeyKind kind, BytesRef head) {

  public static final int MAX_HEAD = 32;

  private static final BytesRef NO_HEAD = new BytesRef();

  /** Marks the code of a kind that a head follows. */
  private static final int WITH_HEAD = 0x40;

  public TermSpelling(TermKeyKind kind) {
    this(kind, NO_HEAD);
  }

  boolean hasHead() {
    return head.length > 0;
  }

  /** Whether numbers are keys without having been spelt. */
  public boolean isPlainDecimal() {
    return kind == TermKeyKind.DECIMAL && hasHead() == false;
  }

  /** Sets {@code rest} to what follows the head of a term; or returns false if it has another. */
  public boolean cut(BytesRef term, BytesRef rest) {
    int from = term.offset;
    if (term.length < head.length
        || Arrays.equals(
                term.bytes,
                from,
                from + head.length,
                head.bytes,
                head.offset,
                head.offset + head.length)
            == false) {
      return false;
    }
    rest.bytes = term.bytes;
    rest.offset = from + head.length;
    rest.length = term.length - head.length;
    return true;
  }

  /**
   * The term that a key and its rest spell.
   *
   * @param spelt has room for {@link TermKeyKind#MAX_SPELT} bytes
   * @param term has room for a head more
   * @return one of these
   */
  public BytesRef toTerm(long key, long rest, BytesRef spelt, BytesRef term) {
    kind.toTerm(key, rest, spelt);
    if (hasHead() == false) {
      return spelt;
    }
    System.arraycopy(head.bytes, head.offset, term.bytes, 0, head.length);
    System.arraycopy(spelt.bytes, spelt.offset, term.bytes, head.length, spelt.length);
    term.offset = 0;
    term.length = head.length + spelt.length;
    return term;
  }

  /**
   * What the first term of a field suggests: a number, a UUID or hexadecimal digits, alone or
   * behind a head; or something else behind what has no digits.
   */
  public static TermSpelling ofFirst(BytesRef term) {
    int letters = 0;
    while (letters < term.length && isDecimalDigit(term, letters) == false) {
      letters++;
    }
    int notHex = term.length;
    while (notHex > 0 && isHexDigit(term, notHex - 1)) {
      notHex--;
    }
    boolean isNegative = term.length > 0 && term.bytes[term.offset] == '-';
    TermSpelling number =
        letters == term.length || letters > MAX_HEAD || isNegative
            ? new TermSpelling(TermKeyKind.DECIMAL)
            : behindHead(term, letters, TermKeyKind.DECIMAL);
    TermSpelling uuid = behindHead(term, term.length - UuidTerm.LENGTH, TermKeyKind.UUID);
    boolean isHex32 = term.length - notHex == UuidTerm.DIGITS;
    TermSpelling hex = behindHead(term, notHex, isHex32 ? TermKeyKind.HEX_32 : TermKeyKind.HEX);
    if (number.fits(term)) {
      return number;
    }
    if (uuid != null && uuid.fits(term)) {
      return uuid;
    }
    return hex != null && hex.fits(term) && isLikeHex(term, notHex) ? hex : number;
  }

  /** Returns null if no head is of such a length. */
  private static TermSpelling behindHead(BytesRef term, int length, TermKeyKind kind) {
    return length < 0 || length > MAX_HEAD
        ? null
        : new TermSpelling(
            kind, BytesRef.deepCopyOf(new BytesRef(term.bytes, term.offset, length)));
  }

  private boolean fits(BytesRef term) {
    BytesRef rest = new BytesRef();
    return cut(term, rest) && kind.setKey(rest, new long[1], new long[1], 0);
  }

  /** Whether digits need more than ten values. As bytes, few decimal ones take fewer numbers. */
  private static boolean isLikeHex(BytesRef term, int from) {
    for (int i = from; i < term.length; i++) {
      if (isDecimalDigit(term, i) == false) {
        return true;
      }
    }
    return term.length - from > WideKeys.MAX_BYTES;
  }

  private static boolean isDecimalDigit(BytesRef term, int index) {
    byte value = term.bytes[term.offset + index];
    return value >= '0' && value <= '9';
  }

  private static boolean isHexDigit(BytesRef term, int index) {
    byte value = term.bytes[term.offset + index];
    return isDecimalDigit(term, index) || (value >= 'a' && value <= 'f');
  }

  public void write(DataOutput output) throws IOException {
    output.writeByte((byte) (kind.code() | (hasHead() ? WITH_HEAD : 0)));
    if (hasHead()) {
      output.writeByte((byte) head.length);
      output.writeBytes(head.bytes, head.offset, head.length);
    }
  }

  public static TermSpelling read(DataInput input) throws IOException {
    byte code = input.readByte();
    TermKeyKind kind = TermKeyKind.ofCode((byte) (code & ~WITH_HEAD), input);
    if ((code & WITH_HEAD) == 0) {
      return new TermSpelling(kind);
    }
    int length = input.readByte();
    if (length < 1 || length > MAX_HEAD) {
      throw new CorruptIndexException(
          "length of a head is " + length + ", must be 1 to " + MAX_HEAD, input);
    }
    if (kind == TermKeyKind.HASHED) {
      throw new CorruptIndexException(
          "kind of keys behind a head is " + kind + ", must be another one", input);
    }
    byte[] head = new byte[length];
    input.readBytes(head, 0, length);
    return new TermSpelling(kind, new BytesRef(head));
  }
}
