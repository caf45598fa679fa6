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

import dev.streak.termblock.TermBlock;
import dev.streak.termblock.TermBlockStarts;
import dev.streak.termblock.TermRows;
import java.io.IOException;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.RandomAccessInput;
import org.apache.lucene.util.BytesRef;

/** Goes from block to block of a field. For one thread. */
public final class TermBlockCursor {

  private static final int NOWHERE = -1;

  /** No block. */
  private static final int NONE = -2;

  /** A target that is no farther behind the one before ascends by little. */
  private static final int LITTLE = 8;

  /**
   * What {@link #crowd} loses by a block, or by a target that does not ascend by little: after that
   * many more targets that do, all terms of a block are unpacked and compared as they are.
   */
  private static final int LOST = 3;

  private static final int CROWDED = 8;
  private static final int MOST = 16;

  /** So many blocks ahead are read with the current one, for the system reads what is around it. */
  private static final int AROUND = 16;

  private final TermBlockFile file;
  private final TermBlockStarts starts;

  /** The bytes of the file; null before any is read, as of many cursors none is. */
  private RandomAccessInput in;

  /** Null until {@link #in} is there. */
  private TermBlock block;

  private int number = NOWHERE;

  /** The block that was moved to last, or was to be. */
  private int wanted;

  /** Terms of a block; null until there is need of it. */
  private TermRows rows;

  /** The block whose terms these are. */
  private int rowsNumber = NONE;

  /** Grows with each target that ascends by little, and shrinks faster with others. */
  private int crowd;

  /** Where in the block the target before was. */
  private int last;

  private boolean found;

  TermBlockCursor(TermBlockFile file) {
    this.file = file;
    this.starts = file.starts();
  }

  private void open() throws IOException {
    RandomAccessInput bytes = file.bytes();
    block = new TermBlock(bytes, file.tables());
    in = bytes;
  }

  /** Moves to a block and returns it. */
  public TermBlock moveTo(int blockNumber) throws IOException {
    if (number != blockNumber || number == NOWHERE) {
      // Should reading fail, this is nowhere.
      int left = crowd - LOST;
      crowd = 0;
      number = NOWHERE;
      wanted = blockNumber;
      if (in == null) {
        open();
      }
      file.verifyOnce(blockNumber, in);
      long start = starts.position(in, blockNumber);
      if (in instanceof HeldBlock held) {
        held.hold(start, starts.position(in, blockNumber + 1));
      }
      block.open(start);
      number = blockNumber;
      crowd = Math.max(0, left);
      last = 0;
    }
    return block;
  }

  /** As {@link #moveTo}, for who reads here and there. */
  public void jumpTo(int blockNumber) throws IOException {
    if (number == NOWHERE || blockNumber < number || blockNumber > number + AROUND) {
      announce(blockNumber);
    }
    moveTo(blockNumber);
  }

  /** Announces to slow storage that a block will be read, by itself. */
  public void announce(int blockNumber) throws IOException {
    if (in == null) {
      open();
    }
    file.announceUnread(blockNumber, in);
  }

  public TermBlock block() {
    return block;
  }

  /** The number of the current block, or -1. */
  public int number() {
    return number;
  }

  /** Says that terms of the current block are not in their order. */
  public CorruptIndexException outOfOrder() {
    return file.outOfOrder(number);
  }

  /** Moves to the first block; where reading one failed, to that one. */
  public void moveToWanted() throws IOException {
    moveTo(wanted);
  }

  public int blocks() {
    return file.blocks();
  }

  /** Whether so many targets came of late that the next one is likely to be near. */
  public boolean isCrowded() {
    return crowd >= CROWDED;
  }

  /** The place in the current block of the least term not less than a target, or the count. */
  public int locate(BytesRef target) throws IOException {
    int place;
    if (isCrowded() && block.hasPrefixInRows()) {
      place = locateInRows(target);
    } else {
      place = block.locate(target);
      found = block.found();
    }
    int ahead = place - last;
    crowd = ahead >= 0 && ahead <= LITTLE ? Math.min(MOST, crowd + 1) : Math.max(0, crowd - LOST);
    last = place;
    return place;
  }

  private int locateInRows(BytesRef target) throws IOException {
    found = false;
    int order = block.comparePrefix(target);
    if (order != 0) {
      return order < 0 ? 0 : block.count();
    }
    int place = prepare(0, block.count()).ceil(target, last);
    found = rows.isEqual();
    return place;
  }

  /** Whether the last {@link #locate} found the target itself. */
  public boolean found() {
    return found;
  }

  /** Locates a target in the current block; returns -1 if it may be in another one. */
  public int locateHere(BytesRef target) throws IOException {
    if (number == NOWHERE) {
      return -1;
    }
    int place = locate(target);
    return found || (place > 0 && place < block.count()) ? place : -1;
  }

  /** Makes terms of the current block ready. */
  public TermRows prepare(int from, int to) throws IOException {
    if (rows == null) {
      rows = new TermRows(in);
    }
    // Should reading fail, none are ready.
    int ready = rowsNumber;
    rowsNumber = NONE;
    if (ready != number) {
      block.openRows(rows);
    }
    if (from < rows.readyFrom() || to > rows.readyTo()) {
      rows.prepare(from, to);
    }
    rowsNumber = number;
    return rows;
  }

  /** Whether a term of the current block is ready. */
  public boolean isReady(int index) {
    return rowsNumber == number && index >= rows.readyFrom() && index < rows.readyTo();
  }

  /** The terms that were made ready. */
  public TermRows rows() {
    return rows;
  }
}
