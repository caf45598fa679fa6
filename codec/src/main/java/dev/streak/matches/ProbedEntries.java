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
package dev.streak.matches;

import dev.streak.field.TermEntry;
import java.util.Arrays;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.InPlaceMergeSorter;

/** What a probe finds of a batch of terms in one segment, in any order. */
public final class ProbedEntries {

  private int[] terms = new int[0];
  private long[] entries = new long[0];
  private int size;
  private boolean ascending = true;

  public void add(int term, long entry) {
    if (size == terms.length) {
      terms = ArrayUtil.grow(terms, size + 1);
      entries = ArrayUtil.growExact(entries, terms.length);
    }
    ascending &= size == 0 || terms[size - 1] < term;
    terms[size] = term;
    entries[size++] = entry;
  }

  int size() {
    return size;
  }

  /** The terms that were found, ascending. */
  int[] terms() {
    sort();
    return Arrays.copyOf(terms, size);
  }

  /** An entry for each of {@link #terms}. */
  long[] entries() {
    sort();
    return Arrays.copyOf(entries, size);
  }

  /** An entry for each term of the batch. */
  long[] ofAll(int count) {
    long[] all = new long[count];
    Arrays.fill(all, TermEntry.ABSENT);
    for (int i = 0; i < size; i++) {
      all[terms[i]] = entries[i];
    }
    return all;
  }

  private void sort() {
    if (ascending) {
      return;
    }
    new InPlaceMergeSorter() {
      @Override
      protected int compare(int i, int j) {
        return Integer.compare(terms[i], terms[j]);
      }

      @Override
      protected void swap(int i, int j) {
        int term = terms[i];
        terms[i] = terms[j];
        terms[j] = term;
        long entry = entries[i];
        entries[i] = entries[j];
        entries[j] = entry;
      }
    }.sort(0, size);
    ascending = true;
  }
}
