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
package dev.streak.termblock;

import dev.streak.symbols.SymbolEncoder;
import dev.streak.symbols.SymbolTable;
import dev.streak.symbols.SymbolTrainer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.store.DataOutput;
import org.apache.lucene.util.ArrayUtil;

/**
 * Writes the rests of a field's long terms, such as log messages, as codes of symbols that occur
 * often in them. The symbols are chosen by the terms before, and again when terms have changed or
 * the field has become several times as long.
 */
public final class RestCoder {

  /** Shorter rests, on average, are left as they are: to compare them is faster then. */
  private static final int LEAST_AVERAGE = 8;

  /** Codes must save one byte in so many of the rests. */
  private static final int LEAST_GAIN = 4;

  /** A new table must save one byte in so many of what the one before makes of a block. */
  private static final int LEAST_BETTER = 16;

  /** Symbols are chosen by so many bytes. */
  private static final int SAMPLE_BYTES = 1 << 15;

  /** To choose symbols for less would make flushes of small segments longer. */
  private static final int FIRST_SAMPLE_BYTES = 1 << 13;

  /** The same where rests are short: they seldom become so much shorter that it pays. */
  private static final int FIRST_SHORT_BYTES = 1 << 16;

  /** Rests of a block that are shorter on average are short. */
  static final int SHORT_AVERAGE = 16;

  /** Once symbols suit, they are left while the field grows by one byte in so many. */
  private static final int PATIENT_PART = 32;

  /** Once the field is so many times as long, there may be better ones. */
  private static final int MUCH_LONGER = 4;

  /** No term is more of the sample. */
  private static final int MOST_OF_TERM = 1 << 10;

  /** After so many bytes it is looked at whether they are still written as short. */
  private static final int WINDOW_BYTES = 1 << 16;

  /** Written so much longer than when their table was chosen, in percent. */
  private static final int LONGER_PERCENT = 110;

  private final List<SymbolTable> tables = new ArrayList<>();

  /** No block was written with the tables behind these. */
  private int usedTables;

  /** Null until there is a table. */
  private SymbolEncoder encoder;

  /** The newest terms; null, as all arrays, until there is a block of long ones. */
  private byte[] sample;

  private int[] sampleEnds;
  private int sampled;

  /** Bytes of rests so far, and when symbols were chosen last. */
  private long total;

  private long chosenAt;

  /** So many bytes later they may be chosen again. */
  private long patience = FIRST_SAMPLE_BYTES;

  /** Whether they are no longer written as short as they were. */
  private boolean drifted;

  /** Bytes of rests in this window, and of their codes. */
  private long windowBytes;

  private long windowCoded;

  /** Codes of a hundred bytes in the first window since symbols were chosen; 0 before its end. */
  private long usualPercent;

  /** The block in codes, and the same by symbols that are tried. */
  private Codes codes;

  private Codes tried;

  /** The rests of a block in codes. */
  private static final class Codes {

    private byte[] bytes = new byte[0];

    /** Where the codes of each rest end. */
    private final int[] ends = new int[TermStretches.MOST_RESTS];

    private int length;

    void make(SymbolEncoder encoder, byte[] text, TermStretches rests) {
      bytes = ArrayUtil.growNoCopy(bytes, rests.bytes() * SymbolEncoder.MOST_PER_BYTE);
      length = 0;
      for (int i = 0; i < rests.count(); i++) {
        length = encoder.encode(text, rests.from(i), rests.to(i), bytes, length);
        ends[i] = length;
      }
    }

    boolean isGain(TermStretches rests) {
      return length <= rests.bytes() - rests.bytes() / LEAST_GAIN;
    }
  }

  /**
   * Makes codes of the rests of a block; returns false if they are better left as they are.
   *
   * @param text the terms one behind the other, and {@link SymbolEncoder#SPARE} bytes
   */
  boolean encode(byte[] text, TermStretches rests) {
    if (rests.bytes() < rests.count() * LEAST_AVERAGE) {
      return false;
    }
    if (sample == null) {
      makeArrays();
    }
    if (encoder != null) {
      codes.make(encoder, text, rests);
    }
    if (isTimeToChoose(rests) && tables.size() < SymbolTables.MOST) {
      choose(text, rests);
    }
    total += rests.bytes();
    addToSample(text, rests);
    if (encoder == null) {
      return false;
    }
    watch(rests.bytes(), codes.length);
    return codes.isGain(rests);
  }

  /** Whether symbols were chosen. */
  boolean hasSymbols() {
    return encoder != null;
  }

  private void makeArrays() {
    sample = new byte[SAMPLE_BYTES + SymbolEncoder.SPARE];
    sampleEnds = new int[SAMPLE_BYTES / LEAST_AVERAGE];
    codes = new Codes();
    tried = new Codes();
  }

  private boolean isTimeToChoose(TermStretches rests) {
    boolean unsuitable = encoder == null || drifted || codes.isGain(rests) == false;
    boolean isShort = rests.bytes() < rests.count() * SHORT_AVERAGE;
    boolean isEarly = isShort && total < FIRST_SHORT_BYTES;
    return (unsuitable && isEarly == false && total - chosenAt >= patience)
        || (chosenAt > 0 && total >= MUCH_LONGER * chosenAt);
  }

  /** Tries symbols of the terms before on a block. */
  private void choose(byte[] text, TermStretches rests) {
    chosenAt = total;
    drifted = false;
    usualPercent = 0;
    windowBytes = 0;
    windowCoded = 0;
    SymbolTable table = SymbolTrainer.train(sample, sampleEnds, sampled);
    if (table == null || isBetter(table, text, rests) == false) {
      patience *= 2;
      return;
    }
    tables.add(table);
    // Of a field of any length there are tables for the end, too.
    patience = Math.max(FIRST_SAMPLE_BYTES, total / PATIENT_PART);
  }

  /** Whether a table makes less of a block than the one before; then it is the one that counts. */
  private boolean isBetter(SymbolTable table, byte[] text, TermStretches rests) {
    int before = encoder == null ? Integer.MAX_VALUE : codes.length;
    SymbolEncoder trained = new SymbolEncoder(table);
    tried.make(trained, text, rests);
    if (tried.isGain(rests) == false || tried.length >= before - before / LEAST_BETTER) {
      return false;
    }
    encoder = trained;
    Codes worse = codes;
    codes = tried;
    tried = worse;
    return true;
  }

  /** Notices that terms have changed. */
  private void watch(int raw, int length) {
    windowBytes += raw;
    windowCoded += length;
    if (windowBytes < WINDOW_BYTES) {
      return;
    }
    long percent = windowCoded * 100 / windowBytes;
    if (usualPercent == 0) {
      usualPercent = percent;
    } else if (percent * 100 > usualPercent * LONGER_PERCENT) {
      drifted = true;
    }
    windowBytes = 0;
    windowCoded = 0;
  }

  /** The newest terms take the place of the oldest. */
  private void addToSample(byte[] text, TermStretches rests) {
    for (int i = 0; i < rests.count(); i++) {
      int length = Math.min(MOST_OF_TERM, rests.to(i) - rests.from(i));
      // The older half of the terms may be a small part of the bytes.
      while (sampled == sampleEnds.length || sampledBytes() + length > SAMPLE_BYTES) {
        forgetHalf();
      }
      int at = sampledBytes();
      System.arraycopy(text, rests.from(i), sample, at, length);
      sampleEnds[sampled++] = at + length;
    }
  }

  private int sampledBytes() {
    return sampled == 0 ? 0 : sampleEnds[sampled - 1];
  }

  private void forgetHalf() {
    int half = sampled / 2;
    int from = sampleEnds[half - 1];
    System.arraycopy(sample, from, sample, 0, sampledBytes() - from);
    for (int i = half; i < sampled; i++) {
      sampleEnds[i - half] = sampleEnds[i] - from;
    }
    sampled -= half;
  }

  /** Says that the codes are written; returns the number of their table. */
  int useTable() {
    usedTables = tables.size();
    return usedTables - 1;
  }

  /** Bytes of all codes of the block. */
  int length() {
    return codes.length;
  }

  /** Where the codes of a rest end. */
  int end(int index) {
    return codes.ends[index];
  }

  /** Writes the codes of the block. */
  void writeCodes(DataOutput out) throws IOException {
    out.writeBytes(codes.bytes, codes.length);
  }

  /** Writes the tables up to the last in use; nothing if there is none. */
  public void writeTables(DataOutput out) throws IOException {
    if (usedTables == 0) {
      return;
    }
    out.writeByte((byte) usedTables);
    for (SymbolTable table : tables.subList(0, usedTables)) {
      table.write(out);
    }
  }
}
