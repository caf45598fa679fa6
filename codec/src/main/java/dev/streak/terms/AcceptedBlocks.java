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

import dev.streak.automata.ColumnWalk;
import dev.streak.automata.EarnedTable;
import dev.streak.automata.LiteralSearch;
import dev.streak.automata.RestWalk;
import dev.streak.automata.StatePath;
import dev.streak.field.AcceptedLiteral;
import dev.streak.termblock.BlockSections;
import dev.streak.termblock.PackedColumns;
import dev.streak.termblock.TermBlock;
import dev.streak.termblock.TermRows;
import java.io.IOException;
import org.apache.lucene.index.TermsEnum.SeekStatus;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.BytesRefBuilder;
import org.apache.lucene.util.IORunnable;
import org.apache.lucene.util.automaton.CompiledAutomaton;

/**
 * Says of block after block which of its terms an automaton accepts. Terms of a block are run
 * together, from the state that their prefix leads to. Where the automaton rejects the last of
 * them, the block with the next beginning is sought that it does not reject.
 */
final class AcceptedBlocks {

  /** Of a block with more accepted terms, all from the first to the last are unpacked together. */
  private static final int FEW = 8;

  private static final int NONE = -1;

  /** What a glance costs that was in vain, in blocks that are run without one. */
  private static final int GLANCES_LOST = 2;

  private static final int MOST_GLANCES = 8;

  /** So many blocks are looked at before there is another look at whether there is time left. */
  private static final int BLOCKS_OF_A_CHECK = 64;

  private final BlockTermsEnum terms;
  private final BytesRef startAfter;
  private final boolean unpacks;

  /** Finds what all accepted terms contain; null if nothing is known. */
  private final LiteralSearch literal;

  private final IORunnable check;
  private final StatePath path;
  private final ColumnWalk columnWalk;
  private final RestWalk restWalk;
  private final BytesRefBuilder target = new BytesRefBuilder();

  /** The prefix of the current block. */
  private final BytesRef prefix = new BytesRef();

  /** The prefix, and the own bytes of a section. */
  private final BytesRefBuilder begun = new BytesRefBuilder();

  /** A bit for each accepted term of the current block. */
  private long accepted;

  /** Whether to look at one term of a block before all are run: not below zero. */
  private int glances;

  /** Whether there was no block yet. */
  private boolean before = true;

  /** Whether what the current block ends with, and whatever begins with it, is rejected. */
  private boolean lastRejected;

  /** Which byte of the current block's prefix is rejected, or -1. */
  private int prefixRejectedAt;

  private boolean done;

  /** Blocks since the last check. */
  private int blocks;

  /** Set while the next block is read, and for good where that fails. */
  private boolean unread;

  /**
   * Goes through the terms after {@code startTerm}, or all if that is null, for whoever reads
   * terms.
   *
   * @param terms moves with this; stands before the first term of the current block
   */
  AcceptedBlocks(BlockTermsEnum terms, CompiledAutomaton compiled, BytesRef startTerm) {
    this(terms, compiled, startTerm, true, null, () -> {});
  }

  /**
   * Goes through all terms, for whoever does not read them.
   *
   * @param literal what is known of all accepted terms; null if nothing is
   * @param check is run now and then, also where no term is accepted
   */
  static AcceptedBlocks withoutTerms(
      BlockTermsEnum terms, CompiledAutomaton compiled, AcceptedLiteral literal, IORunnable check) {
    LiteralSearch search = LiteralSearch.isWorthwhile(literal) ? new LiteralSearch(literal) : null;
    return new AcceptedBlocks(terms, compiled, null, false, search, check);
  }

  private AcceptedBlocks(
      BlockTermsEnum terms,
      CompiledAutomaton compiled,
      BytesRef startTerm,
      boolean unpacks,
      LiteralSearch literal,
      IORunnable check) {
    this.terms = terms;
    this.startAfter = startTerm;
    this.unpacks = unpacks;
    this.literal = literal;
    this.check = check;
    this.path = new StatePath(compiled);
    EarnedTable table = new EarnedTable(compiled);
    this.columnWalk = new ColumnWalk(compiled, table);
    this.restWalk = new RestWalk(compiled, table);
  }

  /** Goes to the next block with accepted terms. Returns a bit for each, or 0 at the end. */
  long next() throws IOException {
    accepted = 0;
    while (accepted == 0 && done == false) {
      if (unread) {
        throw new IOException("a block of terms before this one could not be read");
      }
      unread = true;
      done = move() == false;
      unread = false;
    }
    return accepted;
  }

  /** Checks now and then, however few terms are accepted. */
  private void countBlock() throws IOException {
    blocks++;
    if (blocks == BLOCKS_OF_A_CHECK) {
      blocks = 0;
      check.run();
    }
  }

  /** Goes to the next block and runs its terms; returns false if there is none. */
  private boolean move() throws IOException {
    countBlock();
    if (before) {
      before = false;
      return start();
    }
    if (lastRejected) {
      int place = seek();
      if (place != NONE) {
        run(place);
      }
      return place != NONE;
    }
    boolean moved = terms.moveToNextBlock();
    if (moved) {
      run(0);
    }
    return moved;
  }

  private boolean start() throws IOException {
    BytesRef first = startAfter;
    if (first == null) {
      path.least(target);
      first = target.get();
    }
    SeekStatus status = terms.seekCeil(first);
    if (status == SeekStatus.END) {
      return false;
    }
    run(terms.place() + (startAfter != null && status == SeekStatus.FOUND ? 1 : 0));
    return true;
  }

  /**
   * Goes to the block with the next beginning that is not rejected. A glance at its first term not
   * below that beginning may tell that this term is rejected, too, and leads to another block: then
   * it goes on to that one. Returns the place from which on terms of the block may be accepted, or
   * {@link #NONE}.
   */
  private int seek() throws IOException {
    BytesRef term = prefix;
    int depth = prefixRejectedAt;
    if (depth < 0) {
      term = terms.termAt(terms.block().count() - 1);
      depth = path.run(term, prefix.length);
      if (depth == term.length) {
        return terms.moveToNextBlock() ? 0 : NONE;
      }
    }
    int place = NONE;
    while (path.next(term, depth, target)) {
      countBlock();
      int number = terms.blockOf(target.get());
      if (place != NONE) {
        boolean left = number > terms.blockNumber();
        glances = left ? Math.min(glances + 1, MOST_GLANCES) : glances - GLANCES_LOST;
        if (left == false) {
          return place;
        }
      }
      place = moveTo(number);
      if (place == NONE || glances < 0) {
        glances++;
        return place;
      }
      term = terms.termAt(place);
      depth = path.run(term, 0);
      if (depth == term.length) {
        return place;
      }
    }
    return NONE;
  }

  /** Goes to the first term not below the target in a block or the next one; returns its place. */
  private int moveTo(int number) throws IOException {
    boolean moved = number > terms.blockNumber();
    if (moved && terms.moveToBlock(number) == false) {
      return NONE;
    }
    int place = terms.block().locate(target.get());
    if (place < terms.block().count()) {
      if (moved == false) {
        // The target is greater than all that were run of the block.
        throw terms.outOfOrder();
      }
      return place;
    }
    return terms.moveToNextBlock() ? 0 : NONE;
  }

  /** Runs the terms of the current block from a place on. */
  private void run(int from) throws IOException {
    TermBlock block = terms.block();
    int count = block.count();
    prefixRejectedAt = -1;
    lastRejected = false;
    if (from == count) {
      return;
    }
    block.readPrefix(prefix);
    int depth = path.run(prefix, 0);
    if (depth < prefix.length) {
      prefixRejectedAt = depth;
      lastRejected = true;
      return;
    }
    runBehindPrefix(path.state(depth), from, count);
    if (unpacks && Long.bitCount(accepted) > FEW) {
      terms.prepared(
          Long.numberOfTrailingZeros(accepted), Long.SIZE - Long.numberOfLeadingZeros(accepted));
    }
  }

  private void runBehindPrefix(int state, int from, int count) throws IOException {
    if (path.isAll(state)) {
      accepted = all(from, count);
      return;
    }
    TermBlock block = terms.block();
    if (block.openColumns(columnWalk.columns())) {
      runSections(block.sections(), state, from);
    } else if (literal != null
        && restWalk.comparesEnds(block, literal.length()) == false
        && literal.isNext()
        && literal.isBehind(prefix)) {
      TermRows rows = terms.prepared(from, count);
      long found = literal.find(rows, from, count);
      accepted = restWalk.runSome(state, rows, found, literal.suffices() && state == 0);
    } else if (path.isAllOfAscii(state) && restWalk.areAscii(block)) {
      accepted = all(from, count);
    } else {
      accepted = runRests(state, block, from);
      lastRejected = restWalk.lastRejected();
    }
  }

  private long runRests(int state, TermBlock block, int from) throws IOException {
    if (restWalk.runsCodes(block)) {
      return restWalk.runCodes(state, block, from);
    }
    return restWalk.isOneByOne(block)
        ? restWalk.runOneByOne(state, block, from)
        : restWalk.run(state, terms.prepared(from, block.count()), from, block.count());
  }

  /** The bits of the terms from one to before another, of which there is at least one. */
  private static long all(int from, int to) {
    return -1L >>> -to & -1L << from;
  }

  /** Runs the terms of a block of columns from a place on, those of each section by themselves. */
  private void runSections(BlockSections sections, int state, int from) throws IOException {
    PackedColumns columns = columnWalk.columns();
    int own = sections.bytes();
    begun.copyBytes(prefix);
    begun.grow(prefix.length + own);
    begun.setLength(prefix.length + own);
    boolean searched =
        literal != null
            && literal.isNext()
            && columnWalk.comparesSuffix() == false
            && literal.open(columns);
    long having = searched ? literal.findPacked(from, terms.block().count()) : 0;
    long found = 0;
    for (int section = sections.of(from); section < sections.count(); section++) {
      int after = state;
      if (own > 0) {
        sections.read(section, begun.bytes(), prefix.length);
        int depth = path.run(begun.get(), prefix.length);
        lastRejected = depth < begun.length();
        if (lastRejected) {
          continue;
        }
        after = path.state(depth);
      }
      int first = Math.max(from, sections.from(section));
      int to = sections.to(section);
      if (searched && literal.isBehind(begun.get())) {
        long some = having & all(first, to);
        boolean enough = literal.suffices() && after == 0 && columns.areAscii();
        found |= enough ? some : columnWalk.runSome(after, some);
        lastRejected = false;
      } else if (path.isAllOfAscii(after) && columns.areAscii()) {
        found |= all(first, to);
      } else {
        found |= columnWalk.run(after, first, to);
        lastRejected = columnWalk.lastRejected();
      }
    }
    accepted = found;
  }
}
