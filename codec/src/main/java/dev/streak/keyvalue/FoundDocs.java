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
package dev.streak.keyvalue;

import dev.streak.docset.LongRadixSorter;
import java.util.List;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;

/** The documents of a slice of a batch in ascending order, each with the place of its key. */
final class FoundDocs {

  private final List<LeafReaderContext> leaves;
  private final LongRadixSorter sorter = new LongRadixSorter();

  /** Bits that a document's number takes. */
  private final int docBits;

  private long[] packed = new long[0];
  private int size;

  FoundDocs(List<LeafReaderContext> leaves) {
    this.leaves = leaves;
    int maxDoc =
        leaves.isEmpty() ? 0 : leaves.getLast().docBase + leaves.getLast().reader().maxDoc();
    this.docBits = Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(maxDoc));
  }

  /** Takes what was found for the keys {@code from} to {@code to - 1}. */
  void set(int[] docs, int from, int to) {
    if (packed.length < to - from) {
      packed = new long[to - from];
    }
    size = 0;
    for (int i = from; i < to; i++) {
      if (docs[i] != Batch.MISSING) {
        packed[size++] = (long) docs[i] << Integer.SIZE | i;
      }
    }
    packed = sorter.sort(packed, size, Integer.SIZE, docBits);
  }

  int size() {
    return size;
  }

  /** Document, as the whole reader numbers it. */
  int doc(int at) {
    return (int) (packed[at] >>> Integer.SIZE);
  }

  /** Place of the key in the batch. */
  int place(int at) {
    return (int) packed[at];
  }

  /** The segment of the document at {@code at}. */
  LeafReaderContext leaf(int at) {
    return leaves.get(ReaderUtil.subIndex(doc(at), leaves));
  }

  /** Where the documents of a segment end that begin at {@code at}. */
  int end(LeafReaderContext leaf, int at) {
    long limit = (long) leaf.docBase + leaf.reader().maxDoc();
    int end = at;
    while (end < size && doc(end) < limit) {
      end++;
    }
    return end;
  }
}
