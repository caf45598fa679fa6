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
package dev.streak.search;

import dev.streak.matches.SegmentTerms;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.IntConsumer;
import org.apache.lucene.search.DocIdSetIterator;

/** What became of a batch of terms; they are named by their place in the batch. For one thread. */
public final class FoundTerms {

  private final int size;
  private final List<SegmentTerms> segments;

  /** The first segment with each term; their number where there is none. */
  private final int[] firsts;

  FoundTerms(int size, List<SegmentTerms> segments) {
    this.size = size;
    this.segments = segments;
    this.firsts = new int[size];
    Arrays.fill(firsts, segments.size());
    for (int i = segments.size() - 1; i >= 0; i--) {
      segments.get(i).mark(firsts, i);
    }
  }

  /** Number of terms asked for. */
  public int size() {
    return size;
  }

  /**
   * Whether a term is in any segment, if only of deleted documents; {@link #firstDoc} says whether
   * a document has it that is not deleted.
   */
  public boolean hasTerm(int index) {
    return first(index) < segments.size();
  }

  /** The first segment with a term that was asked for. */
  private int first(int index) {
    if (index < 0 || index >= size) {
      throw new IndexOutOfBoundsException(
          "index of a term is " + index + ", must be less than the terms: " + size);
    }
    return firsts[index];
  }

  /** Number of documents with a term, deleted ones included. */
  public int docFreq(int index) throws IOException {
    int docFreq = 0;
    for (int i = first(index); i < segments.size(); i++) {
      if (segments.get(i).isFound(index)) {
        docFreq += segments.get(i).docFreq(index);
      }
    }
    return docFreq;
  }

  /** The first document with a term that is not deleted, or -1: all there is to say of a key. */
  public int firstDoc(int index) throws IOException {
    for (int i = first(index); i < segments.size(); i++) {
      SegmentTerms segment = segments.get(i);
      if (segment.isFound(index)) {
        int doc = segment.firstLive(index);
        if (doc != DocIdSetIterator.NO_MORE_DOCS) {
          return segment.docBase() + doc;
        }
      }
    }
    return -1;
  }

  /**
   * Hands over all documents with a term that are not deleted, ascending. Other terms may be asked
   * for in between.
   */
  public void forEachDoc(int index, IntConsumer docs) throws IOException {
    Objects.requireNonNull(docs, "docs");
    for (int i = first(index); i < segments.size(); i++) {
      if (segments.get(i).isFound(index)) {
        segments.get(i).forEachLive(index, docs);
      }
    }
  }
}
