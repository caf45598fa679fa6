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
package dev.streak.field;

import java.io.IOException;
import org.apache.lucene.util.BytesRef;

/**
 * The terms of a field by their place in the order, their <i>ordinal</i>: 0 for the least. What has
 * guessed a term's ordinal, such as a hash table, verifies it here and gets the term's entry. For
 * the use of one thread.
 */
public interface OrdinalTerms {

  /** The term with the ordinal is another one; never the value of a real entry. */
  long DIFFERENT = -2L;

  /**
   * The {@link TermEntry} of the term with this ordinal if it equals {@code term}, or else {@link
   * #DIFFERENT}.
   */
  long entryIfEqual(long ordinal, BytesRef term) throws IOException;

  /**
   * As {@link #entryIfEqual}, for many: {@code ordinals[i]} holds an ordinal, or is negative and
   * left alone, and becomes the entry of {@code terms[i]} or {@link #DIFFERENT}, for {@code from <=
   * i < to}. Memory is touched for all before any is compared.
   */
  void entriesIfEqual(BytesRef[] terms, int from, int to, long[] ordinals) throws IOException;
}
