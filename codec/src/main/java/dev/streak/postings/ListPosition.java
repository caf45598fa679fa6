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
package dev.streak.postings;

import dev.streak.field.TermEntry;
import dev.streak.listblock.DecodedListBlock;
import dev.streak.listblock.ListDescriptor;
import dev.streak.listblock.ListReader;
import java.io.IOException;
import org.apache.lucene.index.ImpactsEnum;
import org.apache.lucene.util.FixedBitSet;
import org.apache.lucene.util.VectorUtil;

/**
 * Where an enumeration stands in its list, and how it gets to the next block.
 *
 * <p>The position is a run, of which {@link #doc} is a member and {@link #runEnd} the end, and a
 * place in the loaded block behind that run. Documents of arrays and bitmaps are runs of one until
 * {@link #docIDRunEnd} looks further: it moves the place, and where the block ends loads the next,
 * but never the document. So a run is found whole however many blocks it crosses, and nothing is
 * decoded twice.
 *
 * <pre>
 * what is loaded        kind         docs[at..size)          arrayLimit, arrayLast  bitmapLast
 * array                 PACKED       documents to come       size, the last one     -1
 * array, inside a run   PACKED       documents behind it     0, -1                  -1
 * runs                  RUNS         starts of runs to come  0, -1                  -1
 * runs, packed          RUNS         none                    0, -1                  -1
 * runs, written out     WRITTEN_OUT  documents to come       size, the last one     -1
 * bitmap                BITMAP       none                    0, -1                  its last one
 * bitmap, inside a run  BITMAP       none                    0, -1                  -1
 * </pre>
 *
 * <p>"Inside a run" means that {@link #runEnd} was asked for and lies above the next document; the
 * state ends with the run. With asserts on, each change of block or run checks this table.
 */
abstract class ListPosition extends ImpactsEnum {

  /** An array that stands for some runs of the block. */
  static final int KIND_WRITTEN_OUT = -1;

  /** Values that a search looks ahead once, before it compares one vector after the other. */
  private static final int LOOK_AHEAD = 24;

  private final PostingLists owner;

  /** Made when the first list has to be read from the file. */
  ListReader list;

  final DecodedListBlock block = new DecodedListBlock();
  final BitmapCursor bitmap = new BitmapCursor();

  int doc;

  /** End (exclusive) of the run of {@link #doc}; a value not above it means a run of one. */
  int runEnd;

  /** Kind of the loaded block. */
  int kind;

  /** Documents of an array or starts of runs. */
  int[] docs;

  /** Ends of runs. */
  int[] ends;

  /** Where runs go on behind those that were written out. */
  private int runsAt;

  /** Next document or run, and how many there are; both zero for bitmaps. */
  int at;

  int size;

  /** {@link #size} while documents of an array may simply be taken, otherwise zero. */
  int arrayLimit;

  /** Last of the documents that may simply be taken, or -1. */
  int arrayLast;

  /** Last document of a bitmap while its documents may simply be looked for, or -1. */
  int bitmapLast;

  private int blocksLeft;

  /** Last document of the block. */
  int blockLastDoc;

  private int cost;

  ListPosition(PostingLists owner) {
    this.owner = owner;
  }

  /** Whether {@link #reset} may be called with an entry of {@code lists}. */
  boolean belongsTo(PostingLists lists) {
    return owner == lists;
  }

  /** Goes before the first document of {@code entry}'s list. */
  void reset(long entry) throws IOException {
    doc = -1;
    runEnd = -1;
    leaveBlock();
    if (TermEntry.isRun(entry)) {
      int start = TermEntry.runStart(entry);
      cost = TermEntry.runLength(entry);
      block.setRun(start, start + cost);
      blocksLeft = 0;
      enterBlock();
    } else {
      // Should reading fail, there is a block that cannot be read.
      blocksLeft = 1;
      if (list == null) {
        list = owner.newReader();
      }
      list.open(TermEntry.pointer(entry));
      cost = list.docFreq();
      blocksLeft = list.blockCount();
    }
  }

  /** Nothing is at hand until the next block is entered, which reading may prevent for good. */
  private void leaveBlock() {
    kind = ListDescriptor.KIND_PACKED;
    at = 0;
    size = 0;
    leaveArray();
    bitmap.leave();
    bitmapLast = -1;
    blockLastDoc = -1;
  }

  private void enterBlock() {
    kind = block.kind;
    blockLastDoc = block.lastDoc;
    at = 0;
    if (kind == ListDescriptor.KIND_BITMAP) {
      size = 0;
      bitmap.enter(block);
      bitmapLast = blockLastDoc;
      leaveArray();
      return;
    }
    docs = block.docs;
    ends = block.ends;
    bitmap.leave();
    bitmapLast = -1;
    if (kind == ListDescriptor.KIND_PACKED) {
      enterDocs();
    } else {
      size = block.count;
      leaveArray();
    }
    assert isConsistent();
  }

  /** Takes what documents of an array there are now. */
  private void enterDocs() {
    at = 0;
    size = block.count;
    if (size > 0) {
      enterArray();
    } else {
      leaveArray();
    }
  }

  void enterArray() {
    arrayLimit = size;
    arrayLast = docs[size - 1];
  }

  void leaveArray() {
    arrayLimit = 0;
    arrayLast = -1;
  }

  /** Brings what follows the documents or runs at hand; false if nothing does. */
  boolean loadMore() throws IOException {
    if (unpackMore()) {
      return true;
    }
    if (blocksLeft == 0) {
      return false;
    }
    leaveBlock();
    list.loadNext(block);
    blocksLeft--;
    enterBlock();
    return true;
  }

  /** Whether the block has more documents or runs than those at hand were. */
  boolean unpackMore() throws IOException {
    if (kind == KIND_WRITTEN_OUT) {
      returnToRuns();
      return at < size;
    }
    if (mayBePacked() == false || list.unpackMore(block) == false) {
      return false;
    }
    if (kind == ListDescriptor.KIND_PACKED) {
      enterDocs();
    } else {
      enterBlock();
    }
    return true;
  }

  @Override
  public int docID() {
    return doc;
  }

  /**
   * Goes on in an array of the next runs' documents. Where runs are short, to find out at every
   * document whether its run ends takes longer: nobody can guess it.
   */
  void writeOutRuns() {
    runsAt = Math.min(at + DecodedListBlock.RUNS_WRITTEN_OUT, size);
    size = block.writeOutRuns(at, runsAt);
    docs = block.writtenOut;
    at = 0;
    kind = KIND_WRITTEN_OUT;
    enterArray();
  }

  void returnToRuns() {
    kind = ListDescriptor.KIND_RUNS;
    docs = block.docs;
    at = runsAt;
    size = block.count;
    leaveArray();
  }

  /**
   * Index of the first value that is not below {@code target}, which the last is not: so no search
   * goes beyond it, and told that there is one more, looks at the last ones as at all others.
   */
  int firstAtLeast(int[] values, int target) {
    int from = at;
    if (from + LOOK_AHEAD < size && values[from + LOOK_AHEAD] < target) {
      // Who jumps far does so again: this is foreseen, and three vectors need not be compared.
      from += LOOK_AHEAD + 1;
    }
    return VectorUtil.findNextGEQ(values, target, from, size + 1);
  }

  boolean advanceBlock(int target) throws IOException {
    if (blocksLeft == 0) {
      return false;
    }
    leaveBlock();
    blocksLeft = list.blockCount() - 1 - list.loadFor(target, block);
    enterBlock();
    return target <= blockLastDoc;
  }

  /**
   * Sets the bits of blocks that end below the limit, as many as can be set at once, and loads the
   * next, without unpacking it if possible; false if there is none.
   */
  boolean loadForBitSet(int upTo, FixedBitSet bitSet, int offset) throws IOException {
    if (blocksLeft == 0) {
      return false;
    }
    leaveBlock();
    blocksLeft -= list.setBlocks(block, upTo, bitSet, offset);
    list.loadNextPacked(block);
    blocksLeft--;
    enterBlock();
    return true;
  }

  /** Whether there may be documents or runs of the block that are not unpacked yet. */
  private boolean mayBePacked() {
    return kind == ListDescriptor.KIND_PACKED || (kind == ListDescriptor.KIND_RUNS && size == 0);
  }

  /** Puts the documents or runs that are not unpacked yet. */
  void packedIntoBitSet(FixedBitSet bitSet, int offset) throws IOException {
    if (mayBePacked()) {
      list.intoBitSet(block, bitSet, offset);
    }
  }

  /** Takes the next run. */
  void enterRun() {
    doc = docs[at];
    runEnd = ends[at];
    at++;
  }

  /** Whether the fields are those of one of the states above. */
  boolean isConsistent() {
    boolean array = kind == ListDescriptor.KIND_PACKED || kind == KIND_WRITTEN_OUT;
    assert 0 <= at && at <= size && blocksLeft >= 0 : this;
    assert kind != ListDescriptor.KIND_BITMAP || size == 0 : this;
    assert arrayLimit == 0
            ? arrayLast == -1
            : array && arrayLimit == size && arrayLast == docs[size - 1]
        : this;
    assert bitmapLast == -1 || (kind == ListDescriptor.KIND_BITMAP && bitmapLast == blockLastDoc)
        : this;
    return true;
  }

  @Override
  public String toString() {
    return "doc="
        + doc
        + " runEnd="
        + runEnd
        + " kind="
        + kind
        + " at="
        + at
        + " size="
        + size
        + " arrayLast="
        + arrayLast
        + " bitmapLast="
        + bitmapLast
        + " blocksLeft="
        + blocksLeft;
  }

  @Override
  public long cost() {
    return cost;
  }
}
