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
package dev.streak.keydocs;

import dev.streak.digits.DecimalTerm;
import dev.streak.field.StreakTerms;
import dev.streak.termkeys.TermKeys;
import java.io.IOException;
import java.util.Objects;
import org.apache.lucene.util.BytesRef;

/** The keys of a batch: bytes, or numbers whose decimal digits are the terms. */
public abstract sealed class Keys {

  /** Number of keys. */
  public abstract int size();

  /** The keys if they are numbers, else null. */
  public abstract long[] ids();

  /** The term of a key: {@code scratch} if it has to be spelt out. */
  public abstract BytesRef term(int index, BytesRef scratch);

  /** Sets {@code hashes} to those of the keys from {@code from} on. */
  public abstract void hash(int from, int count, long[] hashes);

  /**
   * Sets {@code numbers} to those that the keys from {@code from} on spell, or to {@link
   * DecimalTerm#NOT_DECIMAL}.
   */
  abstract void numbers(int from, int count, long[] numbers);

  /** Entries of the keys at the first {@code count} places in a segment of ours. */
  public abstract void lookup(StreakTerms terms, int[] places, int count, long[] entries)
      throws IOException;

  /** Keys given as bytes. */
  public static final class OfBytes extends Keys {
    private final BytesRef[] terms;
    private BytesRef[] group = new BytesRef[0];

    /** Written so that touching is not optimised away. */
    @SuppressWarnings("unused")
    private long touched;

    public OfBytes(BytesRef[] terms) {
      this.terms = Objects.requireNonNull(terms, "keys");
      for (int i = 0; i < terms.length; i++) {
        if (terms[i] == null) {
          throw new NullPointerException("keys[" + i + "]");
        }
      }
    }

    @Override
    public int size() {
      return terms.length;
    }

    @Override
    public long[] ids() {
      return null;
    }

    @Override
    public BytesRef term(int index, BytesRef scratch) {
      return terms[index];
    }

    @Override
    public void hash(int from, int count, long[] hashes) {
      touched = TermKeys.touch(terms, from, from + count);
      for (int i = 0; i < count; i++) {
        hashes[i] = KeyHash.of(terms[from + i]);
      }
    }

    @Override
    void numbers(int from, int count, long[] numbers) {
      touched = TermKeys.touch(terms, from, from + count);
      for (int i = 0; i < count; i++) {
        numbers[i] = DecimalTerm.number(terms[from + i]);
      }
    }

    @Override
    public void lookup(StreakTerms streak, int[] places, int count, long[] entries)
        throws IOException {
      if (group.length < count) {
        group = new BytesRef[count];
      }
      for (int i = 0; i < count; i++) {
        group[i] = terms[places[i]];
      }
      streak.lookup(group, 0, count, entries);
    }
  }

  /** Keys given as numbers. */
  public static final class OfLongs extends Keys {
    private final long[] ids;
    private long[] group = new long[0];

    public OfLongs(long[] ids) {
      this.ids = Objects.requireNonNull(ids, "keys");
    }

    @Override
    public int size() {
      return ids.length;
    }

    @Override
    public long[] ids() {
      return ids;
    }

    @Override
    public BytesRef term(int index, BytesRef scratch) {
      if (scratch.bytes.length < DecimalTerm.MAX_LENGTH) {
        scratch.bytes = new byte[DecimalTerm.MAX_LENGTH];
      }
      DecimalTerm.set(scratch, ids[index]);
      return scratch;
    }

    @Override
    public void hash(int from, int count, long[] hashes) {
      for (int i = 0; i < count; i++) {
        hashes[i] = KeyHash.of(ids[from + i]);
      }
    }

    @Override
    void numbers(int from, int count, long[] numbers) {
      System.arraycopy(ids, from, numbers, 0, count);
    }

    @Override
    public void lookup(StreakTerms streak, int[] places, int count, long[] entries)
        throws IOException {
      if (group.length < count) {
        group = new long[count];
      }
      for (int i = 0; i < count; i++) {
        group[i] = ids[places[i]];
      }
      streak.lookup(group, 0, count, entries);
    }
  }
}
