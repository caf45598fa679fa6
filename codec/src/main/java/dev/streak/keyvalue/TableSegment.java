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
package dev.streak.keyvalue;

import dev.streak.field.StreakTerms;
import dev.streak.keydocs.KeyRanges;
import java.io.IOException;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.util.Bits;

/**
 * What is asked of a segment whose keys are in a table.
 *
 * @param terms the keys
 * @param liveDocs as the reader has them; null if all are
 * @param docBase number in the reader of the segment's first document
 */
record TableSegment(StreakTerms terms, Bits liveDocs, int docBase) {

  static TableSegment of(LeafReaderContext leaf, String field) throws IOException {
    StreakTerms terms = (StreakTerms) KeyRanges.termsOf(leaf, field);
    return new TableSegment(terms, leaf.reader().getLiveDocs(), leaf.docBase);
  }
}
