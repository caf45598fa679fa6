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

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.lucene.codecs.FieldsProducer;
import org.apache.lucene.index.DocIDMerger;
import org.apache.lucene.index.MergeState;
import org.apache.lucene.index.Terms;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BytesRef;

/**
 * The terms of a field of several segments as those of the segment that they are merged to: each
 * once, with the documents that are left, numbered anew.
 *
 * <p>Lucene's own way takes any term for one of several segments. Most terms of keys are in one,
 * and most have one document: no order of documents has to be found then, and no list to be opened.
 */
public final class MergedTerms implements TermSource {

  private static final Comparator<MergedSegmentTerms> BY_NUMBER =
      Comparator.comparingInt(MergedSegmentTerms::number);

  /** A heap: the least term is first, and no term is less than that of its parent. */
  private final MergedSegmentTerms[] heap;

  private int size;

  /** Those at the current term, which are at the top of the heap, in the order of segments. */
  private final List<MergedSegmentTerms> current = new ArrayList<>();

  /** Puts the documents of {@link #current} in order. */
  private final DocIDMerger<MergedSegmentTerms> merger;

  private MergedTerms(List<MergedSegmentTerms> segments, boolean sorted) throws IOException {
    heap = segments.toArray(MergedSegmentTerms[]::new);
    for (MergedSegmentTerms segment : heap) {
      if (segment.next()) {
        heap[size++] = segment;
      }
    }
    for (int i = size / 2 - 1; i >= 0; i--) {
      siftDown(i);
    }
    merger = DocIDMerger.of(current, Math.max(1, heap.length), sorted);
  }

  /** The terms of a field in the segments that are to be merged. */
  public static MergedTerms of(MergeState state, String field) throws IOException {
    List<MergedSegmentTerms> segments = new ArrayList<>();
    for (int i = 0; i < state.fieldsProducers.length; i++) {
      FieldsProducer fields = state.fieldsProducers[i];
      Terms terms = fields == null ? null : fields.terms(field);
      if (terms != null) {
        segments.add(new MergedSegmentTerms(terms, i, state.docMaps[i]));
      }
    }
    return new MergedTerms(segments, state.needsIndexSort);
  }

  @Override
  public BytesRef nextTerm() throws IOException {
    for (int i = current.size(); i > 0; i--) {
      moveTop();
    }
    current.clear();
    if (size == 0) {
      return null;
    }
    addEqual(0);
    if (current.size() == 1) {
      current.getFirst().openDocs();
    } else {
      current.sort(BY_NUMBER);
      for (MergedSegmentTerms segment : current) {
        segment.openDocs();
      }
      merger.reset();
    }
    return heap[0].term();
  }

  /** Adds what is at the first term, of the segment at a place in the heap and below it. */
  private void addEqual(int place) {
    current.add(heap[place]);
    for (int child = 2 * place + 1; child < size && child <= 2 * place + 2; child++) {
      if (heap[child].hasSameTerm(heap[0])) {
        addEqual(child);
      }
    }
  }

  @Override
  public int nextDoc() throws IOException {
    if (current.size() == 1) {
      return current.getFirst().nextMappedDoc();
    }
    MergedSegmentTerms next = merger.next();
    return next == null ? DocIdSetIterator.NO_MORE_DOCS : next.mappedDocID;
  }

  /** Moves the segment of the least term to its next term. */
  private void moveTop() throws IOException {
    if (heap[0].next() == false) {
      heap[0] = heap[--size];
      heap[size] = null;
    }
    if (size > 1) {
      siftDown(0);
    }
  }

  private void siftDown(int from) {
    MergedSegmentTerms segment = heap[from];
    int place = from;
    for (int child = 2 * place + 1; child < size; child = 2 * place + 1) {
      if (child + 1 < size && heap[child + 1].isBefore(heap[child])) {
        child++;
      }
      if (heap[child].isBefore(segment) == false) {
        break;
      }
      heap[place] = heap[child];
      place = child;
    }
    heap[place] = segment;
  }
}
