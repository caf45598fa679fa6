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

import dev.streak.postings.StreakTerms;
import java.io.IOException;
import org.apache.lucene.util.Accountable;
import org.apache.lucene.util.BytesRef;

/**
 * The terms that a query asks for, in the form and the order in which they were given: what needs
 * them sorted, comparing queries above all, sorts them when it comes to that. Two are equal when
 * they are the same set in the same form.
 */
abstract class QueryTerms implements Accountable {

  /** Number of terms as given, repeated ones included. */
  abstract int length();

  /** Whether no term is given twice. May be false although that is so. */
  abstract boolean isDistinct();

  /** Looks all terms up: {@code entries[i]} is the i-th as given. */
  abstract void lookup(StreakTerms terms, long[] entries) throws IOException;

  /** The distinct terms, in ascending order of their bytes. */
  abstract BytesRef[] sortedTerms();

  @Override
  public abstract boolean equals(Object other);

  @Override
  public abstract int hashCode();
}
