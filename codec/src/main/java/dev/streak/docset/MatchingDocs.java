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
import org.apache.lucene.search.DocIdSetIterator;

/** An immutable set of documents of one segment. */
public abstract class MatchingDocs {

  MatchingDocs() {}

  /** Number of documents in the set. */
  public abstract int cardinality();

  /** A new iterator over the set, with exact cost. */
  public abstract DocIdSetIterator iterator();

  /** Hands the documents over, in ascending order, in the shape in which they are kept. */
  public abstract void collect(DocSink sink);
}
