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

import java.io.IOException;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.TwoPhaseIterator;

/**
 * Looks at the values of the documents that others lead to, and unites lists once that many were
 * looked at: whether a search that passes over low scores asks for few of them or for all is not
 * known before.
 */
final class ValuesFirst extends TwoPhaseIterator {

  private final TwoPhaseIterator values;
  private final SegmentMatches matches;

  /** Values that are still to be looked at. */
  private long left;

  /** Null as long as values are looked at. */
  private DocIdSetIterator united;

  ValuesFirst(TwoPhaseIterator values, long looks, SegmentMatches matches) {
    super(values.approximation());
    this.values = values;
    this.matches = matches;
    this.left = looks;
  }

  @Override
  public boolean matches() throws IOException {
    if (left > 0) {
      left--;
      return values.matches();
    }
    if (united == null) {
      united = matches.docs().iterator();
    }
    int doc = approximation.docID();
    return (united.docID() < doc ? united.advance(doc) : united.docID()) == doc;
  }

  @Override
  public float matchCost() {
    return values.matchCost();
  }
}
