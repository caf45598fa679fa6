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
import org.apache.lucene.util.FixedBitSet;

/**
 * Unites posting lists of a segment. As long as they are not too many runs they are only put down,
 * sorted once at the end and coalesced; the work then grows with the number of runs, however many
 * documents these hold. Anything else goes to a {@link Target}: a {@link SparseRunSetBuilder}, or
 * one bit set when it is known to be much.
 */
public final class DocUnion implements DocSink {

  /**
   * So many documents to a run: below it, setting bits in a set as large as the segment is cheaper
   * than sorting the runs.
   */
  private static final int MIN_DOCS_PER_RUN = 64;

  /**
   * So many documents to one that is scattered: below it, setting bits in a set as large as the
   * segment takes a fourth of the time of sorting them as runs.
   */
  private static final int DOCS_PER_SCATTERED = 256;

  private static final int MIN_RUNS = 4096;

  /** Runs are short that have fewer documents on average. */
  private static final int SHORT_RUN = 8;

  private final int maxDoc;
  private final int maxRuns;
  private final int maxShortRuns;
  private long[] runs;
  private int size;

  /** Null as long as there are only runs. */
  private Target target;

  /** Said to come as anything but runs. */
  private long expectedScattered;

  /** What unites lists of any shape. */
  interface Target extends DocSink {
    /** The union of all that came. This object is of no use afterwards. */
    MatchingDocs build();
  }

  /**
   * A union for documents below {@code maxDoc}.
   *
   * @param expectedRuns how many runs are known to come
   */
  public DocUnion(int maxDoc, int expectedRuns) {
    this(maxDoc, expectedRuns, Integer.MAX_VALUE);
  }

  /**
   * As the other, for whoever keeps memory low.
   *
   * @param shortRuns more short runs than these become bits once these take less memory
   */
  public DocUnion(int maxDoc, int expectedRuns, int shortRuns) {
    this.maxDoc = maxDoc;
    this.maxRuns = Math.max(MIN_RUNS, maxDoc / MIN_DOCS_PER_RUN);
    this.maxShortRuns = Math.max(shortRuns, maxDoc / MIN_DOCS_PER_RUN);
    this.runs = new long[Math.min(maxRuns, Math.max(16, expectedRuns))];
  }

  /**
   * Says that {@code count} documents will come, if not in runs: what is said is acted upon when
   * the first come that are not.
   */
  public void expectScattered(long count) {
    expectedScattered = count;
  }

  @Override
  public void run(int start, int end) {
    if (target == null && size == runs.length) {
      makeRoom();
    }
    if (target == null) {
      runs[size++] = CoalescedRuns.pack(start, end);
    } else {
      target.run(start, end);
    }
  }

  private void makeRoom() {
    if (size == maxRuns || (size >= maxShortRuns && areShort())) {
      goOnWith(new SparseRunSetBuilder(maxDoc));
    } else {
      // Doubled: arrays that grow by an eighth take nine times what the last one does.
      runs = Arrays.copyOf(runs, Math.min(maxRuns, 2 * size));
    }
  }

  /** Whether to go through the runs as bits would be little work. */
  private boolean areShort() {
    long docs = 0;
    for (int i = 0; i < size; i++) {
      docs += CoalescedRuns.end(runs[i]) - CoalescedRuns.start(runs[i]);
    }
    return docs < (long) size * SHORT_RUN;
  }

  /**
   * Runs of a list. If they say that more are to come than can be put down, they are bits from the
   * first.
   */
  @Override
  public void runs(int[] starts, int[] ends, int count) {
    if (target == null && expectedScattered > 0) {
      long docs = 0;
      for (int i = 0; i < count; i++) {
        docs += ends[i] - starts[i];
      }
      if (size + expectedScattered * count / docs > maxRuns) {
        leaveRuns();
      }
    }
    if (target != null) {
      target.runs(starts, ends, count);
      return;
    }
    for (int i = 0; i < count; i++) {
      run(starts[i], ends[i]);
    }
  }

  @Override
  public FixedBitSet bits() {
    return target == null ? null : target.bits();
  }

  @Override
  public void docs(int[] docs, int count) {
    leaveRunsFor(count);
    if (target != null) {
      target.docs(docs, count);
      return;
    }
    for (int i = 0; i < count; ) {
      int start = docs[i++];
      int end = start + 1;
      while (i < count && docs[i] == end) {
        end++;
        i++;
      }
      run(start, end);
    }
  }

  @Override
  public long gaps(byte[] bytes, int firstBit, int width, int first, int gaps) {
    leaveRunsFor(gaps + 1);
    return target == null ? UNPACK : target.gaps(bytes, firstBit, width, first, gaps);
  }

  @Override
  public void bitmap(int base, long[] words, int wordCount) {
    leaveRunsFor(maxRuns + 1);
    target.bitmap(base, words, wordCount);
  }

  /** Goes on to another form if {@code scattered} documents, or those expected, are too many. */
  private void leaveRunsFor(int scattered) {
    if (target == null
        && (isMuchExpected() || size + Math.max(scattered, expectedScattered) > maxRuns)) {
      leaveRuns();
    }
  }

  private boolean isMuchExpected() {
    return expectedScattered > 0 && expectedScattered >= maxDoc / DOCS_PER_SCATTERED;
  }

  private void leaveRuns() {
    goOnWith(isMuchExpected() ? new BitSetDocs.Builder(maxDoc) : new SparseRunSetBuilder(maxDoc));
  }

  private void goOnWith(Target all) {
    collectRuns(all);
    // Not before it has all, for which there may be no memory.
    target = all;
    runs = null;
    size = 0;
  }

  /** Whether nothing but runs came, and not too many of them. */
  public boolean hasOnlyRuns() {
    return runs != null;
  }

  /** What came, which was nothing but runs. Unlike after {@link #build}, more may come. */
  public MatchingDocs runs() {
    assert hasOnlyRuns();
    return coalesced(Arrays.copyOf(runs, size));
  }

  /** Hands over what came, which was nothing but runs, in the order in which it came. */
  public void collectRuns(DocSink sink) {
    assert hasOnlyRuns();
    for (int i = 0; i < size; i++) {
      sink.run(CoalescedRuns.start(runs[i]), CoalescedRuns.end(runs[i]));
    }
  }

  private MatchingDocs coalesced(long[] packed) {
    int startBits = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(1, maxDoc - 1));
    long[] sorted = new LongRadixSorter().sort(packed, size, Integer.SIZE, startBits);
    return CoalescedRuns.ofSorted(sorted, size);
  }

  /** The union of all that came. This object is of no use afterwards. */
  public MatchingDocs build() {
    return target == null ? coalesced(runs) : target.build();
  }
}
