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

import dev.streak.listblock.ListDescriptor;
import java.io.IOException;
import org.apache.lucene.index.Impacts;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;

/**
 * Documents of one list, one after the other, by leaps, or as the runs that they form. {@link
 * ListPosition} says how the fields belong together. Nothing but the documents was indexed.
 */
final class RunPostingsEnum extends ListPosition {

  RunPostingsEnum(PostingLists owner) {
    super(owner);
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
    next = bitmap.nextInWord();
    if (next >= 0) {
      doc = next;
      return next;
    }
    return nextFurther();
  }

  private int nextFurther() throws IOException {
    if (bitmap.hasNext()) {
      doc = bitmap.next();
      return doc;
    }
    return loadMore() ? nextDoc() : exhausted();
  }

  /** Next run, or next document of an array behind a run that was followed into it. */
  private int nextRun() {
    if (kind == ListDescriptor.KIND_RUNS) {
      if (block.runsAreShort) {
        writeOutRuns();
      } else {
        runEnd = ends[at];
      }
    } else {
      enterArray();
    }
    doc = docs[at++];
    return doc;
  }

  private int exhausted() {
    doc = NO_MORE_DOCS;
    return NO_MORE_DOCS;
  }

  @Override
  public int advance(int target) throws IOException {
    if (target <= arrayLast) {
      int next = firstAtLeast(docs, target);
      doc = docs[next];
      at = next + 1;
      return doc;
    }
    if (target <= bitmapLast) {
      // Here and not with the others: a call would be a quarter of the time.
      doc = bitmap.advance(target);
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
      bitmapLast = blockLastDoc;
      doc = bitmap.advance(target);
      return doc;
    }
    if (kind == KIND_WRITTEN_OUT && docs[size - 1] < target) {
      returnToRuns();
    }
    if (kind == ListDescriptor.KIND_RUNS) {
      // The first run that ends behind the target.
      at = firstAtLeast(ends, target + 1);
      doc = Math.max(target, docs[at]);
      runEnd = ends[at];
    } else {
      if (size == 0 || docs[size - 1] < target) {
        at = list.unpackTo(doc, target, block);
        size = block.count;
      } else {
        at = firstAtLeast(docs, target);
      }
      doc = docs[at];
      enterArray();
    }
    at++;
    assert isConsistent();
    return doc;
  }

  @Override
  public int docIDRunEnd() throws IOException {
    int end = Math.max(runEnd, doc + 1);
    while (true) {
      end = extendInBlock(end);
      if (at < size || bitmap.hasNext() || loadMore() == false) {
        break;
      }
    }
    runEnd = end;
    if (end > doc + 1) {
      // Until the run is over.
      leaveArray();
      bitmapLast = -1;
    }
    assert isConsistent();
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
      case ListDescriptor.KIND_BITMAP -> newEnd = bitmap.extend(end);
      default -> {
        while (at < size && docs[at] == newEnd) {
          newEnd++;
          at++;
        }
      }
    }
    return newEnd;
  }

  @Override
  public void intoBitSet(int upTo, FixedBitSet bitSet, int offset) throws IOException {
    BitSetFilling.fill(this, upTo, bitSet, offset);
    assert isConsistent();
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
