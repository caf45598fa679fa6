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

import org.apache.lucene.index.Impacts;
import org.apache.lucene.index.ImpactsEnum;
import org.apache.lucene.util.BytesRef;

/** What there is to say about documents of which nothing but their numbers was indexed. */
abstract class DocsOnlyEnum extends ImpactsEnum {

  @Override
  public final int freq() {
    return 1;
  }

  @Override
  public final int nextPosition() {
    return -1;
  }

  @Override
  public final int startOffset() {
    return -1;
  }

  @Override
  public final int endOffset() {
    return -1;
  }

  @Override
  public final BytesRef getPayload() {
    return null;
  }

  @Override
  public final void advanceShallow(int target) {}

  @Override
  public final Impacts getImpacts() {
    return FrequencyOne.INSTANCE;
  }
}
