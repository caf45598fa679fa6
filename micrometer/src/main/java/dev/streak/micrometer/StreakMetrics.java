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
package dev.streak.micrometer;

import dev.streak.cache.BlockCache;
import dev.streak.cache.monitor.CacheStats;
import dev.streak.checks.AnswerChecks;
import dev.streak.compression.NativeMemory;
import dev.streak.monitor.StreakCounters;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * Everything that Streak counts in this JVM: {@code new StreakMetrics().bindTo(registry)}, once.
 * Alarms are due when {@code streak.checks.mismatches}, {@code streak.termhash.damaged} or {@code
 * streak.prefixsets.failures} rise.
 */
public final class StreakMetrics implements MeterBinder {

  /** Meters hold it weakly; as it is a constant they keep it. */
  private static final Object JVM = new Object();

  private final Iterable<Tag> tags;

  /** Meters without tags. */
  public StreakMetrics() {
    this(List.of());
  }

  /** Meters that all have the given tags. */
  public StreakMetrics(Iterable<Tag> tags) {
    this.tags = tags;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    bindCache(registry);
    bindTables(registry);
    bindQueries(registry);
    bindNativeMemory(registry);
  }

  private void bindCache(MeterRegistry to) {
    cacheBytes(to, "capacity", "Bound on direct memory", CacheStats::capacityBytes);
    cacheBytes(to, "reserved", "Direct memory taken from the JVM", CacheStats::reservedBytes);
    cacheBytes(to, "used", "Memory of blocks", CacheStats::usedBytes);
    cacheBytes(to, "inuse", "Memory of blocks that cannot be evicted now", CacheStats::inUseBytes);
    cacheBytes(to, "spare", "Memory of blocks in spare room", CacheStats::spareBytes);
    gauge(to, "streak.cache.blocks", "Blocks in the cache", null, () -> stats().blocks());
    cacheCounter(to, "hits", "Blocks found", s -> s.handleHits() + s.cacheHits());
    cacheCounter(to, "misses", "Blocks not found", CacheStats::misses);
    cacheCounter(to, "load.failures", "Loads that failed", CacheStats::loadFailures);
    cacheCounter(to, "bypasses", "Reads of the directory instead", CacheStats::bypasses);
    cacheCounter(to, "rejected", "Blocks that were not admitted", CacheStats::rejected);
    cacheCounter(to, "evictions", "Blocks that made way", CacheStats::evictions);
    FunctionTimer.builder(
            "streak.cache.loads",
            JVM,
            any -> stats().loads(),
            any -> stats().loadNanos(),
            TimeUnit.NANOSECONDS)
        .description("Blocks loaded")
        .tags(tags)
        .register(to);
  }

  private void bindTables(MeterRegistry to) {
    counter(to, "streak.termhash.opened", "Tables found intact", any -> counters().tablesOpened());
    counter(to, "streak.termhash.refused", "Tables not written", any -> counters().tablesRefused());
    counter(
        to, "streak.termhash.missing", "Files that are missing", any -> counters().tablesMissing());
    counter(to, "streak.termhash.damaged", "Files and tables", any -> counters().tablesDamaged());
    counter(
        to,
        "streak.termhash.unknown",
        "Look-ups without table",
        any -> counters().unknownLookups());
    counter(
        to,
        "streak.prefixsets.failures",
        "Files and fields that are missing or damaged",
        any -> counters().prefixSetFailures());
    counter(to, "streak.checks.compared", "Answers", any -> AnswerChecks.counts().compared());
    counter(
        to, "streak.checks.mismatches", "Wrong ones", any -> AnswerChecks.counts().mismatches());
  }

  private void bindQueries(MeterRegistry to) {
    gauge(
        to,
        "streak.ranks.held",
        "Heap of ranks of live documents",
        "bytes",
        () -> counters().rankBytes());
    counter(
        to,
        "streak.ranks.refused",
        "Ranks there was no room for",
        any -> counters().ranksRefused());
    counter(
        to,
        "streak.queries.replaced",
        "Queries of Lucene that were replaced",
        any -> counters().replacedQueries());
  }

  private void bindNativeMemory(MeterRegistry to) {
    gauge(
        to,
        "streak.native.held",
        "Memory that Zstandard holds",
        "bytes",
        () -> NativeMemory.held().bytes());
    gauge(
        to,
        "streak.native.objects",
        "Contexts and dictionaries of Zstandard",
        null,
        () -> objects(NativeMemory.held()));
  }

  private static long objects(NativeMemory.Held held) {
    return held.compressionContexts()
        + held.decompressionContexts()
        + held.compressionDictionaries()
        + held.decompressionDictionaries();
  }

  private static CacheStats stats() {
    return BlockCache.shared().stats();
  }

  private static StreakCounters counters() {
    return StreakCounters.now();
  }

  private void cacheBytes(
      MeterRegistry to, String name, String description, ToLongFunction<CacheStats> value) {
    gauge(to, "streak.cache." + name, description, "bytes", () -> value.applyAsLong(stats()));
  }

  private void cacheCounter(
      MeterRegistry to, String name, String description, ToLongFunction<CacheStats> value) {
    counter(to, "streak.cache." + name, description, any -> value.applyAsLong(stats()));
  }

  private void gauge(
      MeterRegistry to, String name, String description, String unit, Supplier<Number> value) {
    Gauge.builder(name, value).description(description).baseUnit(unit).tags(tags).register(to);
  }

  private void counter(
      MeterRegistry to, String name, String description, ToDoubleFunction<Object> value) {
    FunctionCounter.builder(name, JVM, value).description(description).tags(tags).register(to);
  }
}
