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
package dev.streak.fieldkeys;

import dev.streak.termkeys.KeySpeller;
import dev.streak.termkeys.TermKeyKind;
import dev.streak.termkeys.TermKeys;
import dev.streak.termkeys.TermSpelling;
import dev.streak.termkeys.WideKeys;
import java.io.Closeable;
import java.io.IOException;
import java.util.function.Function;
import org.apache.lucene.index.Term;
import org.apache.lucene.util.BytesRef;

/**
 * The keys of a field's terms while these stream by. Begins with the narrowest kind of keys and
 * widens it when a term does not fit; the keys so far are then derived from the terms once more,
 * which the old keys still spell.
 */
public final class FieldKeys implements Closeable {

  private final Function<TermKeyKind, KeySpool> newSpool;
  private final long[] key = new long[1];
  private final long[] rest = new long[1];

  /** What the first term suggested; null until there is one. */
  private TermSpelling first;

  private TermSpelling spelling;

  private KeySpeller speller;
  private KeySpool spool;
  private int minLength = Integer.MAX_VALUE;
  private int maxLength;
  private long docs;

  public FieldKeys(Function<TermKeyKind, KeySpool> newSpool) {
    this.newSpool = newSpool;
  }

  public void add(BytesRef term, long entry, int docFreq) throws IOException {
    docs += docFreq;
    minLength = Math.min(minLength, term.length);
    maxLength = Math.max(maxLength, term.length);
    if (spool == null) {
      first = TermSpelling.ofFirst(term);
      begin(first);
    }
    if (addToSpool(term, entry) == false) {
      widenTo(wider(term));
      addFitting(term, entry);
    }
  }

  /** Adds a term that must fit: without it the table would say that it is absent. */
  private void addFitting(BytesRef term, long entry) throws IOException {
    if (addToSpool(term, entry) == false) {
      throw new IllegalStateException(
          "term must have keys of " + spelling + ": " + Term.toString(term));
    }
  }

  private void begin(TermSpelling with) {
    spelling = with;
    speller = new KeySpeller(with, 0);
    spool = newSpool.apply(with.kind());
  }

  private boolean addToSpool(BytesRef term, long entry) throws IOException {
    rest[0] = 0;
    if (speller.set(term, key, rest) == false) {
      return false;
    }
    spool.add(key[0], rest[0], entry);
    return true;
  }

  private void widenTo(TermSpelling wider) throws IOException {
    TermSpelling narrow = spelling;
    KeySpool old = spool;
    begin(wider);
    BytesRef spelt = new BytesRef(TermKeyKind.MAX_SPELT);
    BytesRef withHead = new BytesRef(TermSpelling.MAX_HEAD + TermKeyKind.MAX_SPELT);
    try (old) {
      old.forEach(
          (oldKey, oldRest, entry) -> {
            addFitting(narrow.toTerm(oldKey, oldRest, spelt, withHead), entry);
            return true;
          });
    }
  }

  /**
   * A spelling that this term has, and all before it. As terms come in order, those between the
   * first one and this one have the head that both have. A head is only for what is too long with
   * it: it takes a comparison of its own.
   */
  private TermSpelling wider(BytesRef term) {
    TermKeyKind whole = kindOfLengths(minLength, maxLength);
    if (whole != TermKeyKind.HASHED || first.cut(term, new BytesRef()) == false) {
      return new TermSpelling(whole);
    }
    int head = first.head().length;
    TermKeyKind behind = kindOfLengths(minLength - head, maxLength - head);
    return behind == TermKeyKind.HASHED
        ? new TermSpelling(behind)
        : new TermSpelling(behind, first.head());
  }

  private static TermKeyKind kindOfLengths(int min, int max) {
    if (max <= TermKeys.MAX_SHORT_LENGTH) {
      return TermKeyKind.SHORT;
    }
    if (min == Long.BYTES && max == Long.BYTES) {
      return TermKeyKind.EIGHT_BYTES;
    }
    return max <= WideKeys.MAX_BYTES ? TermKeyKind.BYTES : TermKeyKind.HASHED;
  }

  public TermSpelling spelling() {
    return spelling;
  }

  public TermKeyKind kind() {
    return spelling.kind();
  }

  /** Keys and entries, in the order of the terms. */
  public KeySpool spool() {
    return spool;
  }

  public long terms() {
    return spool == null ? 0 : spool.size();
  }

  /** Documents of all terms. */
  public long docs() {
    return docs;
  }

  /** From now on keys are hashes. */
  public void hash() throws IOException {
    widenTo(new TermSpelling(TermKeyKind.HASHED));
  }

  /** From now on keys are bytes, which these keys spell in order. */
  void spellBytes() throws IOException {
    widenTo(new TermSpelling(TermKeyKind.BYTES, spelling.head()));
  }

  @Override
  public void close() throws IOException {
    if (spool != null) {
      spool.close();
    }
  }
}
