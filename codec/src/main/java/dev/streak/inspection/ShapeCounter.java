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

import dev.streak.field.DocSink;

/** Counts documents by the shape in which they are stored. */
final class ShapeCounter implements DocSink {
  private long inRuns;
  private long inArrays;
  private long inBitmaps;

  @Override
  public void run(int start, int end) {
    inRuns += end - start;
  }

  @Override
  public void docs(int[] docs, int count) {
    inArrays += count;
  }

  @Override
  public void bitmap(int base, long[] words, int wordCount) {
    for (int i = 0; i < wordCount; i++) {
      inBitmaps += Long.bitCount(words[i]);
    }
  }

  ListShape shape() {
    return new ListShape(false, inRuns, inArrays, inBitmaps);
  }
}
