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

import dev.streak.checks.AnswerChecks;
import dev.streak.compression.NativeMemory;
import dev.streak.compression.NativeMemoryMXBean;
import dev.streak.management.ManagementBeans;
import dev.streak.monitor.AnswerChecksMXBean;
import dev.streak.monitor.PrefixSetCounters;
import dev.streak.monitor.PrefixSetsMXBean;
import dev.streak.monitor.RunQueriesMXBean;
import dev.streak.monitor.StreakMXBean;
import dev.streak.monitor.TermHashMXBean;
import dev.streak.search.RunQueryCounters;
import dev.streak.termhash.TermHashCounters;
import dev.streak.termhash.TermHashSwitch;
import org.apache.lucene.util.Version;

/** The beans in JMX beside the cache's, registered when the codec is first asked for. */
final class StreakBeans {
  private StreakBeans() {}

  static void register() {
    ManagementBeans.register("Streak", StreakMXBean.class, Copy::new);
    ManagementBeans.register(
        "TermHash", TermHashMXBean.class, () -> new Tables(TermHashCounters.now()));
    ManagementBeans.register(
        "PrefixSets", PrefixSetsMXBean.class, () -> new Prefixes(PrefixSetCounters.now()));
    ManagementBeans.register(
        "RunQueries", RunQueriesMXBean.class, () -> new RunQueries(RunQueryCounters.now()));
    ManagementBeans.register(
        "AnswerChecks", AnswerChecksMXBean.class, () -> new Checks(AnswerChecks.counts()));
    ManagementBeans.register(
        "NativeMemory", NativeMemoryMXBean.class, () -> new Zstandard(NativeMemory.held()));
  }

  private record Copy() implements StreakMXBean {
    @Override
    public String getVersion() {
      return StreakBeans.class.getPackage().getImplementationVersion();
    }

    @Override
    public String getBuiltForLucene() {
      return Requirements.BUILT_FOR.toString();
    }

    @Override
    public String getLucene() {
      return Version.LATEST.toString();
    }

    @Override
    public String getClassLoader() {
      return StreakBeans.class.getClassLoader().toString();
    }
  }

  private record Tables(TermHashCounters counters) implements TermHashMXBean {
    @Override
    public boolean isEnabled() {
      return TermHashSwitch.isEnabled();
    }

    @Override
    public void setEnabled(boolean enabled) {
      TermHashSwitch.setEnabled(enabled);
    }

    @Override
    public long getOpened() {
      return counters.opened();
    }

    @Override
    public long getRefused() {
      return counters.refused();
    }

    @Override
    public long getMissing() {
      return counters.missing();
    }

    @Override
    public long getDamaged() {
      return counters.damaged();
    }

    @Override
    public long getUnknown() {
      return counters.unknown();
    }
  }

  private record Prefixes(PrefixSetCounters counters) implements PrefixSetsMXBean {
    @Override
    public long getFailures() {
      return counters.failures();
    }
  }

  private record RunQueries(RunQueryCounters counters) implements RunQueriesMXBean {
    @Override
    public long getRankedReaders() {
      return counters.rankedReaders();
    }

    @Override
    public long getRankBytes() {
      return counters.rankBytes();
    }

    @Override
    public long getRanksRefused() {
      return counters.ranksRefused();
    }

    @Override
    public long getReplaced() {
      return counters.replaced();
    }
  }

  private record Checks(AnswerChecks.Counts counts) implements AnswerChecksMXBean {
    @Override
    public int getOneIn() {
      return AnswerChecks.oneIn();
    }

    @Override
    public void setOneIn(int oneIn) {
      AnswerChecks.setOneIn(oneIn);
    }

    @Override
    public long getCompared() {
      return counts.compared();
    }

    @Override
    public long getMismatches() {
      return counts.mismatches();
    }
  }

  private record Zstandard(NativeMemory.Held held) implements NativeMemoryMXBean {
    @Override
    public long getBytes() {
      return held.bytes();
    }

    @Override
    public long getCompressionContexts() {
      return held.compressionContexts();
    }

    @Override
    public long getDecompressionContexts() {
      return held.decompressionContexts();
    }

    @Override
    public long getCompressionDictionaries() {
      return held.compressionDictionaries();
    }

    @Override
    public long getDecompressionDictionaries() {
      return held.decompressionDictionaries();
    }
  }
}
