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
 * @param looks about how many documents are asked for until the best ones are found, which may be
 *     far fewer than others lead to; 0 if all are asked for
 */
public record ByValues(Query query, long terms, int looks) {

  /** As many as are asked for until ten best documents are found and a thousand are counted. */
  public static final int LOOKS_AMONG_BEST = 1 << 12;

  /** So many documents are united in the time in which doc values find a term. */
  private static final long DOCS_PER_TERM = 450;

  /** The same for the value of a document. */
  private static final long DOCS_PER_VALUE = 70;

  /** Nobody looks for longer than this part of the time that uniting takes. */
  private static final int PATIENCE = 2;

  /** Whether looking at the values of so many documents takes less time than uniting others. */
  boolean isSoonerThan(long united, long values) {
    return united > DOCS_PER_TERM * terms + DOCS_PER_VALUE * Math.min(values, Integer.MAX_VALUE);
  }

  /** Whether looking for the best takes less time, unless far more than usual are looked at. */
  boolean isSoonerAmongBest(long united) {
    return looks > 0 && isSoonerThan(united, looks);
  }

  /** Values to be looked at before so many documents are united after all. */
  long mostLooks(long united) {
    return united / DOCS_PER_VALUE / PATIENCE;
  }
}
