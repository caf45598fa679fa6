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

import dev.streak.field.DocSink;
import java.util.Arrays;
import org.apache.lucene.search.AbstractDocIdSetIterator;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.FixedBitSet;

/** Documents as ascending runs that neither overlap nor touch. */
public final class CoalescedRuns extends MatchingDocs {

  /** {@link #pack}ed, ascending; only the first {@link #size} count. */
  private final long[] runs;

  private final int size;
  private final int cardinality;

  private CoalescedRuns(long[] runs, int size, int cardinality) {
    this.runs = runs;
    this.size = size;
    this.cardinality = cardinality;
  }

  /** A run from {@code start} (inclusive) to {@code end} (exclusive); sorts by start. */
  static long pack(int start, int end) {
    assert start >= 0 && start < end : "start=" + start + " end=" + end;
    return ((long) start << 32) | end;
  }

  /** First document of a {@link #pack}ed run. */
  public static int start(long run) {
    return (int) (run >>> 32);
  }

  /** End (exclusive) of a {@link #pack}ed run. */
  public static int end(long run) {
    return (int) run;
  }

  /**
   * The union of the first {@code size} of {@code runs}, which are sorted by start and may overlap.
   * The array is taken over and changed.
   */
  static CoalescedRuns ofSorted(long[] runs, int size) {
    if (size == 0) {
      return new CoalescedRuns(runs, 0, 0);
    }
    int last = 0;
    int start = start(runs[0]);
    int end = end(runs[0]);
    int cardinality = 0;
    for (int i = 1; i < size; i++) {
      int nextStart = start(runs[i]);
      int nextEnd = end(runs[i]);
      if (nextStart <= end) {
        end = Math.max(end, nextEnd);
      } else {
        runs[last++] = pack(start, end);
        cardinality += end - start;
        start = nextStart;
        end = nextEnd;
      }
    }
    runs[last++] = pack(start, end);
    cardinality += end - start;
    return new CoalescedRuns(runs, last, cardinality);
  }

  /** Number of runs. */
  public int runCount() {
    return size;
  }

  /** The packed run number {@code index}. */
  public long run(int index) {
    assert index < size : "index=" + index + " of " + size;
    return runs[index];
  }

  /** A copy that does not hold on to unused space. */
  CoalescedRuns trim() {
    return runs.length == size
        ? this
        : new CoalescedRuns(Arrays.copyOf(runs, size), size, cardinality);
  }

  /**
   * Index of the first run from {@code from} on that ends after {@code target}, or {@link
   * #runCount()}. Gallops: the cost grows with the logarithm of the distance.
   */
  public int firstEndingAfter(int from, int target) {
    int low = from;
    int step = 1;
    while (low + step < size && end(runs[low + step]) <= target) {
      low += step;
      step <<= 1;
    }
    int high = Math.min(size, low + step);
    while (low < high) {
      int mid = (low + high) >>> 1;
      if (end(runs[mid]) <= target) {
        low = mid + 1;
      } else {
        high = mid;
      }
    }
    return low;
  }

  @Override
  public int cardinality() {
    return cardinality;
  }

  @Override
  public DocIdSetIterator iterator() {
    return new RunIterator();
  }

  @Override
  public void collect(DocSink sink) {
    for (int i = 0; i < size; i++) {
      sink.run(start(runs[i]), end(runs[i]));
    }
  }

  private final class RunIterator extends AbstractDocIdSetIterator {
    private int index = -1;

    /** End of the current run; before the first document there is none. */
    private int end = 0;

    @Override
    public int nextDoc() {
      int next = doc + 1;
      if (next < end) {
        doc = next;
        return doc;
      }
      return toRun(index + 1);
    }

    @Override
    public int advance(int target) {
      if (target < end) {
        doc = target;
        return doc;
      }
      toRun(firstEndingAfter(index + 1, target));
      doc = Math.max(doc, target);
      return doc;
    }

    private int toRun(int newIndex) {
      index = newIndex;
      if (newIndex >= size) {
        end = 0;
        doc = NO_MORE_DOCS;
        return doc;
      }
      long run = runs[newIndex];
      end = end(run);
      doc = start(run);
      return doc;
    }

    @Override
    public void intoBitSet(int upTo, FixedBitSet bitSet, int offset) {
      while (doc < upTo) {
        if (end > upTo) {
          bitSet.set(doc - offset, upTo - offset);
          doc = upTo;
        } else {
          bitSet.set(doc - offset, end - offset);
          toRun(index + 1);
        }
      }
    }

    @Override
    public int docIDRunEnd() {
      return end;
    }

    @Override
    public long cost() {
      return cardinality;
    }
  }
}
