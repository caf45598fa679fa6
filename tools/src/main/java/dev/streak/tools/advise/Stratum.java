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
package dev.streak.tools.advise;

import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.util.BytesRef;

/** Terms of a field whose lists are about as long, some of them in memory. */
final class Stratum {
  private final List<BytesRef> terms = new ArrayList<>();
  private final List<int[]> lists = new ArrayList<>();
  private long allTerms;
  private long allPostings;
  private long sampledPostings;

  void count(int docFreq) {
    allTerms++;
    allPostings += docFreq;
  }

  void take(BytesRef term, int[] docs) {
    terms.add(BytesRef.deepCopyOf(term));
    lists.add(docs);
    sampledPostings += docs.length;
  }

  List<BytesRef> terms() {
    return terms;
  }

  List<int[]> lists() {
    return lists;
  }

  long allTerms() {
    return allTerms;
  }

  long allPostings() {
    return allPostings;
  }

  /** Terms for each one in the sample. */
  double scale() {
    return terms.isEmpty() ? 0 : (double) allTerms / terms.size();
  }

  /** Postings for each one in the sample. */
  double postingsScale() {
    return sampledPostings == 0 ? 0 : (double) allPostings / sampledPostings;
  }
}
