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
import dev.streak.digits.HexReader;
import dev.streak.digits.UuidTerm;
import java.util.Arrays;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.DataInput;
import org.apache.lucene.util.BytesRef;

/**
 * How the terms of a field become 64-bit keys. The first kinds are injective: equal keys are equal
 * terms. Of others, equal keys with equal <i>rests</i> are equal terms. A term that does not fit
 * the kind is not in the field. The term behind a hashed key must be compared with the
 * dictionary's.
 */
public enum TermKeyKind {

  /** Numbers as {@link Long#toString(long)} writes them; the key is the number. */
  DECIMAL(1) {
    @Override
    boolean setKey(BytesRef term, long[] keys, long[] rests, int index) {
      keys[index] = DecimalTerm.number(term);
      return keys[index] != DecimalTerm.NOT_DECIMAL;
    }

    @Override
    public void toTerm(long key, long rest, BytesRef term) {
      DecimalTerm.set(term, key);
    }
  },

  /** At most seven bytes; the key is the bytes and, in its lowest byte, their number. */
  SHORT(2) {
    @Override
    boolean setKey(BytesRef term, long[] keys, long[] rests, int index) {
      if (term.length > TermKeys.MAX_SHORT_LENGTH) {
        return false;
      }
      keys[index] = TermKeys.ofShort(term);
      return true;
    }

    @Override
    public void toTerm(long key, long rest, BytesRef term) {
      TermKeys.toShort(key, term);
    }
  },

  /** Exactly eight bytes, which are the key. */
  EIGHT_BYTES(3) {
    @Override
    boolean setKey(BytesRef term, long[] keys, long[] rests, int index) {
      if (term.length != Long.BYTES) {
        return false;
      }
      keys[index] = TermKeys.ofEightBytes(term);
      return true;
    }

    @Override
    public void toTerm(long key, long rest, BytesRef term) {
      TermKeys.toEightBytes(key, term);
    }
  },

  /** UUIDs as {@link java.util.UUID#toString()} writes them: see {@link UuidKeys}. */
  UUID(5) {
    @Override
    boolean setKey(BytesRef term, long[] keys, long[] rests, int index) {
      return UuidKeys.set(term, keys, rests, index);
    }

    @Override
    public void toTerm(long key, long rest, BytesRef term) {
      UuidKeys.toTerm(key, rest, term);
    }
  },

  /** At most fifteen bytes: see {@link WideKeys}. */
  BYTES(6) {
    @Override
    boolean setKey(BytesRef term, long[] keys, long[] rests, int index) {
      return WideKeys.ofBytes(term, keys, rests, index);
    }

    @Override
    public void toTerm(long key, long rest, BytesRef term) {
      WideKeys.toBytes(key, rest, term);
    }
  },

  /** From eight to thirty hexadecimal digits in lower case: see {@link WideKeys}. */
  HEX(7) {
    @Override
    boolean setKey(BytesRef term, long[] keys, long[] rests, int index) {
      return WideKeys.ofDigits(term, keys, rests, index);
    }

    @Override
    public void toTerm(long key, long rest, BytesRef term) {
      WideKeys.toDigits(key, rest, term);
    }
  },

  /** 32 hexadecimal digits in lower case, as UUIDs without hyphens: see {@link UuidKeys}. */
  HEX_32(8) {
    @Override
    boolean setKey(BytesRef term, long[] keys, long[] rests, int index) {
      return UuidKeys.setDigits(term, keys, rests, index);
    }

    @Override
    public void toTerm(long key, long rest, BytesRef term) {
      UuidKeys.toDigits(key, rest, term);
    }
  },

  /** Anything. */
  HASHED(4) {
    @Override
    boolean setKey(BytesRef term, long[] keys, long[] rests, int index) {
      keys[index] = TermKeys.hash(term);
      return true;
    }

    @Override
    public void toTerm(long key, long rest, BytesRef term) {
      throw new UnsupportedOperationException("a hash is not to be undone");
    }
  };

  /** The longest term that {@link #toTerm} makes. */
  public static final int MAX_SPELT = UuidTerm.LENGTH;

  private final byte code;

  TermKeyKind(int code) {
    this.code = (byte) code;
  }

  /** What stands for the kind in a file. */
  byte code() {
    return code;
  }

  /**
   * Sets {@code keys[index]} to the key of a term, and {@code rests[index]} to its rest if this
   * kind {@link #hasRests}; or returns false if the term cannot be in the field.
   */
  abstract boolean setKey(BytesRef term, long[] keys, long[] rests, int index);

  /**
   * Adds the keys of those terms that can be in the field.
   *
   * @param reader what {@link #newReader} made
   */
  final void addKeys(BytesRef[] terms, int from, int to, HexReader reader, FittingKeys fitting) {
    switch (this) {
      case UUID -> UuidKeys.addAll(reader, terms, from, to, fitting);
      case HEX_32 -> UuidKeys.addAllDigits(reader, terms, from, to, fitting);
      case HEX -> WideKeys.addAllDigits(reader, terms, from, to, fitting);
      case BYTES -> WideKeys.addAllBytes(terms, from, to, fitting);
      case HASHED -> {
        TermKeys.hashes(terms, from, to, fitting.keys, fitting.size);
        int[] places = fitting.places;
        int size = fitting.size;
        for (int i = from; i < to; i++) {
          places[size++] = i;
        }
        fitting.size = size;
      }
      case DECIMAL, SHORT, EIGHT_BYTES -> {
        long[] keys = fitting.keys;
        int[] places = fitting.places;
        int size = fitting.size;
        for (int i = from; i < to; i++) {
          places[size] = i;
          size += setKey(terms[i], keys, null, size) ? 1 : 0;
        }
        fitting.size = size;
      }
    }
  }

  /**
   * Sets {@code term} to the term of a key and its rest, if that is not a hash. It has room for
   * {@link #MAX_SPELT} bytes.
   */
  public abstract void toTerm(long key, long rest, BytesRef term);

  /** A reader of at most {@code terms} terms at a time, or null if this kind needs none. */
  final HexReader newReader(int terms) {
    return this == HEX || has128Bits() ? new HexReader(terms) : null;
  }

  /** Whether keys have rests: if not, these are 0, and arrays of them are not read. */
  public final boolean hasRests() {
    return has128Bits() || isWide();
  }

  /** Whether keys and rests are 128 bits that differ where terms do, as those of UUIDs. */
  public final boolean has128Bits() {
    return this == UUID || this == HEX_32;
  }

  /** Whether keys and rests are {@link WideKeys}. */
  public final boolean isWide() {
    return this == BYTES || this == HEX;
  }

  /** Whether no two terms have the same key. */
  public final boolean isInjective() {
    return this != HASHED && hasRests() == false;
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
