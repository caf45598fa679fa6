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
package dev.streak.setup;

import static dev.streak.management.BeanAttribute.number;
import static dev.streak.management.BeanAttribute.text;

import dev.streak.checks.AnswerChecks;
import dev.streak.compression.NativeMemory;
import dev.streak.management.BeanAttribute;
import dev.streak.management.ManagementBeans;
import dev.streak.monitor.StreakCounters;
import dev.streak.termhash.TermHashSwitch;
import java.util.List;
import org.apache.lucene.util.Version;

/** The beans in JMX beside the cache's, registered when the codec is first asked for. */
final class StreakBeans {

  private static final List<BeanAttribute<Class<?>, ?>> COPY =
      List.of(
          text(
              "Version",
              "the release, or nothing if the manifest was lost",
              any -> any.getPackage().getImplementationVersion()),
          text(
              "BuiltForLucene",
              "the release of Lucene that Streak was built for",
              any -> Requirements.BUILT_FOR.toString()),
          text("Lucene", "the release of Lucene that is there", any -> Version.LATEST.toString()),
          text(
              "ClassLoader",
              "which class loader has loaded this copy",
              any -> any.getClassLoader().toString()));

  private static final List<BeanAttribute<StreakCounters, ?>> TABLES =
      List.of(
          new BeanAttribute<>(
              "Enabled",
              "whether hash tables are used",
              Boolean.class,
              any -> TermHashSwitch.isEnabled(),
              TermHashSwitch::setEnabled),
          number("Opened", "tables found intact at their first use", StreakCounters::tablesOpened),
          number("Refused", "tables that were not written", StreakCounters::tablesRefused),
          number(
              "Missing",
              "files that should be there and are not: worth an alarm",
              StreakCounters::tablesMissing),
          number(
              "Damaged",
              "files and tables that are damaged: worth an alarm",
              StreakCounters::tablesDamaged),
          number("Unknown", "look-ups that no table answered", StreakCounters::unknownLookups));

  private static final List<BeanAttribute<StreakCounters, ?>> PREFIX_SETS =
      List.of(
          number(
              "Failures",
              "files and fields that were missing or damaged: worth an alarm",
              StreakCounters::prefixSetFailures));

  private static final List<BeanAttribute<StreakCounters, ?>> RUN_QUERIES =
      List.of(
          number("RankedReaders", "segments with ranks kept", StreakCounters::rankedReaders),
          number("RankBytes", "bytes of heap of these ranks", StreakCounters::rankBytes),
          number("RanksRefused", "ranks there was no room for", StreakCounters::ranksRefused),
          number("Replaced", "queries of Lucene replaced", StreakCounters::replacedQueries));

  private static final List<BeanAttribute<AnswerChecks.Counts, ?>> ANSWER_CHECKS =
      List.of(
          new BeanAttribute<>(
              "OneIn",
              "one in how many answers is checked, 0 for none",
              Integer.class,
              any -> AnswerChecks.oneIn(),
              AnswerChecks::setOneIn),
          number("Compared", "answers that were checked", AnswerChecks.Counts::compared),
          number(
              "Mismatches",
              "answers that were wrong: worth an alarm",
              AnswerChecks.Counts::mismatches));

  private static final List<BeanAttribute<NativeMemory.Held, ?>> NATIVE_MEMORY =
      List.of(
          number("Bytes", "bytes that Zstandard holds", NativeMemory.Held::bytes),
          number(
              "CompressionContexts",
              "contexts of open writers",
              NativeMemory.Held::compressionContexts),
          number(
              "DecompressionContexts",
              "contexts of open readers",
              NativeMemory.Held::decompressionContexts),
          number(
              "CompressionDictionaries",
              "dictionaries prepared for writing",
              NativeMemory.Held::compressionDictionaries),
          number(
              "DecompressionDictionaries",
              "dictionaries prepared for reading",
              NativeMemory.Held::decompressionDictionaries));

  private StreakBeans() {}

  static void register() {
    ManagementBeans.register(
        "Streak", "the copy of Streak that is loaded", () -> StreakBeans.class, COPY);
    ManagementBeans.register("TermHash", "hash tables", StreakCounters::now, TABLES);
    ManagementBeans.register("PrefixSets", "prefix sets", StreakCounters::now, PREFIX_SETS);
    ManagementBeans.register(
        "RunQueries", "queries that understand runs", StreakCounters::now, RUN_QUERIES);
    ManagementBeans.register(
        "AnswerChecks", "answers computed twice", AnswerChecks::counts, ANSWER_CHECKS);
    ManagementBeans.register(
        "NativeMemory", "Zstandard outside the heap", NativeMemory::held, NATIVE_MEMORY);
  }
}
