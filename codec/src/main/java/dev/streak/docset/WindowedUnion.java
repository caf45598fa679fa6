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
package dev.streak.docset;

import java.io.IOException;
import java.util.List;
import org.apache.lucene.search.AbstractDocIdSetIterator;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.FixedBitSet;
import org.apache.lucene.util.IOSupplier;

/**
 * The union of a few iterators, a window of documents at a time, so that nobody pays for documents
 * that are not asked for. If many windows turn out to be asked for, an iterator of all documents
 * takes over, which takes less time for all of them.
 *
 * <p>The window holds documents {@code base <= doc < end}. It is empty, {@code base == end}, until
 * there is somebody who wants the documents one by one. The iterators are at {@code end} or behind
 * it whenever the window has documents.
 */
public final class WindowedUnion extends AbstractDocIdSetIterator {

  private final DocIdSetIterator[] iterators;
  private final FixedBitSet window;
  private final long cost;
  private int base;
  private int end;

  /** Windows that may still be filled. */
  private int windowsLeft;

  private final IOSupplier<DocIdSetIterator> union;

  /** All documents; null as long as there are windows. */
  private DocIdSetIterator united;

  /**
   * The union of iterators that were not moved yet.
   *
   * @param windowDocs documents of a window
   * @param maxWindows so many windows are filled at most
   * @param union is asked then for an iterator of the same documents, not moved yet
   */
  public WindowedUnion(
      List<? extends DocIdSetIterator> iterators,
      int windowDocs,
      int maxWindows,
      IOSupplier<DocIdSetIterator> union) {
    this.windowsLeft = maxWindows;
    this.union = union;
    this.iterators = iterators.toArray(DocIdSetIterator[]::new);
    this.window = new FixedBitSet(windowDocs);
    long sum = 0;
    for (DocIdSetIterator iterator : this.iterators) {
      sum += iterator.cost();
    }
    this.cost = sum;
  }

  @Override
  public long cost() {
    return cost;
  }

  @Override
  public int nextDoc() throws IOException {
    return advance(doc + 1);
  }

  @Override
  public int advance(int target) throws IOException {
    if (united != null) {
      doc = united.advance(target);
      return doc;
    }
    int bit = target < end ? window.nextSetBit(target - base) : NO_MORE_DOCS;
    doc = bit == NO_MORE_DOCS ? fill(Math.max(target, end)) : base + bit;
    return doc;
  }

  @Override
  public int docIDRunEnd() throws IOException {
    if (united != null) {
      return united.docIDRunEnd();
    }
    if (doc >= end) {
      return doc + 1;
    }
    int clear = window.nextClearBit(doc - base);
    return clear == NO_MORE_DOCS ? end : base + clear;
  }

  /** Fills the window from the first document at or behind {@code target}, which is returned. */
  private int fill(int target) throws IOException {
    if (isThatAll()) {
      return united.advance(target);
    }
    int first = advanceAll(target);
    base = first;
    // The last document of all is before NO_MORE_DOCS.
    end = Math.min(first, NO_MORE_DOCS - window.length()) + window.length();
    window.clear();
    for (DocIdSetIterator iterator : iterators) {
      if (iterator.docID() < end) {
        iterator.intoBitSet(end, window, base);
      }
    }
    return first;
  }

  /** Takes a window of those that are left. Returns whether there was none. */
  private boolean isThatAll() throws IOException {
    if (windowsLeft == 0) {
      united = union.get();
      return true;
    }
    windowsLeft--;
    return false;
  }

  private int advanceAll(int target) throws IOException {
    int first = NO_MORE_DOCS;
    for (DocIdSetIterator iterator : iterators) {
      int at = iterator.docID();
      first = Math.min(first, at < target ? iterator.advance(target) : at);
    }
    return first;
  }

  @Override
  public void intoBitSet(int upTo, FixedBitSet bitSet, int offset) throws IOException {
    if (upTo <= doc) {
      // Nothing is asked for, so it costs no window, either.
      return;
    }
    if (united == null) {
      windowIntoBitSet(upTo, bitSet, offset);
    }
    if (united != null && doc < upTo) {
      united.intoBitSet(upTo, bitSet, offset);
      doc = united.docID();
    }
  }

  private void windowIntoBitSet(int upTo, FixedBitSet bitSet, int offset) throws IOException {
    while (doc < upTo && doc < end) {
      bitSet.set(doc - offset);
      int bit = doc + 1 < end ? window.nextSetBit(doc + 1 - base) : NO_MORE_DOCS;
      doc = bit == NO_MORE_DOCS ? end : base + bit;
    }
    if (doc < end) {
      return;
    }
    if (isThatAll()) {
      doc = united.advance(doc);
      return;
    }
    // What is wanted as bits does not go through the window.
    int next = advanceAll(doc);
    if (next < upTo) {
      next = NO_MORE_DOCS;
      for (DocIdSetIterator iterator : iterators) {
        if (iterator.docID() < upTo) {
          iterator.intoBitSet(upTo, bitSet, offset);
        }
        next = Math.min(next, iterator.docID());
      }
    }
    doc = next;
    base = next;
    end = next;
  }
}
