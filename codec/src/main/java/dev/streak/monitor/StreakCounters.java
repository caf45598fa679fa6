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
package dev.streak.monitor;

import dev.streak.hashedterms.TableCounts;
import dev.streak.livedocs.LiveRanksOfReaders;
import dev.streak.prefix.PrefixSetsReader;
import dev.streak.search.StreakIndexSearcher;
import dev.streak.search.StreakQueries;

/**
 * What became of hash tables, prefix sets and queries in this JVM. Where something was refused,
 * missing, damaged or unknown, the dictionary does the work: slower, never wrong. Immutable.
 *
 * @param tablesOpened hash tables that were found intact at their first use
 * @param tablesRefused hash tables that were not written because their keys could not be placed
 * @param tablesMissing files of hash tables that a segment should have and has not
 * @param tablesDamaged files and hash tables whose checksum or structure is wrong
 * @param unknownLookups look-ups that no hash table could answer
 * @param prefixSetFailures files and fields whose prefix sets were missing or damaged: queries
 *     visit every term there
 * @param rankedReaders segments with deletions whose ranks of live documents are kept at present
 * @param rankBytes bytes of heap that these ranks take, at most about a sixteenth of the heap
 * @param ranksRefused how often there was no room for ranks
 * @param replacedQueries queries of Lucene that {@link StreakQueries} and {@link
 *     StreakIndexSearcher} replaced
 */
public record StreakCounters(
    long tablesOpened,
    long tablesRefused,
    long tablesMissing,
    long tablesDamaged,
    long unknownLookups,
    long prefixSetFailures,
    long rankedReaders,
    long rankBytes,
    long ranksRefused,
    long replacedQueries) {

  /** The counts so far. */
  public static StreakCounters now() {
    TableCounts tables = TableCounts.now();
    LiveRanksOfReaders.Stats ranks = LiveRanksOfReaders.stats();
    return new StreakCounters(
        tables.opened(),
        tables.refused(),
        tables.missing(),
        tables.damaged(),
        tables.unknown(),
        PrefixSetsReader.failures(),
        ranks.readers(),
        ranks.bytes(),
        ranks.refused(),
        StreakQueries.replaced());
  }
}
