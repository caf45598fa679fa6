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

import dev.streak.livedocs.LiveRanksOfReaders;

/**
 * What queries that understand runs keep and did in this JVM.
 *
 * @param rankedReaders segments with deletions whose ranks of live documents are kept at present
 * @param rankBytes bytes of heap that these ranks take, at most a sixteenth of the heap
 * @param ranksRefused how often there was no room for ranks: slower, never wrong
 * @param replaced queries of Lucene that {@link StreakQueries} and {@link StreakIndexSearcher}
 *     replaced
 */
public record RunQueryCounters(
    long rankedReaders, long rankBytes, long ranksRefused, long replaced) {

  /** The counts so far. */
  public static RunQueryCounters now() {
    LiveRanksOfReaders.Stats ranks = LiveRanksOfReaders.stats();
    return new RunQueryCounters(
        ranks.readers(), ranks.bytes(), ranks.refused(), StreakQueries.replaced());
  }
}
