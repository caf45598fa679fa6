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
package dev.streak.slots;

import dev.streak.field.TermEntry;
import dev.streak.numbering.KeyNumbering;
import dev.streak.tables.KeyTable;
import java.io.IOException;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.DataInput;
import org.apache.lucene.store.DataOutput;

/**
 * What is in a slot: a <i>check</i>, by which a key is told from others, above a <i>value</i>. An
 * unused slot is 0, and no check is; where keys are numbered, no value is. There are four forms:
 *
 * <ul>
 *   <li><b>Tags</b>: the check is a part of the key's hash, the value is the ordinal of a term. A
 *       key that is absent has the tag of another key once in {@code 2^checkBits - 1}, so the term
 *       with the ordinal must be compared.
 *   <li><b>Exact</b>: check and value are the key and its entry, each without what all keys or
 *       entries have in common: the least of them, and the lowest bits if these never differ. Of
 *       the key those bits are left out that its place tells, see {@link SlotPlaces}. The length of
 *       a run has as many bits as the longest needs.
 *   <li><b>UUIDs</b>: as the exact code, for keys that have rests, see {@link UuidSlots}.
 *   <li><b>Numbered</b>: the exact code of the numbers that a {@link KeyNumbering} gives to keys
 *       with rests.
 * </ul>
 *
 * <p>Where check and value do not fit in eight bytes, the check takes these alone, and the value
 * the bytes behind them.
 *
 * @param form which of them
 * @param checkBits bits of a check
 * @param valueBits bits of a value, at least 1
 * @param keys what is common to the keys, if exact; of UUIDs, the first bits that all rests have,
 *     or {@link UuidSlots#ANY_VERSION}, and the greatest word
 * @param values what is common to the values
 * @param numbering of keys, if they are numbered, else null
 */
public record SlotCode(
    Form form, int checkBits, int valueBits, Common keys, Common values, KeyNumbering numbering) {

  /** What slots hold of keys, and what values are. */
  public enum Form {
    TAGS,
    EXACT,
    UUIDS,
    NUMBERED;

    /** Whether slots hold what places do not tell of keys, or of their numbers. */
    boolean isExact() {
      return this == EXACT || this == NUMBERED;
    }
  }

  /** Bits of a tag at least: 126 of 127 absent keys end at their slot. */
  public static final int MIN_TAG_BITS = 7;

  static final int MIN_SLOT_BYTES = 4;

  /** Beyond this a slot is dearer than a tag and the look into the dictionary. */
  static final int MAX_SLOT_BYTES = 12;

  /** The same for keys that are numbered, whose terms the dictionary has in few bytes. */
  static final int MAX_NUMBERED_BYTES = 8;

  /** The check of a key that no slot can have. */
  private static final long IMPOSSIBLE = -1L;

  private static final long LOW_HALF = 0xFFFFFFFFL;

  /**
   * What some numbers have in common: all are {@code base + (n << shift)} with {@code 0 <= n <=
   * last}. Of entries, runs may first be {@linkplain #squeeze squeezed}.
   *
   * @param lengthBits bits of a squeezed run's length, or {@link #WHOLE} if numbers are as they are
   */
  public record Common(long base, int shift, int lengthBits, long last) {

    /** Numbers are not squeezed. */
    static final int WHOLE = -1;

    static final Common NOTHING = new Common(0, 0, -1L);

    /** Marks the byte of a squeezed length, which has the shift, 0 or 1, in the bit before it. */
    private static final int SQUEEZED = 0x80;

    private static final int SHIFT_BIT = 5;

    /** Bits of the length of a run that is not squeezed. */
    private static final int MAX_LENGTH_BITS = 20;

    public Common(long base, int shift, long last) {
      this(base, shift, WHOLE, last);
    }

    /** Returns n, or what is above {@link #last} as an unsigned number. */
    long strip(long number) {
      // Low bits that should be zero become high bits that should not be there.
      return Long.rotateRight(number - base, shift);
    }

    /** Returns n of an entry. */
    long stripEntry(long entry) {
      return strip(lengthBits == WHOLE ? entry : squeeze(entry, lengthBits));
    }

    /**
     * The entry of a run as {@code first document << lengthBits | length - 1}, above a bit that is
     * 1; other entries, which have a 0 there, as they are.
     */
    public static long squeeze(long entry, int lengthBits) {
      if (TermEntry.isRun(entry) == false) {
        return entry;
      }
      long start = TermEntry.runStart(entry);
      return ((start << lengthBits) | (TermEntry.runLength(entry) - 1)) << 1 | 1L;
    }

    public long restore(long n) throws CorruptIndexException {
      long number = base + (n << shift);
      if (lengthBits == WHOLE || (number & 1L) == 0) {
        return number;
      }
      long run = number >>> 1;
      long start = run >>> lengthBits;
      if (start > Integer.MAX_VALUE) {
        throw new CorruptIndexException(
            "start of a run is " + start + ", must be 0 to " + Integer.MAX_VALUE, "table of slots");
      }
      return TermEntry.ofRun((int) start, (int) (run & ((1L << lengthBits) - 1)) + 1);
    }

    private boolean isPossible() {
      return lengthBits == WHOLE
          ? shift >= 0 && shift < Long.SIZE
          : shift <= 1 && lengthBits <= MAX_LENGTH_BITS;
    }

    /** Whether all numbers are from 0 to the greatest long, as ordinals and entries are. */
    private boolean areNotNegative() {
      return base >= 0 && last >= 0 && last <= (Long.MAX_VALUE - base) >>> shift;
    }

    public int bits() {
      return Math.max(1, Long.SIZE - Long.numberOfLeadingZeros(last));
    }

    private void write(DataOutput output) throws IOException {
      output.writeLong(base);
      output.writeByte(
          (byte) (lengthBits == WHOLE ? shift : SQUEEZED | shift << SHIFT_BIT | lengthBits));
      output.writeLong(last);
    }

    private static Common read(DataInput input) throws IOException {
      long base = input.readLong();
      int shift = input.readByte() & 0xFF;
      long last = input.readLong();
      if (shift < SQUEEZED) {
        return new Common(base, shift, last);
      }
      int lengthBits = shift & ((1 << SHIFT_BIT) - 1);
      return new Common(base, (shift - SQUEEZED) >>> SHIFT_BIT, lengthBits, last);
    }
  }

  /** The code of ordinals less than {@code terms}, in as few bytes as there is room for a tag. */
  public static SlotCode tags(long terms) {
    Common ordinals = new Common(0, 0, terms - 1);
    int valueBits = ordinals.bits();
    int bytes = Math.max(MIN_SLOT_BYTES, toBytes(valueBits + MIN_TAG_BITS));
    // More bits than the half of a hash tell nothing more.
    int checkBits = Math.min(Integer.SIZE, Byte.SIZE * bytes - valueBits);
    return new SlotCode(Form.TAGS, checkBits, valueBits, Common.NOTHING, ordinals, null);
  }

  /**
   * The exact code of keys and entries that have so much in common, or null if slots would be
   * larger than {@value #MAX_SLOT_BYTES} bytes.
   *
   * @param lowBits bits of a word that its place tells
   */
  public static SlotCode exact(Common keys, Common entries, int lowBits) {
    return exact(Form.EXACT, keys, entries, null, lowBits, MAX_SLOT_BYTES);
  }

  private static SlotCode exact(
      Form form,
      Common keys,
      Common entries,
      KeyNumbering numbering,
      int lowBits,
      int maxSlotBytes) {
    // One more bit than is left, if checks begin with 1.
    int checkBits = keys.bits() - lowBits + firstCheck(form);
    int valueBits = bitsOf(entries, form);
    SlotCode code = new SlotCode(form, checkBits, valueBits, keys, entries, numbering);
    return checkBits > Long.SIZE || code.slotBytes() > maxSlotBytes ? null : code;
  }

  /**
   * The code of numbered keys, or null if slots were dearer than a tag and the look into the
   * dictionary.
   *
   * @param lowBits bits of a word that its place tells, see {@link #commonOf}
   */
  public static SlotCode numbered(KeyNumbering numbering, Common entries, int lowBits) {
    Common numbers = commonOf(numbering);
    return exact(Form.NUMBERED, numbers, entries, numbering, lowBits, MAX_NUMBERED_BYTES);
  }

  /** What is common to the numbers of keys. */
  public static Common commonOf(KeyNumbering numbering) {
    return new Common(0, 0, numbering.last());
  }

  /**
   * The code of UUIDs, or null if their entries do not fit.
   *
   * @param firstBits the first bits of all rests, or {@link UuidSlots#ANY_VERSION}
   * @param wordBits bits of a word, see {@link UuidSlots#wordBits}
   * @param lowBits bits of a word that its place tells
   */
  public static SlotCode uuids(long firstBits, int wordBits, int lowBits, Common entries) {
    Common words = UuidSlots.commonOfWords(firstBits, wordBits);
    SlotCode code =
        new SlotCode(Form.UUIDS, wordBits - lowBits + 1, entries.bits(), words, entries, null);
    return code.isPossible() ? code : null;
  }

  /** Bits of a word that its place tells. */
  public int lowBits() {
    return form == Form.TAGS ? 0 : keys.bits() + firstCheck(form) - checkBits;
  }

  /** The least check. */
  int firstCheck() {
    return firstCheck(form);
  }

  /** Numbered keys often have so many bits that one more would take a byte. */
  private static int firstCheck(Form form) {
    return form == Form.NUMBERED ? 0 : 1;
  }

  /** The least value in a slot: what it stands for is 0. */
  int firstValue() {
    return 1 - firstCheck(form);
  }

  private static int bitsOf(Common values, Form form) {
    // Ordinals and entries have less than 64 bits.
    return new Common(0, 0, values.last + 1 - firstCheck(form)).bits();
  }

  static int toBytes(int bits) {
    return (bits + Byte.SIZE - 1) / Byte.SIZE;
  }

  public int slotBytes() {
    if (form == Form.UUIDS) {
      return new UuidSlots(this).slotBytes();
    }
    return isWide()
        ? Long.BYTES + toBytes(valueBits)
        : Math.max(MIN_SLOT_BYTES, toBytes(checkBits + valueBits));
  }

  /** Whether a slot is more than eight bytes. */
  public boolean isWide() {
    return form == Form.UUIDS || checkBits + valueBits > Long.SIZE;
  }

  /**
   * The check of a key with a word.
   *
   * @param key its number, if keys are numbered
   */
  long check(long key, long word) {
    if (form.isExact()) {
      boolean possible = Long.compareUnsigned(keys.strip(key), keys.last()) <= 0;
      return possible ? (word >>> lowBits()) + firstCheck() : IMPOSSIBLE;
    }
    return tag(word);
  }

  /** The check of a hash where keys are not exact. */
  long tag(long hash) {
    return 1 + (((hash & LOW_HALF) * ((1L << checkBits) - 1)) >>> Integer.SIZE);
  }

  /** The first eight bytes of a key's slot, or all of them if these are less. */
  public long slot(long key, long word, long value) {
    long check = check(key, word);
    return isWide() ? check : (check << valueBits) | strippedValue(value);
  }

  /** What a value is in its slot. */
  public long strippedValue(long value) {
    return values.stripEntry(value) + firstValue();
  }

  /** The check in the first bytes of a slot. */
  long checkOf(long slot) {
    return isWide() ? slot : slot >>> valueBits;
  }

  /**
   * The value of a slot with the check that is looked for, or {@link KeyTable#ABSENT} if the slot
   * is unused.
   *
   * @param bits what holds the value: the slot, or if it is wide what is behind its eighth byte
   */
  public long valueOf(long bits) throws CorruptIndexException {
    long n = (bits & ((1L << valueBits) - 1)) - firstValue();
    return n < 0 ? KeyTable.ABSENT : restored(n);
  }

  /** The value that is n in its slot. */
  long restored(long n) throws CorruptIndexException {
    if (Long.compareUnsigned(n, values.last()) > 0) {
      throw new CorruptIndexException(
          "value of a slot is " + n + ", must be from 0 to " + values.last(), "table of slots");
    }
    return values.restore(n);
  }

  public void write(DataOutput output) throws IOException {
    output.writeByte((byte) checkBits);
    output.writeByte((byte) valueBits);
    if (form == Form.EXACT) {
      keys.write(output);
    } else if (form == Form.UUIDS) {
      output.writeByte((byte) keys.base());
    } else if (form == Form.NUMBERED) {
      numbering.write(output);
    }
    values.write(output);
  }

  /**
   * Returns null if there can be no such code.
   *
   * @param parts parts of the table, at least 1
   */
  public static SlotCode read(DataInput input, Form form, int parts) throws IOException {
    int checkBits = input.readByte();
    int valueBits = input.readByte();
    KeyNumbering numbering = form == Form.NUMBERED ? KeyNumbering.read(input) : null;
    if (form == Form.NUMBERED && numbering == null) {
      return null;
    }
    Common keys =
        switch (form) {
          case TAGS -> Common.NOTHING;
          case EXACT -> Common.read(input);
          case UUIDS -> UuidSlots.commonOfWords(input.readByte(), UuidSlots.wordBits(parts));
          case NUMBERED -> commonOf(numbering);
        };
    SlotCode code = new SlotCode(form, checkBits, valueBits, keys, Common.read(input), numbering);
    return code.isPossible() ? code : null;
  }

  private boolean isPossible() {
    return checkBits >= 1
        && valueBits >= 1
        && checkBits <= (form == Form.TAGS ? Integer.SIZE : Long.SIZE)
        && valueBits < Long.SIZE
        && lowBits() >= 0
        && lowBits() < Integer.SIZE - 1
        && (form == Form.UUIDS
            ? UuidSlots.arePossible(checkBits, valueBits, keys.base())
            : slotBytes() <= MAX_SLOT_BYTES)
        && valueBits == bitsOf(values, form)
        && keys.lengthBits() == Common.WHOLE
        && keys.isPossible()
        && values.isPossible()
        && values.areNotNegative()
        && (form != Form.TAGS || values.lengthBits() == Common.WHOLE);
  }
}
