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
import dev.streak.termkeys.TermKeyKind;
import java.io.IOException;
import java.util.function.IntFunction;

/**
 * Chooses what a slot holds, when all keys and entries of a field are known: what these have in
 * common is left out of it. Keys may become others, which slots hold better.
 */
public final class SlotCodeChoice {

  /** Fewer terms save too little to try whether a slot can be a byte smaller. */
  private static final int MIN_TERMS_FOR_MOST_BITS = 1 << 12;

  private final FieldKeys fieldKeys;
  private final int partKeys;

  /**
   * @param fieldKeys with at least one term
   * @param partKeys keys of a part of the table on average, at most
   */
  public SlotCodeChoice(FieldKeys fieldKeys, int partKeys) {
    this.fieldKeys = fieldKeys;
    this.partKeys = partKeys;
  }

  /**
   * The code that holds keys and entries if it is small enough for these, else tags. Keys with
   * rests for which it is not become hashes.
   */
  public SlotCode code() throws IOException {
    SlotCode code = fieldKeys.kind() == TermKeyKind.HASHED ? null : codeWithEntries();
    if (code == null && fieldKeys.kind().hasRests()) {
      fieldKeys.hash();
    }
    return code == null ? SlotCode.tags(fieldKeys.terms()) : code;
  }

  private SlotCode codeWithEntries() throws IOException {
    CommonParts keys = new CommonParts();
    SlotCode.Common entries = commonOfEntries(keys);
    return switch (fieldKeys.kind()) {
      case UUID, HEX_32 -> uuidCode(keys, entries);
      case BYTES, HEX -> numberedCode(entries);
      default -> {
        SlotCode.Common common = keys.common();
        SlotCode code = mayBeExact(common, entries) ? exactCode(common, entries) : null;
        yield code == null && fieldKeys.kind() != TermKeyKind.DECIMAL
            ? numberedCode(entries)
            : code;
      }
    };
  }

  /** The exact code, or null if keys and entries are too wide for it. Keys have no rests. */
  public SlotCode exactCode() throws IOException {
    CommonParts keys = new CommonParts();
    SlotCode.Common entries = commonOfEntries(keys);
    return exactCode(keys.common(), entries);
  }

  /**
   * What is common to all entries.
   *
   * @param keys is told all keys, of UUIDs the first bits of their rests
   */
  private SlotCode.Common commonOfEntries(CommonParts keys) throws IOException {
    CommonEntries entries = new CommonEntries();
    boolean areUuids = fieldKeys.kind().has128Bits();
    fieldKeys
        .spool()
        .forEach(
            (key, rest, entry) -> {
              keys.add(areUuids ? rest >>> UuidSlots.REST_BITS : key);
              entries.add(entry);
              return true;
            });
    return entries.common();
  }

  private SlotCode numberedCode(SlotCode.Common entries) throws IOException {
    KeyNumbering numbering = new NumberingSearch(fieldKeys.spool(), fieldKeys.kind()).run();
    if (numbering == null) {
      return null;
    }
    int bits = SlotCode.commonOf(numbering).bits();
    SlotCode code = smaller(bits, lowBits -> SlotCode.numbered(numbering, entries, lowBits));
    if (code != null && fieldKeys.kind().isWide() == false) {
      fieldKeys.spellBytes();
    }
    return code;
  }

  private SlotCode exactCode(SlotCode.Common keys, SlotCode.Common entries) {
    return smaller(keys.bits(), lowBits -> SlotCode.exact(keys, entries, lowBits));
  }

  /**
   * The code of keys whose places tell as many bits as is usual, or one more if that saves a byte.
   *
   * @param codes makes the code whose places tell so many bits, or null if there is none
   */
  private SlotCode smaller(int wordBits, IntFunction<SlotCode> codes) {
    long terms = fieldKeys.terms();
    SlotCode usual = codes.apply(SlotGeometry.lowBits(terms, partKeys, wordBits));
    if (usual == null || terms < MIN_TERMS_FOR_MOST_BITS) {
      return usual;
    }
    // Some 50,000 keys that count up need 33 bits, which would be five bytes in place of four.
    SlotCode other = codes.apply(SlotGeometry.mostLowBits(terms, partKeys, wordBits));
    return other.slotBytes() < usual.slotBytes() ? other : usual;
  }

  private SlotCode uuidCode(CommonParts firstBits, SlotCode.Common entries) {
    boolean oneVersion = firstBits.least == firstBits.greatest;
    long ofAll = oneVersion ? firstBits.least : UuidSlots.ANY_VERSION;
    int wordBits = UuidSlots.wordBits(SlotGeometry.parts(fieldKeys.terms(), partKeys));
    int lowBits = SlotGeometry.lowBits(fieldKeys.terms(), partKeys, wordBits);
    return SlotCode.uuids(ofAll, wordBits, lowBits, entries);
  }

  /**
   * The dictionary packs digits in half a byte each, which leaves room for wide slots. Slots of
   * other keys would be much wider than a tag and an ordinal.
   */
  private boolean mayBeExact(SlotCode.Common keys, SlotCode.Common entries) {
    return fieldKeys.kind() == TermKeyKind.DECIMAL || keys.bits() + entries.bits() < Long.SIZE;
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
}
