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

import java.io.IOException;
import org.apache.lucene.index.FreqAndNormBuffer;
import org.apache.lucene.index.Impacts;
import org.apache.lucene.index.ImpactsEnum;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;
import org.apache.lucene.util.VectorUtil;

/**
 * Documents of one list.
 *
 * <p>The position is a run, of which {@link #doc} is a member and {@link #runEnd} the end, and a
 * place in the loaded block behind that run. Documents of arrays and bitmaps are runs of one until
 * {@link #docIDRunEnd} looks further: it moves the place, and where the block ends loads the next,
 * but never the document. So a run is found whole however many blocks it crosses, and nothing is
 * decoded twice.
 */
final class RunPostingsEnum extends ImpactsEnum {

  private final PostingLists owner;

  /** Made when the first list has to be read from the file. */
  private ListReader list;

  private final DecodedBlock block = new DecodedBlock();

  private int doc;

  /** End (exclusive) of the run of {@link #doc}; a value not above it means a run of one. */
  private int runEnd;

  /** Documents of an array or starts of runs. */
  private int[] docs;

  /** Next document or run of the block, and how many there are; both zero for bitmaps. */
  private int at;

  private int size;
  private boolean runs;

  /** What is left of the bitmap's current word. */
  private long word;

  private int wordIndex;
  private int wordCount;

  private int blocksLeft;

  /** Last document of the block. */
  private int blockLastDoc;

  private int cost;

  RunPostingsEnum(PostingLists owner) {
    this.owner = owner;
  }

  /** Whether {@link #reset} may be called with an entry of {@code lists}. */
  boolean belongsTo(PostingLists lists) {
    return owner == lists;
  }

  /** Goes before the first document of {@code entry}'s list. */
  RunPostingsEnum reset(long entry) throws IOException {
    doc = -1;
    runEnd = -1;
    word = 0;
    wordIndex = 0;
    wordCount = 0;
    if (TermEntry.isRun(entry)) {
      int start = TermEntry.runStart(entry);
      cost = TermEntry.runLength(entry);
      block.setRun(start, start + cost);
      blocksLeft = 0;
      enterBlock();
    } else {
      if (list == null) {
        list = owner.newReader();
      }
      list.open(TermEntry.pointer(entry));
      cost = list.docFreq();
      blocksLeft = list.blockCount();
      at = 0;
      size = 0;
      blockLastDoc = -1;
    }
    return this;
  }

  private void enterBlock() {
    docs = block.docs;
    blockLastDoc = block.lastDoc;
    at = 0;
    runs = block.kind == ListDescriptor.KIND_RUNS;
    if (block.kind == ListDescriptor.KIND_BITMAP) {
      size = 0;
      wordIndex = 0;
      wordCount = block.count;
      word = block.bits.getBits()[0];
    } else {
      size = block.count;
      word = 0;
      wordCount = 0;
    }
  }

  private boolean loadNextBlock() throws IOException {
    if (blocksLeft == 0) {
      return false;
    }
    list.loadNext(block);
    blocksLeft--;
    enterBlock();
    return true;
  }

  @Override
  public int docID() {
    return doc;
  }

  @Override
  public int nextDoc() throws IOException {
    int next = doc + 1;
    if (next < runEnd) {
      doc = next;
      return next;
    }
    if (at < size) {
      doc = docs[at];
      if (runs) {
        runEnd = block.ends[at];
      }
      at++;
      return doc;
    }
    return nextBit();
  }

  /** Next document of a bitmap, or of the next block. */
  private int nextBit() throws IOException {
    if (word == 0 && nextWord() == false) {
      return loadNextBlock() ? nextDoc() : exhausted();
    }
    doc = block.base + (wordIndex << 6) + Long.numberOfTrailingZeros(word);
    word &= word - 1;
    return doc;
  }

  private int exhausted() {
    doc = NO_MORE_DOCS;
    return NO_MORE_DOCS;
  }

  private boolean nextWord() {
    while (++wordIndex < wordCount) {
      word = block.bits.getBits()[wordIndex];
      if (word != 0) {
        return true;
      }
    }
    return false;
  }

  @Override
  public int advance(int target) throws IOException {
    if (target < runEnd) {
      doc = target;
      return target;
    }
    if (target > blockLastDoc && advanceBlock(target) == false) {
      return exhausted();
    }
    if (size == 0) {
      return advanceInBitmap(target);
    }
    if (runs) {
      // The first run that ends behind the target.
      at = VectorUtil.findNextGEQ(block.ends, target + 1, at, size);
      doc = Math.max(target, docs[at]);
      runEnd = block.ends[at];
    } else {
      at = VectorUtil.findNextGEQ(docs, target, at, size);
      doc = docs[at];
    }
    at++;
    return doc;
  }

  private boolean advanceBlock(int target) throws IOException {
    if (blocksLeft == 0) {
      return false;
    }
    blocksLeft = list.blockCount() - 1 - list.loadFor(target, block);
    enterBlock();
    return target <= blockLastDoc;
  }

  /** The target is not behind the bitmap's last bit. */
  private int advanceInBitmap(int target) {
    int bit = target - block.base;
    int index = Math.max(bit, 0) >>> 6;
    if (index > wordIndex) {
      wordIndex = index;
      word = block.bits.getBits()[index];
    }
    if (bit > 0 && index == wordIndex) {
      word &= -1L << bit;
    }
    if (word == 0) {
      boolean found = nextWord();
      assert found : "target=" + target + " last=" + blockLastDoc;
    }
    doc = block.base + (wordIndex << 6) + Long.numberOfTrailingZeros(word);
    word &= word - 1;
    return doc;
  }

  @Override
  public int docIDRunEnd() throws IOException {
    int end = Math.max(runEnd, doc + 1);
    while (true) {
      end = extendInBlock(end);
      if (at < size || word != 0 || wordIndex + 1 < wordCount || loadNextBlock() == false) {
        break;
      }
    }
    runEnd = end;
    return end;
  }

  /** Moves on in the block while what comes next continues the run that ends at {@code end}. */
  private int extendInBlock(int end) {
    int newEnd = end;
    if (runs) {
      while (at < size && docs[at] == newEnd) {
        newEnd = block.ends[at++];
      }
    } else if (size > 0) {
      while (at < size && docs[at] == newEnd) {
        newEnd++;
        at++;
      }
    } else if (wordCount > 0) {
      newEnd = extendInBitmap(end);
    }
    return newEnd;
  }

  private int extendInBitmap(int end) {
    int newEnd = end;
    while (true) {
      int wordStart = block.base + (wordIndex << 6);
      int bit = newEnd - wordStart;
      if (bit < Long.SIZE) {
        if (bit < 0 || (word >>> bit & 1) == 0) {
          return newEnd;
        }
        int ones = Long.numberOfTrailingZeros(~(word >>> bit));
        newEnd = Math.min(newEnd + ones, wordStart + Long.SIZE);
        bit = newEnd - wordStart;
        word = bit == Long.SIZE ? 0 : word & (-1L << bit);
        if (bit < Long.SIZE) {
          return newEnd;
        }
      }
      if (word != 0 || wordIndex + 1 >= wordCount) {
        return newEnd;
      }
      wordIndex++;
      word = block.bits.getBits()[wordIndex];
    }
  }

  @Override
  public void intoBitSet(int upTo, FixedBitSet bitSet, int offset) throws IOException {
    if (doc >= upTo) {
      return;
    }
    if (runEnd > doc + 1) {
      int to = Math.min(runEnd, upTo);
      bitSet.set(doc - offset, to - offset);
      if (to < runEnd) {
        doc = to;
        return;
      }
    } else {
      bitSet.set(doc - offset);
    }
    do {
      boolean beyond;
      if (runs) {
        beyond = runsIntoBitSet(upTo, bitSet, offset);
      } else if (size > 0) {
        beyond = docsIntoBitSet(upTo, bitSet, offset);
      } else {
        beyond = bitsIntoBitSet(upTo, bitSet, offset);
      }
      if (beyond) {
        return;
      }
    } while (loadNextBlock());
    doc = NO_MORE_DOCS;
  }

  /** These return whether the position is now at or behind {@code upTo}. */
  private boolean runsIntoBitSet(int upTo, FixedBitSet bitSet, int offset) {
    int[] ends = block.ends;
    for (; at < size; at++) {
      int start = docs[at];
      int end = ends[at];
      if (end > upTo) {
        if (start < upTo) {
          bitSet.set(start - offset, upTo - offset);
        }
        doc = Math.max(start, upTo);
        runEnd = end;
        at++;
        return true;
      }
      if (end == start + 1) {
        bitSet.set(start - offset);
      } else {
        bitSet.set(start - offset, end - offset);
      }
    }
    return false;
  }

  private boolean docsIntoBitSet(int upTo, FixedBitSet bitSet, int offset) {
    int to = blockLastDoc < upTo ? size : VectorUtil.findNextGEQ(docs, upTo, at, size);
    for (int i = at; i < to; i++) {
      bitSet.set(docs[i] - offset);
    }
    at = to;
    if (to == size) {
      return false;
    }
    doc = docs[at++];
    return true;
  }

  private boolean bitsIntoBitSet(int upTo, FixedBitSet bitSet, int offset) {
    if (word == 0 && (wordIndex >= wordCount || nextWord() == false)) {
      return false;
    }
    int from = (wordIndex << 6) + Long.numberOfTrailingZeros(word);
    int to = Math.min(upTo, blockLastDoc + 1) - block.base;
    if (from < to) {
      FixedBitSet.orRange(block.bits, from, bitSet, block.base + from - offset, to - from);
    }
    if (upTo > blockLastDoc) {
      wordIndex = wordCount;
      word = 0;
      return false;
    }
    advanceInBitmap(Math.max(upTo, block.base + from));
    return true;
  }

  @Override
  public long cost() {
    return cost;
  }

  @Override
  public int freq() {
    return 1;
  }

  @Override
  public int nextPosition() {
    return -1;
  }

  @Override
  public int startOffset() {
    return -1;
  }

  @Override
  public int endOffset() {
    return -1;
  }

  @Override
  public BytesRef getPayload() {
    return null;
  }

  @Override
  public void advanceShallow(int target) {}

  @Override
  public Impacts getImpacts() {
    return FREQUENCY_ONE;
  }

  /** Every document has the term once as far as the index knows, whatever its norm. */
  private static final Impacts FREQUENCY_ONE =
      new Impacts() {
        @Override
        public int numLevels() {
          return 1;
        }

        @Override
        public int getDocIdUpTo(int level) {
          return NO_MORE_DOCS;
        }

        @Override
        public FreqAndNormBuffer getImpacts(int level) {
          FreqAndNormBuffer buffer = new FreqAndNormBuffer();
          buffer.growNoCopy(1);
          buffer.add(1, 1L);
          return buffer;
        }
      };
}
