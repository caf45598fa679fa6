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
package dev.streak.termhash;

import java.io.Closeable;
import java.io.IOException;
import java.util.function.Supplier;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.BytesRefBuilder;

/**
 * The keys of a field's terms while these stream by. Begins with the narrowest kind of keys and
 * widens it when a term does not fit; the keys so far are then derived from the terms once more,
 * which the old keys still spell.
 */
final class FieldKeys implements Closeable {

  /** Keeps the bytes of the terms of a hashed field. */
  @FunctionalInterface
  interface Records {
    /** Returns where the record is. */
    long add(BytesRef term, long entry) throws IOException;
  }

  private final Supplier<KeySpool> newSpool;
  private final Records records;
  private KeySpool spool;
  private TermKeyKind kind = TermKeyKind.DECIMAL;
  private int minLength = Integer.MAX_VALUE;
  private int maxLength;
  private boolean gaveUp;

  /**
   * @param records null if a field whose keys would have to be hashes gets no table
   */
  FieldKeys(Supplier<KeySpool> newSpool, Records records) {
    this.newSpool = newSpool;
    this.records = records;
    this.spool = newSpool.get();
  }

  void add(BytesRef term, long entry) throws IOException {
    if (gaveUp) {
      return;
    }
    minLength = Math.min(minLength, term.length);
    maxLength = Math.max(maxLength, term.length);
    if (kind.fits(term) == false) {
      widen();
      if (gaveUp) {
        return;
      }
    }
    spoolTerm(term, entry);
  }

  private void spoolTerm(BytesRef term, long entry) throws IOException {
    spool.add(kind.key(term), kind.isInjective() ? entry : records.add(term, entry));
  }

  private void widen() throws IOException {
    TermKeyKind narrow = kind;
    kind = widerKind();
    if (kind.isInjective() == false && records == null) {
      gaveUp = true;
      spool.close();
      return;
    }
    KeySpool old = spool;
    spool = newSpool.get();
    try (old) {
      BytesRefBuilder term = new BytesRefBuilder();
      old.forEach(
          (key, entry) -> {
            narrow.toTerm(key, term);
            spoolTerm(term.get(), entry);
            return true;
          });
    }
  }

  private TermKeyKind widerKind() {
    if (maxLength <= TermKeys.MAX_SHORT_LENGTH) {
      return TermKeyKind.SHORT;
    }
    return minLength == Long.BYTES && maxLength == Long.BYTES
        ? TermKeyKind.EIGHT_BYTES
        : TermKeyKind.HASHED;
  }

  /** Whether the terms have no keys that a table could be made of. */
  boolean gaveUp() {
    return gaveUp;
  }

  TermKeyKind kind() {
    return kind;
  }

  KeySpool spool() {
    return spool;
  }

  @Override
  public void close() throws IOException {
    spool.close();
  }
}
