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

  /** Kind of the loaded block. */
  private int kind;

  /** Documents of an array or starts of runs. */
  private int[] docs;

  /** Ends of runs. */
  private int[] ends;

  /** Next document or run of the block, and how many there are; both zero for bitmaps. */
  private int at;

  private int size;

  /** {@link #size} while documents of an array may simply be taken, otherwise zero. */
  private int arrayLimit;

  /** Last of the documents that may simply be taken, or -1. */
  private int arrayLast;

  /** Bits of a bitmap. */
  private long[] words;

  /** What is left of the bitmap's current word, and the document of the word's first bit. */
  private long word;

  private int wordBase;
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
    kind = ListDescriptor.KIND_PACKED;
    leaveArray();
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
    kind = block.kind;
    blockLastDoc = block.lastDoc;
    at = 0;
    if (kind == ListDescriptor.KIND_BITMAP) {
      size = 0;
      words = block.bits.getBits();
      wordCount = block.count;
      enterWord(0);
    } else {
      docs = block.docs;
      ends = block.ends;
      size = block.count;
      word = 0;
      wordIndex = 0;
      wordCount = 0;
    }
    if (kind == ListDescriptor.KIND_PACKED) {
      enterDocs();
    } else {
      leaveArray();
    }
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

  private void enterArray() {
    arrayLimit = size;
    arrayLast = docs[size - 1];
  }

  private void leaveArray() {
    arrayLimit = 0;
    arrayLast = -1;
  }

  private void enterWord(int index) {
    wordIndex = index;
    wordBase = block.base + (index << 6);
    word = words[index];
  }

  /** Brings what follows the documents or runs at hand; false if nothing does. */
  private boolean loadNextBlock() throws IOException {
    if (unpackMore()) {
      return true;
    }
    if (blocksLeft == 0) {
      return false;
    }
    list.loadNext(block);
    blocksLeft--;
    enterBlock();
    return true;
  }

  /** Whether there were more documents of an array to unpack. */
  private boolean unpackMore() throws IOException {
    if (kind != ListDescriptor.KIND_PACKED || list.unpackMore(block) == false) {
      return false;
    }
    enterDocs();
    return true;
  }

  @Override
  public int docID() {
    return doc;
  }

  @Override
  public int nextDoc() throws IOException {
    // Arrays come first: with them there is most to lose.
    if (at < arrayLimit) {
      doc = docs[at++];
      return doc;
    }
    int next = doc + 1;
    if (next < runEnd) {
      doc = next;
      return next;
    }
    if (at < size) {
      return nextRun();
    }
    if (word != 0) {
      doc = wordBase + Long.numberOfTrailingZeros(word);
      word &= word - 1;
      return doc;
    }
    if (nextWord() || loadNextBlock()) {
      return nextDoc();
    }
    return exhausted();
  }

  /** Next run, or next document of an array behind a run that was followed into it. */
  private int nextRun() {
    doc = docs[at];
    if (kind == ListDescriptor.KIND_RUNS) {
      runEnd = ends[at];
    } else {
      enterArray();
    }
    at++;
    return doc;
  }

  private int exhausted() {
    doc = NO_MORE_DOCS;
    return NO_MORE_DOCS;
  }

  private boolean nextWord() {
    for (int index = wordIndex + 1; index < wordCount; index++) {
      if (words[index] != 0) {
        enterWord(index);
        return true;
      }
    }
    wordIndex = wordCount;
    return false;
  }

  @Override
  public int advance(int target) throws IOException {
    if (target <= arrayLast) {
      int next = firstAtLeast(docs, target);
      doc = docs[next];
      at = next + 1;
      return doc;
    }
    return advanceFurther(target);
  }

  private int advanceFurther(int target) throws IOException {
    if (target < runEnd) {
      doc = target;
      return target;
    }
    if (target > blockLastDoc && advanceBlock(target) == false) {
      return exhausted();
    }
    if (kind == ListDescriptor.KIND_BITMAP) {
      return advanceInBitmap(target);
    }
    if (kind == ListDescriptor.KIND_RUNS) {
      // The first run that ends behind the target.
      at = firstAtLeast(ends, target + 1);
      doc = Math.max(target, docs[at]);
      runEnd = ends[at];
    } else {
      if (size == 0 || docs[size - 1] < target) {
        list.unpackTo(doc, target, block);
        at = block.from;
        size = block.count;
      } else {
        at = firstAtLeast(docs, target);
      }
      doc = docs[at];
      enterArray();
    }
    at++;
    return doc;
  }

  /**
   * Index of the first value that is not below {@code target}, which the last is not: so no search
   * goes beyond it, and told that there is one more, looks at the last ones as at all others.
   */
  private int firstAtLeast(int[] values, int target) {
    return VectorUtil.findNextGEQ(values, target, at, size + 1);
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
    int bit = Math.max(target - block.base, 0);
    int index = bit >>> 6;
    // Bits up to the current document lie before the target: no need to look at what is left.
    long rest = words[index] & (-1L << bit);
    while (rest == 0) {
      rest = words[++index];
    }
    wordIndex = index;
    wordBase = block.base + (index << 6);
    doc = wordBase + Long.numberOfTrailingZeros(rest);
    word = rest & (rest - 1);
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
    if (end > doc + 1) {
      // Until the run is over.
      leaveArray();
    }
    return end;
  }

  /** Moves on in the block while what comes next continues the run that ends at {@code end}. */
  private int extendInBlock(int end) {
    int newEnd = end;
    switch (kind) {
      case ListDescriptor.KIND_RUNS -> {
        while (at < size && docs[at] == newEnd) {
          newEnd = ends[at++];
        }
      }
      case ListDescriptor.KIND_BITMAP -> newEnd = extendInBitmap(end);
      default -> {
        while (at < size && docs[at] == newEnd) {
          newEnd++;
          at++;
        }
      }
    }
    return newEnd;
  }

  private int extendInBitmap(int end) {
    int newEnd = end;
    do {
      int bit = newEnd - wordBase;
      if (bit < 0) {
        return newEnd;
      }
      if (bit < Long.SIZE) {
        int ones = Math.min(Long.numberOfTrailingZeros(~(word >>> bit)), Long.SIZE - bit);
        newEnd += ones;
        if (bit + ones < Long.SIZE) {
          word &= -1L << (bit + ones);
          return newEnd;
        }
      }
      word = 0;
    } while (wordIndex + 1 < wordCount && words[wordIndex + 1] != 0 && nextWord());
    return newEnd;
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
      boolean beyond =
          switch (kind) {
            case ListDescriptor.KIND_RUNS -> runsIntoBitSet(upTo, bitSet, offset);
            case ListDescriptor.KIND_BITMAP -> bitsIntoBitSet(upTo, bitSet, offset);
            default -> docsIntoBitSet(upTo, bitSet, offset);
          };
      if (beyond) {
        return;
      }
    } while (loadNextBlock());
    doc = NO_MORE_DOCS;
  }

  /** These return whether the position is now at or behind {@code upTo}. */
  private boolean runsIntoBitSet(int upTo, FixedBitSet bitSet, int offset) {
    int to = blockLastDoc < upTo ? size : firstAtLeast(ends, upTo);
    long[] target = bitSet.getBits();
    for (int i = at; i < to; i++) {
      int first = docs[i] - offset;
      int last = ends[i] - 1 - offset;
      int word = first >> 6;
      long bits = -1L << first;
      long lastBits = -1L >>> ~last;
      if (word == last >> 6) {
        // Most runs are short.
        target[word] |= bits & lastBits;
      } else {
        bitSet.set(first, last + 1);
      }
    }
    at = to;
    if (to == size) {
      return false;
    }
    // Ends at or behind the limit; what lies before it is still to be set.
    doc = docs[at];
    runEnd = ends[at];
    at++;
    if (doc < upTo) {
      bitSet.set(doc - offset, upTo - offset);
      if (runEnd == upTo) {
        return at < size ? enterRun() : false;
      }
      doc = upTo;
    }
    return true;
  }

  private boolean enterRun() {
    doc = docs[at];
    runEnd = ends[at];
    at++;
    return true;
  }

  private boolean docsIntoBitSet(int upTo, FixedBitSet bitSet, int offset) {
    int to = blockLastDoc < upTo ? size : firstAtLeast(docs, upTo);
    setBits(docs, at, to, bitSet, offset);
    at = to;
    if (to == size) {
      return false;
    }
    doc = docs[at++];
    enterArray();
    return true;
  }

  private static void setBits(int[] docs, int from, int to, FixedBitSet bitSet, int offset) {
    for (int i = from; i < to; i++) {
      bitSet.set(docs[i] - offset);
    }
  }

  private boolean bitsIntoBitSet(int upTo, FixedBitSet bitSet, int offset) {
    if (word == 0 && nextWord() == false) {
      return false;
    }
    int from = wordBase + Long.numberOfTrailingZeros(word);
    int to = Math.min(upTo, blockLastDoc + 1);
    if (from < to) {
      FixedBitSet.orRange(block.bits, from - block.base, bitSet, from - offset, to - from);
    }
    if (upTo > blockLastDoc) {
      wordIndex = wordCount;
      word = 0;
      return false;
    }
    advanceInBitmap(Math.max(upTo, from));
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
    return FrequencyOne.INSTANCE;
  }
}
