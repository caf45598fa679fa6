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

import java.util.Objects;

/**
 * What {@link FirstDocsCollectorManager} found. Immutable, as long as nobody changes the array.
 *
 * @param docs matching documents, ascending: the first of each segment
 * @param stoppedEarly whether a segment has more matches than were collected from it; if not,
 *     {@code docs} is all there is
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody, and a list would box each document
public record FirstDocs(int[] docs, boolean stoppedEarly) {

  /** Checks that nothing is missing. */
  public FirstDocs {
    Objects.requireNonNull(docs, "docs");
  }
}
