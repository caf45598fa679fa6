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
package dev.streak.postings;

import org.apache.lucene.index.FreqAndNormBuffer;
import org.apache.lucene.index.Impacts;
import org.apache.lucene.search.DocIdSetIterator;

/** Every document has the term once as far as the index knows, whatever its norm. */
final class FrequencyOne extends Impacts {

  static final FrequencyOne INSTANCE = new FrequencyOne();

  private FrequencyOne() {}

  @Override
  public int numLevels() {
    return 1;
  }

  @Override
  public int getDocIdUpTo(int level) {
    return DocIdSetIterator.NO_MORE_DOCS;
  }

  @Override
  public FreqAndNormBuffer getImpacts(int level) {
    FreqAndNormBuffer buffer = new FreqAndNormBuffer();
    buffer.growNoCopy(1);
    buffer.add(1, 1L);
    return buffer;
  }
}
