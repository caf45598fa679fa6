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
package dev.streak.terms;

import dev.streak.field.TermEntry;
import dev.streak.fieldblocks.FieldBlocks;
import dev.streak.fieldblocks.TermBlockCursor;
import dev.streak.fieldblocks.TermBlockFinder;
import dev.streak.postings.ListHeads;
import dev.streak.postings.PostingLists;
import dev.streak.termblock.TermBlock;
import dev.streak.termblock.TermBlockLayout;
import dev.streak.termblock.TermRows;
import java.io.IOException;
import org.apache.lucene.index.BaseTermsEnum;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.ImpactsEnum;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.TermState;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOBooleanSupplier;

/** The terms of a field in their order. */
final class BlockTermsEnum extends BaseTermsEnum {

  private static final long UNKNOWN = -1;

  /** So many terms behind a sought one are read by themselves, or made ready together. */
  private static final int FEW = 8;

  /** How many entries are read at a time for who asks for one after the other. */
  private static final int ENTRIES = 8;

  /** After so many targets in one block the next one is looked for there first. */
  private static final int NEAR = 2;

  private final FieldBlocks field;
  private final PostingLists lists;
  private final TermBlockCursor cursor;

  /** Null until a number of documents of a list is asked for. */
  private ListHeads heads;

  /** Null until a block has to be looked for. */
  private TermBlockFinder finder;

  /** Targets after each other that were in the block where they were sought from. */
  private int near;

  private int place = -1;

  /** Terms of the current block that are ready; null before any were. */
  private TermRows rows;

  /** Those up to this one are ready, from the current one on. */
  private int readyTo;

  /** How many terms to make ready when they are asked for: twice as many each time. */
  private int ahead = FEW;

  /** How many more terms to read by themselves: to make some ready takes longer, first of all. */
  private int singles;

  /** The current term; null if it was not read. */
  private BytesRef term;

  /** A term that is read by itself. */
  private final BytesRef single = new BytesRef();

  /** The current term's entry, or {@link #UNKNOWN}. */
  private long entry = UNKNOWN;

  /** The place whose entry was asked for last. */
  private int entryPlace = -1;

  /** Entries of the terms behind it, up to {@link #entriesTo}; null before there were any. */
  private long[] entries;

  private int entriesTo;

  BlockTermsEnum(FieldBlocks field, PostingLists lists) throws IOException {
    this.field = field;
    this.lists = lists;
    this.cursor = field.terms().cursor();
  }

  @Override
  public SeekStatus seekCeil(BytesRef target) throws IOException {
    leaveTerm();
    int found = locateNear(target);
    if (found < 0) {
      int number = finder().find(target);
      near = number == cursor.number() ? near + 1 : 0;
      cursor.jumpTo(number);
      found = cursor.locate(target);
    }
    if (cursor.found()) {
      place = found;
      return SeekStatus.FOUND;
    }
    if (found == cursor.block().count()) {
      if (cursor.number() + 1 == cursor.blocks()) {
        place = found;
        return SeekStatus.END;
      }
      cursor.moveTo(cursor.number() + 1);
      found = 0;
    }
    place = found;
    return SeekStatus.NOT_FOUND;
  }

  /**
   * Forgets the term and those that are ready: should a seek fail, the block may be another one.
   * Whoever read few terms behind the one sought before is likely to read few again.
   */
  private void leaveTerm() {
    standAt(-1);
    singles = ahead > 2 * FEW ? 0 : rows == null ? 2 * FEW : FEW;
    ahead = FEW;
  }

  /** Locates a target without the index; returns -1 if it may be in other blocks. */
  private int locateNear(BytesRef target) throws IOException {
    if (cursor.isCrowded() == false) {
      return near >= NEAR ? cursor.locateHere(target) : -1;
    }
    int found = cursor.locate(target);
    if (found < cursor.block().count()) {
      return found > 0 || cursor.found() ? found : -1;
    }
    if (cursor.number() + 1 == cursor.blocks()) {
      return found;
    }
    cursor.moveTo(cursor.number() + 1);
    found = cursor.locate(target);
    return found < cursor.block().count() ? found : -1;
  }

  private TermBlockFinder finder() throws IOException {
    if (finder == null) {
      finder = field.finder();
    }
    return finder;
  }

  @Override
  public boolean seekExact(BytesRef target) throws IOException {
    return seekCeil(target) == SeekStatus.FOUND;
  }

  /** Announces the block: slow storage reads those of several segments at the same time. */
  @Override
  public IOBooleanSupplier prepareSeekExact(BytesRef target) throws IOException {
    long marks = field.marks();
    if (marks != 0 && (marks & FewTerms.bit(target)) == 0) {
      return null;
    }
    cursor.announce(finder().find(target));
    return () -> seekExact(target) || noteAbsent();
  }

  /** A field of few terms that lacks one lacks others: most of them are told by its bits. */
  private boolean noteAbsent() throws IOException {
    if (field.totals().terms() <= FewTerms.MOST && field.marks() == 0) {
      field.setMarks(FewTerms.bits(new BlockTermsEnum(field, lists)));
    }
    return false;
  }

  @Override
  public void seekExact(long ord) throws IOException {
    if (ord < 0 || ord >= field.totals().terms()) {
      throw new IllegalArgumentException(
          "ord must be from 0 to " + (field.totals().terms() - 1) + ": ord=" + ord);
    }
    leaveTerm();
    cursor.jumpTo((int) (ord >>> TermBlockLayout.TERMS_LOG2));
    place = (int) ord & TermBlockLayout.TERMS - 1;
  }

  @Override
  public void seekExact(BytesRef target, TermState state) throws IOException {
    OrdinalTermState found = (OrdinalTermState) state;
    seekExact(found.ordinal());
    entry = found.entry();
  }

  private void standAt(int newPlace) {
    place = newPlace;
    readyTo = 0;
    entriesTo = 0;
    term = null;
    entry = UNKNOWN;
  }

  @Override
  public BytesRef next() throws IOException {
    int next = place + 1;
    if (next < readyTo) {
      place = next;
      entry = UNKNOWN;
      term = rows.term(next);
      return term;
    }
    return readNext();
  }

  private BytesRef readNext() throws IOException {
    if (cursor.number() < 0) {
      cursor.moveToWanted();
      standAt(-1);
      // Whoever begins with the first term reads on; to unpack a block in parts takes longer.
      ahead = TermBlockLayout.TERMS;
    }
    int next = place + 1;
    if (next >= cursor.block().count()) {
      if (cursor.number() + 1 == cursor.blocks()) {
        standAt(cursor.block().count());
        return null;
      }
      cursor.moveTo(cursor.number() + 1);
      standAt(-1);
      next = 0;
    }
    if (singles > 0) {
      ahead = --singles == 0 ? 2 * FEW : FEW;
      return readSingle(next);
    }
    rows = cursor.prepare(next, Math.min(cursor.block().count(), next + ahead));
    ahead = Math.min(TermBlockLayout.TERMS, 2 * ahead);
    standAt(next);
    readyTo = rows.readyTo();
    term = rows.term(next);
    return term;
  }

  private BytesRef readSingle(int next) throws IOException {
    // Should reading fail, the current term is to be read again.
    term = null;
    cursor.block().readTerm(next, single);
    place = next;
    entry = UNKNOWN;
    term = single;
    return term;
  }

  @Override
  public BytesRef term() throws IOException {
    if (term == null) {
      if (cursor.isReady(place)) {
        term = cursor.rows().term(place);
      } else {
        cursor.block().readTerm(place, single);
        term = single;
      }
    }
    return term;
  }

  @Override
  public long ord() {
    return ((long) cursor.number() << TermBlockLayout.TERMS_LOG2) + place;
  }

  /** The entry of the current term. */
  long entry() throws IOException {
    if (entry == UNKNOWN) {
      entry = place > entryPlace && place < entriesTo ? entries[place % ENTRIES] : readEntry();
      entryPlace = place;
    }
    return entry;
  }

  private long readEntry() throws IOException {
    // Should reading fail, there are none.
    entriesTo = 0;
    if (place != entryPlace + 1) {
      return cursor.block().entry(place);
    }
    if (entries == null) {
      entries = new long[ENTRIES];
    }
    // Up to the end of the array: a term has one place in it.
    int at = place % ENTRIES;
    int to = Math.min(cursor.block().count(), place + ENTRIES - at);
    cursor.block().entries(place, to, entries, at);
    entriesTo = to;
    return entries[at];
  }

  @Override
  public int docFreq() throws IOException {
    long found = entry();
    if (TermEntry.isRun(found)) {
      return TermEntry.runLength(found);
    }
    if (heads == null) {
      heads = lists.heads();
    }
    return lists.docFreq(found, heads);
  }

  @Override
  public long totalTermFreq() throws IOException {
    // There are no frequencies: each document counts once.
    return docFreq();
  }

  @Override
  public PostingsEnum postings(PostingsEnum reuse, int flags) throws IOException {
    return lists.postings(entry(), reuse);
  }

  @Override
  public ImpactsEnum impacts(int flags) throws IOException {
    return lists.postings(entry(), null);
  }

  @Override
  public TermState termState() throws IOException {
    return new OrdinalTermState(ord(), entry());
  }

  /** The current block, for who looks at its terms without this. */
  TermBlock block() {
    return cursor.block();
  }

  /** The place of the current term in its block. */
  int place() {
    return place;
  }

  /** Goes to the first block or the next one, before its first term; returns false at the end. */
  boolean moveToNextBlock() throws IOException {
    return moveToBlock(cursor.number() + 1);
  }

  /** Terms of the current block, made ready. */
  TermRows prepared(int from, int to) throws IOException {
    return cursor.prepare(from, to);
  }

  /**
   * The number of the block that terms from a target on begin in, which is not before the current
   * one.
   */
  int blockOf(BytesRef target) throws IOException {
    return Math.max(finder().find(target), cursor.number());
  }

  /** The number of the current block. */
  int blockNumber() {
    return cursor.number();
  }

  /** Says that terms of the current block are not in their order. */
  CorruptIndexException outOfOrder() {
    return cursor.outOfOrder();
  }

  /** Goes to a block, before its first term; returns false if there is none. */
  boolean moveToBlock(int number) throws IOException {
    if (number == cursor.blocks()) {
      return false;
    }
    cursor.moveTo(number);
    standAt(-1);
    return true;
  }

  /** Goes to a term of the current block and returns it. */
  BytesRef termAt(int newPlace) throws IOException {
    place = newPlace;
    entry = UNKNOWN;
    term = null;
    return term();
  }
}
