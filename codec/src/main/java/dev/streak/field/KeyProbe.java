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

/** Finds terms of a field in all segments of a reader at once. Safe for use by several threads. */
public interface KeyProbe {

  /** Takes what is found, in any order. */
  @FunctionalInterface
  interface Hits {
    /**
     * Takes a term that a segment has.
     *
     * @param segment place of the segment among the reader's
     * @param term place of the term in the batch
     * @param entry its {@link TermEntry} there
     */
    void accept(int segment, int term, long entry) throws IOException;
  }

  /** Whether the terms of a segment are known; those of others have to be looked up there. */
  boolean covers(int segment);

  /** Finds the terms of a batch in all segments that are covered. */
  void find(TermBatch batch, Hits hits) throws IOException;
}
