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
package dev.streak.inspection;

/**
 * How the documents of a term, or of a prefix, are kept. Immutable.
 *
 * @param withTheTerm whether they are one run that stands with the term itself
 * @param inRuns documents that are kept as runs
 * @param inArrays documents that are kept as arrays of numbers
 * @param inBitmaps documents that are kept as bitmaps
 */
public record ListShape(boolean withTheTerm, long inRuns, long inArrays, long inBitmaps) {

  /** Checks that no number is negative. */
  public ListShape {
    if (inRuns < 0 || inArrays < 0 || inBitmaps < 0) {
      throw new IllegalArgumentException(
          "numbers of documents must be >= 0: inRuns="
              + inRuns
              + " inArrays="
              + inArrays
              + " inBitmaps="
              + inBitmaps);
    }
  }
}
