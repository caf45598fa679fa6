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

import org.apache.lucene.search.Query;

/**
 * A query that looks at the values of documents that others lead to.
 *
 * @param terms so many it looks up first
 * @param amongBest whether a search for the best scores asks, which may pass over most documents
 *     that others lead to
 */
public record ByValues(Query query, long terms, boolean amongBest) {

  /** So many documents are united in the time in which doc values find a term. */
  private static final long DOCS_PER_TERM = 450;

  /** The same for the value of a document. */
  private static final long DOCS_PER_VALUE = 70;

  /** About so many values are looked at until the best documents are found. */
  private static final long LOOKS_AMONG_BEST = 1 << 12;

  /** Nobody looks for longer than this part of the time that uniting takes. */
  private static final int PATIENCE = 2;

  /** Whether looking at the values of so many documents takes less time than uniting others. */
  boolean isSoonerThan(long united, long values) {
    long looks = Math.min(values, Integer.MAX_VALUE);
    return united > DOCS_PER_TERM * terms + DOCS_PER_VALUE * looks;
  }

  /** Whether looking for the best takes less time, unless far more than usual are looked at. */
  boolean isSoonerAmongBest(long united) {
    return isSoonerThan(united, LOOKS_AMONG_BEST);
  }

  /** Values to be looked at before so many documents are united after all. */
  long mostLooks(long united) {
    return united / DOCS_PER_VALUE / PATIENCE;
  }
}
