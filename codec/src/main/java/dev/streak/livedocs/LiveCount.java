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
package dev.streak.livedocs;

import dev.streak.field.DocSink;

/** Counts what is live of the documents that come; one that comes twice is counted twice. */
public final class LiveCount implements DocSink {

  private final LiveRanks ranks;
  private long count;

  /** Counts what is live by {@code ranks}. */
  public LiveCount(LiveRanks ranks) {
    this.ranks = ranks;
  }

  @Override
  public void run(int start, int end) {
    count += ranks.count(start, end);
  }

  @Override
  public void docs(int[] docs, int length) {
    count += ranks.count(docs, length);
  }

  @Override
  public long gaps(byte[] bytes, int firstBit, int width, int first, int gaps) {
    long lastAndCount = ranks.countGaps(bytes, firstBit, width, first, gaps);
    count += (int) lastAndCount;
    return lastAndCount >>> Integer.SIZE;
  }

  @Override
  public void bitmap(int base, long[] words, int wordCount) {
    count += ranks.count(base, words, wordCount);
  }

  /** Number of live documents that came; damaged lists may have more than there are. */
  public long count() {
    return count;
  }
}
