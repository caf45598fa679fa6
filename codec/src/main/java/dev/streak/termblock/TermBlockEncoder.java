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

import dev.streak.cache.blocks.BlockVerification;
import dev.streak.symbols.SymbolEncoder;
import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.store.ByteBuffersDataOutput;
import org.apache.lucene.store.DataOutput;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;

/** Gathers the terms of a block and writes it as {@link TermBlockLayout} draws it. */
public final class TermBlockEncoder {

  /** Codes are tried in place of columns that take so much of what the rests take as they are. */
  private static final int WIDE_COLUMNS_PERCENT = 55;

  /** Columns, which are faster, have to be so many times as long as codes. */
  private static final int LEAST_FACTOR_OF_CODES = 2;

  /** What all terms begin with is written in codes, too, if it has so many bytes. */
  private static final int LONG_PREFIX = 128;

  /** Codes of terms that begin so have to save one byte in so many of columns and prefix. */
  private static final int LEAST_GAIN_OF_PREFIX = 4;

  /** Stretches have to leave no more than one byte in so many of a block. */
  private static final int LEAST_GAIN_OF_STRETCHES = 2;

  /** Where codes were not chosen again and again, each block of so many is tried. */
  private static final int MOST_UNTRIED = 16;

  /** Null for keys of the index. */
  private final RestCoder coder;

  /** How often after each other codes were no better than columns. */
  private int triedInVain;

  /** The next block for which codes are tried. */
  private int untilTried;

  private final EntryPacker packer = new EntryPacker();
  private final ByteBuffersDataOutput block = ByteBuffersDataOutput.newResettableInstance();
  private final long[] entries = new long[TermBlockLayout.TERMS];

  /** The terms one after the other; term i ends at ends[i]. */
  private byte[] bytes = new byte[1024];

  private final int[] ends = new int[TermBlockLayout.TERMS];
  private int count;

  private int prefix;
  private final TermColumns columns = new TermColumns();
  private final TermStretches rests = new TermStretches();

  /**
   * Writes terms with their entries, the long ones by {@code coder}; or keys of the index, which
   * have no entries, if that is null.
   */
  public TermBlockEncoder(RestCoder coder) {
    this.coder = coder;
  }

  public boolean isFull() {
    return count == TermBlockLayout.TERMS;
  }

  public boolean isEmpty() {
    return count == 0;
  }

  public void add(BytesRef term, long entry) {
    int start = start(count);
    bytes = ArrayUtil.grow(bytes, start + term.length + SymbolEncoder.SPARE);
    System.arraycopy(term.bytes, term.offset, bytes, start, term.length);
    ends[count] = start + term.length;
    entries[count++] = entry;
  }

  private int start(int i) {
    return i == 0 ? 0 : ends[i - 1];
  }

  private int length(int i) {
    return ends[i] - start(i);
  }

  /** The term added last, valid until the next is added. */
  public BytesRef last() {
    return new BytesRef(bytes, start(count - 1), length(count - 1));
  }

  /** Writes the block, and begins another. */
  public void finish(DataOutput out) throws IOException {
    packer.plan(entries, coder == null ? 0 : count);
    prefix = commonBytes();
    boolean hasColumns = chooseColumns();
    planRests(hasColumns);
    boolean coded = coder != null && isCoded(hasColumns);
    boolean inColumns = hasColumns && coded == false;
    block.reset();
    block.writeLong(inColumns ? columns.head(packer) : coded ? headOfCodes() : headOfRests());
    if (inColumns) {
      block.writeLong(columns.mask());
    }
    packer.writeBases(block);
    block.writeBytes(bytes, 0, inColumns ? prefix : rests.prefix());
    if (inColumns) {
      columns.write(block);
    } else if (coded) {
      writeCodes();
    } else {
      writeByOffsets();
    }
    packer.writeEntries(block);
    byte[] written = block.toArrayCopy();
    out.writeBytes(written, written.length);
    out.writeInt(BlockVerification.checksum(written, written.length));
    count = 0;
  }

  /** How many bytes all terms begin with: as they ascend, those that the first and the last do. */
  private int commonBytes() {
    int last = count - 1;
    int mismatch = Arrays.mismatch(bytes, 0, ends[0], bytes, start(last), ends[last]);
    return mismatch < 0 ? ends[0] : mismatch;
  }

  /** Whether the block has columns, which are not longer than the rests. */
  private boolean chooseColumns() {
    if (columns.plan(bytes, ends, count, prefix) == false) {
      return false;
    }
    if (coder != null) {
      columns.divide(packer.entryBytes());
    }
    return columns.bytes() <= suffixBytes() + offsetBytes(suffixBytes()) * count;
  }

  /** Divides what is not written in columns where that saves much. */
  private void planRests(boolean hasColumns) {
    rests.none(ends, count, prefix);
    if (hasColumns == false && areLong()) {
      int whole = prefix + suffixBytes();
      int kept = coder != null && coder.hasSymbols() && prefix >= LONG_PREFIX ? 0 : prefix;
      rests.plan(bytes, ends, count, kept, whole / LEAST_GAIN_OF_STRETCHES);
    }
  }

  private boolean areLong() {
    return suffixBytes() >= count * RestCoder.SHORT_AVERAGE;
  }

  /** Whether the block is written in codes; that is tried where columns would take much. */
  private boolean isCoded(boolean hasColumns) {
    if (hasColumns == false) {
      // Short rests as they are take less time than codes, and columns do not.
      return areLong() && coder.encode(bytes, rests);
    }
    int inColumns = columns.bytes();
    int most = inColumns / LEAST_FACTOR_OF_CODES;
    boolean isWide = inColumns > suffixBytes() * WIDE_COLUMNS_PERCENT / 100;
    boolean isLong = prefix >= LONG_PREFIX;
    if ((isWide == false && isLong == false) || --untilTried > 0) {
      return false;
    }
    if (isLong) {
      most = inColumns + prefix - (inColumns + prefix) / LEAST_GAIN_OF_PREFIX;
      rests.plan(bytes, ends, count, 0, Integer.MAX_VALUE);
    }
    boolean coded = coder.encode(bytes, rests) && codeBytes() <= most;
    // Symbols are chosen from blocks that are tried, so until then each is.
    triedInVain = coded || coder.hasSymbols() == false ? 0 : triedInVain + 1;
    untilTried = Math.min(triedInVain, MOST_UNTRIED);
    return coded;
  }

  private long headOfRests() {
    int offsetBytes = offsetBytes(rests.bytes());
    long head =
        TermBlockLayout.head(
            TermBlockLayout.OFFSETS, packer.head(), offsetBytes, rests.prefix(), count, 1, 0);
    return withStretches(head);
  }

  private long headOfCodes() {
    int offsetBytes = offsetBytes(coder.length());
    int table = coder.useTable();
    return withStretches(
        TermBlockLayout.headOfCodes(packer.head(), offsetBytes, rests.prefix(), count, table));
  }

  private long withStretches(long head) {
    return rests.isDivided() ? head | TermBlockLayout.STRETCHED : head;
  }

  private int suffixBytes() {
    return ends[count - 1] - count * prefix;
  }

  private static int offsetBytes(int bytes) {
    return bytes < 1 << 8 ? 1 : bytes < 1 << 16 ? 2 : 3;
  }

  /** Bytes of the codes and their offsets. */
  private int codeBytes() {
    int length = coder.length();
    return rests.placesBytes() + length + rests.count() * offsetBytes(length);
  }

  private void writeCodes() throws IOException {
    rests.write(block);
    int offsetBytes = offsetBytes(coder.length());
    for (int i = 0; i < rests.count(); i++) {
      writeOffset(coder.end(i), offsetBytes);
    }
    coder.writeCodes(block);
  }

  private void writeOffset(int end, int offsetBytes) {
    for (int b = 0; b < offsetBytes; b++) {
      block.writeByte((byte) (end >>> (b * Byte.SIZE)));
    }
  }

  private void writeByOffsets() {
    rests.write(block);
    int offsetBytes = offsetBytes(rests.bytes());
    int end = 0;
    for (int i = 0; i < rests.count(); i++) {
      end += rests.to(i) - rests.from(i);
      writeOffset(end, offsetBytes);
    }
    for (int i = 0; i < rests.count(); i++) {
      block.writeBytes(bytes, rests.from(i), rests.to(i) - rests.from(i));
    }
  }
}
