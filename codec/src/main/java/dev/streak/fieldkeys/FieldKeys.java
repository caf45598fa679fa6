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

import dev.streak.field.TermEntry;
import dev.streak.numbering.KeyNumbering;
import dev.streak.slots.SlotCode;
import dev.streak.slots.SlotGeometry;
import dev.streak.slots.UuidSlots;
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

  /** Fewer terms save too little to try whether a slot can be a byte smaller. */
  private static final int MIN_TERMS_FOR_MOST_BITS = 1 << 12;

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
    if (speller.set(term, key, rest, 0) == false) {
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

  /**
   * The code that holds keys and entries if it is small enough for these, else tags. Keys with
   * rests for which it is not become hashes.
   *
   * @param partKeys keys of a part of the table on average, at most
   */
  public SlotCode slotCode(int partKeys) throws IOException {
    SlotCode code = kind() == TermKeyKind.HASHED ? null : codeWithEntries(partKeys);
    if (code == null && kind().hasRests()) {
      hash();
    }
    return code == null ? SlotCode.tags(terms()) : code;
  }

  private SlotCode codeWithEntries(int partKeys) throws IOException {
    CommonParts keys = new CommonParts();
    SlotCode.Common entries = commonOfEntries(keys);
    return switch (kind()) {
      case UUID, HEX_32 -> uuidCode(keys, entries, partKeys);
      case BYTES, HEX -> numberedCode(entries, partKeys);
      default -> {
        SlotCode.Common common = keys.common();
        SlotCode code = mayBeExact(common, entries) ? exactCode(common, entries, partKeys) : null;
        yield code == null && kind() != TermKeyKind.DECIMAL
            ? numberedCode(entries, partKeys)
            : code;
      }
    };
  }

  /** The exact code, or null if keys and entries are too wide for it. Keys have no rests. */
  public SlotCode exactCode(int partKeys) throws IOException {
    CommonParts keys = new CommonParts();
    SlotCode.Common entries = commonOfEntries(keys);
    return exactCode(keys.common(), entries, partKeys);
  }

  /**
   * What is common to all entries.
   *
   * @param keys is told all keys, of UUIDs the first bits of their rests
   */
  private SlotCode.Common commonOfEntries(CommonParts keys) throws IOException {
    CommonEntries entries = new CommonEntries();
    boolean areUuids = kind().has128Bits();
    spool.forEach(
        (key, rest, entry) -> {
          keys.add(areUuids ? rest >>> UuidSlots.REST_BITS : key);
          entries.add(entry);
          return true;
        });
    return entries.common();
  }

  private SlotCode numberedCode(SlotCode.Common entries, int partKeys) throws IOException {
    KeyNumbering numbering = new NumberingSearch(spool, kind()).run();
    if (numbering == null) {
      return null;
    }
    int bits = SlotCode.commonOf(numbering).bits();
    int lowBits = SlotGeometry.lowBits(terms(), partKeys, bits);
    SlotCode code = SlotCode.numbered(numbering, entries, lowBits);
    if (code != null && kind().isWide() == false) {
      widenTo(new TermSpelling(TermKeyKind.BYTES, spelling.head()));
    }
    return code;
  }

  private SlotCode exactCode(SlotCode.Common keys, SlotCode.Common entries, int partKeys) {
    int lowBits = SlotGeometry.lowBits(terms(), partKeys, keys.bits());
    SlotCode code = SlotCode.exact(keys, entries, lowBits, SlotCode.MAX_SLOT_BYTES);
    if (code == null || terms() < MIN_TERMS_FOR_MOST_BITS) {
      return code;
    }
    // Some 50,000 consecutive numbers need 33 bits, which would be five bytes in place of four.
    int mostBits = SlotGeometry.mostLowBits(terms(), partKeys, keys.bits());
    SlotCode smaller = SlotCode.exact(keys, entries, mostBits, code.slotBytes() - 1);
    return smaller == null ? code : smaller;
  }

  private SlotCode uuidCode(CommonParts firstBits, SlotCode.Common entries, int partKeys) {
    boolean oneVersion = firstBits.least == firstBits.greatest;
    long ofAll = oneVersion ? firstBits.least : UuidSlots.ANY_VERSION;
    int wordBits = UuidSlots.wordBits(SlotGeometry.parts(terms(), partKeys));
    int lowBits = SlotGeometry.lowBits(terms(), partKeys, wordBits);
    return SlotCode.uuids(ofAll, wordBits, lowBits, entries);
  }

  /**
   * The dictionary packs digits in half a byte each, which leaves room for wide slots. Slots of
   * other keys would be much wider than a tag and an ordinal.
   */
  private boolean mayBeExact(SlotCode.Common keys, SlotCode.Common entries) {
    return kind() == TermKeyKind.DECIMAL || keys.bits() + entries.bits() < Long.SIZE;
  }

  /** Finds out what some entries have in common. */
  private static final class CommonEntries {
    private final CommonParts whole = new CommonParts();
    private final CommonParts lists = new CommonParts();
    private int leastStart = Integer.MAX_VALUE;
    private int greatestStart;
    private int longest = 1;

    void add(long entry) {
      whole.add(entry);
      if (TermEntry.isRun(entry)) {
        leastStart = Math.min(leastStart, TermEntry.runStart(entry));
        greatestStart = Math.max(greatestStart, TermEntry.runStart(entry));
        longest = Math.max(longest, TermEntry.runLength(entry));
      } else {
        lists.add(entry);
      }
    }

    SlotCode.Common common() {
      SlotCode.Common asTheyAre = whole.common();
      SlotCode.Common squeezed = squeezed();
      return squeezed.bits() < asTheyAre.bits() ? squeezed : asTheyAre;
    }

    private SlotCode.Common squeezed() {
      int lengthBits = Integer.SIZE - Integer.numberOfLeadingZeros(longest - 1);
      long least = SlotCode.Common.squeeze(TermEntry.ofRun(leastStart, 1), lengthBits);
      long last = SlotCode.Common.squeeze(TermEntry.ofRun(greatestStart, longest), lengthBits);
      boolean onlyRuns = lists.least > lists.greatest;
      int shift = onlyRuns ? 1 : 0;
      long base = Math.min(least, lists.least);
      long greatest = Math.max(last, lists.greatest);
      return new SlotCode.Common(base, shift, lengthBits, (greatest - base) >>> shift);
    }
  }

  /** Finds out what some numbers have in common. */
  private static final class CommonParts {
    private long least = Long.MAX_VALUE;
    private long greatest = Long.MIN_VALUE;
    private long first;
    private long differing;

    void add(long number) {
      first = least > greatest ? number : first;
      least = Math.min(least, number);
      greatest = Math.max(greatest, number);
      differing |= number ^ first;
    }

    SlotCode.Common common() {
      int shift = differing == 0 ? 0 : Long.numberOfTrailingZeros(differing);
      return new SlotCode.Common(least, shift, (greatest - least) >>> shift);
    }
  }

  @Override
  public void close() throws IOException {
    if (spool != null) {
      spool.close();
    }
  }
}
