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

import dev.streak.columns.Alphabet;
import dev.streak.columns.ColumnLayout;
import dev.streak.columns.ColumnReader;
import dev.streak.columns.ColumnSearch;
import dev.streak.columns.TermEquality;
import dev.streak.columns.TermWords;
import dev.streak.symbols.SymbolTable;
import java.io.IOException;
import org.apache.lucene.store.RandomAccessInput;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;

/**
 * A block of terms where it lies in its file: finds terms in it, and reads them by their place. Of
 * one thread, and moved from block to block.
 */
public final class TermBlock {

  private final RandomAccessInput in;
  private final ColumnSearch search;
  private final TermEquality equality;
  private final ColumnReader reader;

  private int count;
  private int prefixBytes;
  private long prefixAt;

  /** The first bytes of the prefix, eight at most, and ones for them. */
  private long prefixWord;

  private long prefixMask;

  /** Whether terms are columns; if not, their rests are found by offsets. */
  private boolean hasColumns;

  private final ColumnLayout columns = new ColumnLayout();
  private final SymbolTables tables;

  /** What follows the prefix, where terms are no columns. */
  private final BlockRests rests;

  private final BlockSections sections;
  private final EntryReader entries;

  /** Where the target looked for last is; -1 if there was none. */
  private int lastPlace = -1;

  /** Whether the target looked for last is the term that was found. */
  private boolean found;

  /** Reads blocks of a file, which goes on for 16 bytes after the last one. */
  public TermBlock(RandomAccessInput in, SymbolTables tables) {
    this.in = in;
    this.tables = tables;
    this.search = new ColumnSearch(in);
    this.equality = new TermEquality(in);
    this.reader = new ColumnReader(in);
    this.entries = new EntryReader(in);
    this.sections = new BlockSections(in);
    this.rests = new BlockRests(in, equality);
  }

  /** Moves to the block at a position. */
  public void open(long position) throws IOException {
    long head = in.readLong(position);
    SymbolTable symbols = null;
    if (TermBlockLayout.layout(head) == TermBlockLayout.CODES) {
      symbols = tables.get(TermBlockLayout.table(head), in);
      head = TermBlockLayout.withoutTable(head);
    }
    int kind = TermBlockLayout.kind(head);
    count = TermBlockLayout.terms(head);
    prefixBytes = TermBlockLayout.prefixBytes(head);
    long at = position + TermBlockLayout.HEAD_BYTES;
    Alphabet alphabet = Alphabet.ofNumber(TermBlockLayout.layout(head));
    hasColumns = alphabet != null;
    long mask = 0;
    if (hasColumns) {
      mask = in.readLong(at);
      at += TermBlockLayout.MASK_BYTES;
    }
    long basesAt = at;
    prefixAt = at + TermBlockLayout.basesBytes(kind);
    prefixMask = TermWords.firstBytes(Math.min(Long.BYTES, prefixBytes));
    prefixWord = Long.reverseBytes(in.readLong(prefixAt)) & prefixMask;
    sections.open(head, prefixAt + prefixBytes);
    long sectionsEnd = prefixAt + prefixBytes + TermBlockLayout.sectionsBytes(head);
    long entriesAt;
    lastPlace = -1;
    if (hasColumns) {
      columns.open(alphabet, TermBlockLayout.columns(head), mask, sectionsEnd);
      entriesAt = columns.termAt(count);
    } else {
      openRests(head, sectionsEnd, symbols);
      entriesAt = kind == TermBlockLayout.NO_ENTRIES ? 0 : rests.restsAt() + rests.end();
    }
    entries.open(head, basesAt, entriesAt);
  }

  private void openRests(long head, long at, SymbolTable symbols) throws IOException {
    long stretches = 0;
    long offsetsAt = at;
    if (TermBlockLayout.isStretched(head)) {
      stretches = in.readLong(offsetsAt);
      offsetsAt += Long.BYTES;
    }
    rests.open(offsetsAt, count, stretches, TermBlockLayout.offsetBytes(head), symbols);
  }

  public int count() {
    return count;
  }

  /** The entry of a term of the block. */
  public long entry(int index) throws IOException {
    return entries.entry(index);
  }

  /** Puts the entries of the terms from one place to another into an array. */
  public void entries(int from, int to, long[] result, int at) throws IOException {
    entries.entries(from, to, result, at);
  }

  /** Whether the last {@link #locate} found the target itself. */
  public boolean found() {
    return found;
  }

  /** Returns the place of the least term that is not less than the target, or the count. */
  public int locate(BytesRef target) throws IOException {
    found = false;
    int order = comparePrefix(target);
    if (order != 0) {
      return order < 0 ? 0 : count;
    }
    return hasColumns ? locateInColumns(target) : locateByOffsets(target);
  }

  /** Compares the target's beginning with the prefix: 0 if it begins with it. */
  public int comparePrefix(BytesRef target) throws IOException {
    if (prefixBytes <= Long.BYTES && target.length >= Long.BYTES) {
      // The same word for each target that is looked for in the block.
      long begin = (long) TermWords.BIG_ENDIAN_LONG.get(target.bytes, target.offset) & prefixMask;
      return Long.compareUnsigned(begin, prefixWord);
    }
    int order = equality.compareBytes(target, 0, Math.min(prefixBytes, target.length), prefixAt);
    return order == 0 && target.length < prefixBytes ? -1 : order;
  }

  private int locateInColumns(BytesRef target) throws IOException {
    int own = sections.bytes();
    for (int section = 0; section < sections.count(); section++) {
      int order = sections.compare(equality, target, prefixBytes, section);
      int from = sections.from(section);
      if (order < 0) {
        return from;
      }
      if (order == 0) {
        search.open(columns);
        int to = sections.to(section);
        lastPlace = search.locate(target, prefixBytes + own, from, to, lastPlace);
        found = search.found();
        return lastPlace;
      }
    }
    return count;
  }

  private int locateByOffsets(BytesRef target) throws IOException {
    long begin = rests.begin(target, prefixBytes);
    int low = 0;
    int high = count - 1;
    // Targets often ascend: what is sought is seldom far behind what was sought last.
    int probe = lastPlace < 0 ? (count - 1) >>> 1 : Math.max(0, lastPlace - 1);
    int step = lastPlace < 0 ? count : 1;
    while (low <= high) {
      int order = rests.compare(target, prefixBytes, begin, probe);
      if (order == 0) {
        found = true;
        lastPlace = probe;
        return probe;
      }
      if (order > 0) {
        low = probe + 1;
      } else {
        high = probe - 1;
        step = count;
      }
      probe = step < high - probe ? probe + step : (low + high) >>> 1;
      step <<= 1;
    }
    lastPlace = low;
    return low;
  }

  /** Whether the term with a place in the block equals the target. */
  public boolean isEqual(int index, BytesRef target) throws IOException {
    if (target.length < prefixBytes
        || equality.sameBytes(target, 0, prefixBytes, prefixAt) == false) {
      return false;
    }
    if (hasColumns) {
      int own = prefixBytes + sections.bytes();
      return sections.compare(equality, target, prefixBytes, sections.of(index)) == 0
          && equality.sameColumns(target, own, columns, index);
    }
    return rests.isEqual(target, prefixBytes, index);
  }

  /** Where a term's packed bytes or its rest begin. */
  public long addressOfTerm(int index) throws IOException {
    return hasColumns ? columns.termAt(index) : rests.restsAt() + rests.start(index);
  }

  /** Where a term's entry is. */
  public long addressOfEntry(int index) {
    return entries.address(index);
  }

  /** Copies a term. */
  public void readTerm(int index, BytesRef term) throws IOException {
    if (hasColumns) {
      int own = prefixBytes + sections.bytes();
      term.bytes = ArrayUtil.growNoCopy(term.bytes, own + columns.count() + Long.BYTES);
      reader.copy(prefixAt, term.bytes, 0, prefixBytes);
      sections.read(sections.of(index), reader, term.bytes, prefixBytes);
      term.length = reader.read(columns, index, term.bytes, own);
      return;
    }
    rests.read(index, term, prefixBytes);
    in.readBytes(prefixAt, term.bytes, 0, prefixBytes);
  }

  /** The rests of a block that has no columns. */
  public BlockRests rests() {
    return rests;
  }

  /** Copies what all terms of the block begin with. */
  public void readPrefix(BytesRef prefix) throws IOException {
    prefix.bytes = ArrayUtil.growNoCopy(prefix.bytes, prefixBytes);
    prefix.length = prefixBytes;
    in.readBytes(prefixAt, prefix.bytes, 0, prefixBytes);
  }

  /** Makes the block the one whose terms are unpacked. */
  public void openRows(TermRows rows) throws IOException {
    if (hasColumns) {
      rows.openColumns(count, prefixAt, prefixBytes, sections, columns);
    } else {
      rows.openRests(count, prefixAt, prefixBytes, rests);
    }
  }

  /** Whether the prefix stands before each term that is unpacked. */
  public boolean hasPrefixInRows() {
    return hasColumns && prefixBytes <= ColumnRows.MAX_PREFIX;
  }

  /** Reads the packed terms; returns false if the block has none. */
  public boolean openColumns(PackedColumns packed) throws IOException {
    if (hasColumns) {
      packed.open(in, count, columns);
    }
    return hasColumns;
  }

  /** How a block of columns is divided. */
  public BlockSections sections() {
    return sections;
  }
}
