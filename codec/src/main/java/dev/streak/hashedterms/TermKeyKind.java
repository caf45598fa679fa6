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
package dev.streak.hashedterms;

import dev.streak.field.DecimalTerm;
import java.util.Arrays;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.DataInput;
import org.apache.lucene.util.BytesRef;

/**
 * How the terms of a field become 64-bit keys. All kinds but the last are injective: equal keys are
 * equal terms, and a term that does not fit the kind is not in the field. The term behind a hashed
 * key must be compared with the dictionary's.
 */
enum TermKeyKind {

  /** Numbers as {@link Long#toString(long)} writes them; the key is the number. */
  DECIMAL(1) {
    @Override
    boolean fits(BytesRef term) {
      return DecimalTerm.number(term) != DecimalTerm.NOT_DECIMAL;
    }

    @Override
    long key(BytesRef term) {
      return DecimalTerm.number(term);
    }

    @Override
    void toTerm(long key, BytesRef term) {
      DecimalTerm.set(term, key);
    }
  },

  /** At most seven bytes; the key is the bytes and, in its lowest byte, their number. */
  SHORT(2) {
    @Override
    boolean fits(BytesRef term) {
      return term.length <= TermKeys.MAX_SHORT_LENGTH;
    }

    @Override
    long key(BytesRef term) {
      return TermKeys.ofShort(term);
    }

    @Override
    void toTerm(long key, BytesRef term) {
      TermKeys.toShort(key, term);
    }
  },

  /** Exactly eight bytes, which are the key. */
  EIGHT_BYTES(3) {
    @Override
    boolean fits(BytesRef term) {
      return term.length == Long.BYTES;
    }

    @Override
    long key(BytesRef term) {
      return TermKeys.ofEightBytes(term);
    }

    @Override
    void toTerm(long key, BytesRef term) {
      TermKeys.toEightBytes(key, term);
    }
  },

  /** Anything. */
  HASHED(4) {
    @Override
    boolean fits(BytesRef term) {
      return true;
    }

    @Override
    long key(BytesRef term) {
      return TermKeys.hash(term);
    }

    @Override
    void toTerm(long key, BytesRef term) {
      throw new UnsupportedOperationException("a hash is not to be undone");
    }
  };

  private final byte code;

  TermKeyKind(int code) {
    this.code = (byte) code;
  }

  /** What stands for the kind in a file. */
  byte code() {
    return code;
  }

  /** Whether a term can be in a field of this kind. */
  abstract boolean fits(BytesRef term);

  /** The key of a term that {@link #fits}. */
  abstract long key(BytesRef term);

  /**
   * Sets {@code keys[index]} to the key of a term, or returns false if it cannot be in the field.
   */
  final boolean setKey(BytesRef term, long[] keys, int index) {
    if (this == DECIMAL) {
      keys[index] = DecimalTerm.number(term);
      return keys[index] != DecimalTerm.NOT_DECIMAL;
    }
    if (fits(term) == false) {
      return false;
    }
    keys[index] = key(term);
    return true;
  }

  /**
   * Sets keys, from {@code keys[at]} on, to those of the terms that can be in the field, and {@code
   * places} to where these are. Returns how many there are.
   */
  final int setKeys(BytesRef[] terms, int from, int to, long[] keys, int[] places, int at) {
    if (this == HASHED) {
      TermKeys.hashes(terms, from, to, keys, at);
      for (int i = from; i < to; i++) {
        places[at + i - from] = i;
      }
      return to - from;
    }
    int size = at;
    for (int i = from; i < to; i++) {
      places[size] = i;
      size += setKey(terms[i], keys, size) ? 1 : 0;
    }
    return size - at;
  }

  /**
   * Sets {@code term} to the term of a key, if the kind is injective. It has room for {@link
   * DecimalTerm#MAX_LENGTH} bytes.
   */
  abstract void toTerm(long key, BytesRef term);

  /** Whether no two terms have the same key. */
  boolean isInjective() {
    return this != HASHED;
  }

  static TermKeyKind ofCode(byte code, DataInput input) throws CorruptIndexException {
    for (TermKeyKind kind : values()) {
      if (kind.code == code) {
        return kind;
      }
    }
    throw new CorruptIndexException(
        "kind of keys is " + code + ", must be one of " + Arrays.toString(values()), input);
  }
}
