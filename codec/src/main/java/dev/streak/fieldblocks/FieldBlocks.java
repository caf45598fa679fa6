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
package dev.streak.fieldblocks;

import dev.streak.termblock.TermBlockLayout;
import dev.streak.termblock.TermBlockStarts;
import java.io.IOException;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.store.DataInput;
import org.apache.lucene.store.IndexInput;

/** The blocks of a field and their index. Safe for use by several threads. */
public final class FieldBlocks {

  private static final int[] NO_LEVELS = {};

  private final FieldInfo field;
  private final FieldTotals totals;
  private final TermBlockFile terms;

  /** Null if there is one block of terms only. */
  private final TermBlockFile index;

  /** Where the levels of the index begin, the lowest first, in blocks of the index. */
  private final int[] levels;

  /** What {@link #setMarks} was given; 0 before. */
  private volatile long marks;

  private FieldBlocks(
      FieldInfo field, FieldTotals totals, TermBlockFile terms, TermBlockFile index, int[] levels) {
    this.field = field;
    this.totals = totals;
    this.terms = terms;
    this.index = index;
    this.levels = levels;
  }

  /** Reads what {@link FieldTermsWriter} wrote, behind the field's number. */
  public static FieldBlocks read(
      FieldInfo field, int maxDoc, DataInput meta, IndexInput termsFile, IndexInput indexFile)
      throws IOException {
    FieldTotals totals = FieldTotals.read(meta, maxDoc);
    int blocks = blocks(totals.terms(), meta);
    TermBlockFile terms =
        new TermBlockFile(
            termsFile,
            TermBlockStarts.read(blocks, meta),
            maxDoc,
            block -> count(totals.terms(), block),
            true);
    int levelCount = 0;
    for (int n = blocks; n > 1; n = blocks(n, meta)) {
      levelCount++;
    }
    if (levelCount == 0) {
      return new FieldBlocks(field, totals, terms, null, NO_LEVELS);
    }
    int[] levels = new int[levelCount];
    int indexBlocks = 0;
    int below = blocks;
    for (int i = 0; i < levelCount; i++) {
      levels[i] = indexBlocks;
      below = blocks(below, meta);
      indexBlocks += below;
    }
    TermBlockFile index =
        new TermBlockFile(
            indexFile,
            TermBlockStarts.read(indexBlocks, meta),
            maxDoc,
            block -> keys(levels, blocks, block),
            false);
    return new FieldBlocks(field, totals, terms, index, levels);
  }

  private static int blocks(long terms, DataInput meta) throws CorruptIndexException {
    long blocks = (terms + TermBlockLayout.TERMS - 1) >>> TermBlockLayout.TERMS_LOG2;
    if (blocks >= Integer.MAX_VALUE) {
      throw new CorruptIndexException(
          "number of blocks is " + blocks + ", must be less than " + Integer.MAX_VALUE, meta);
    }
    return (int) blocks;
  }

  /** How many terms a block has, where {@code terms} were written one block after the other. */
  private static int count(long terms, int block) {
    return (int)
        Math.min(TermBlockLayout.TERMS, terms - ((long) block << TermBlockLayout.TERMS_LOG2));
  }

  /** How many keys a block of the index has: a level has a key for each block of that below. */
  private static int keys(int[] levels, int blocks, int block) {
    int level = levels.length - 1;
    while (block < levels[level]) {
      level--;
    }
    int keys = level == 0 ? blocks : levels[level] - levels[level - 1];
    return count(keys, block - levels[level]);
  }

  public FieldInfo field() {
    return field;
  }

  public FieldTotals totals() {
    return totals;
  }

  public TermBlockFile terms() {
    return terms;
  }

  /** Bits that whoever looks terms up wants to remember of them all; 0 before there were any. */
  public long marks() {
    return marks;
  }

  /** Has bits remembered as long as the field is open. */
  public void setMarks(long newMarks) {
    marks = newMarks;
  }

  /** What finds blocks, for one thread. */
  public TermBlockFinder finder() {
    TermBlockCursor[] cursors = new TermBlockCursor[levels.length];
    for (int i = 0; i < cursors.length; i++) {
      cursors[i] = index.cursor();
    }
    return new TermBlockFinder(cursors, levels);
  }
}
