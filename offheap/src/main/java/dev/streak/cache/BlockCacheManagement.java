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
package dev.streak.cache;

import static dev.streak.management.BeanAttribute.number;
import static dev.streak.management.BeanAttribute.text;

import dev.streak.cache.monitor.CacheStats;
import dev.streak.management.BeanAttribute;
import dev.streak.management.ManagementBeans;
import java.util.List;

/** What JMX shows of the shared cache, and the settings that can be changed there. */
final class BlockCacheManagement {

  static final List<BeanAttribute<CacheStats, ?>> ATTRIBUTES =
      List.of(
          new BeanAttribute<>(
              "Enabled",
              "whether the cache is switched on",
              Boolean.class,
              CacheStats::enabled,
              enabled -> SharedBlockCache.get().setEnabled(enabled)),
          new BeanAttribute<>(
              "CapacityBytes",
              "the bound on direct memory",
              Long.class,
              CacheStats::capacityBytes,
              bytes -> SharedBlockCache.get().setCapacityBytes(bytes)),
          number("ReservedBytes", "direct memory held", CacheStats::reservedBytes),
          number("UsedBytes", "bytes of blocks, in whole pages", CacheStats::usedBytes),
          number("WastedBytes", "what rounding to whole pages costs", CacheStats::wastedBytes),
          number(
              "InUseBytes", "bytes of blocks that cannot be evicted now", CacheStats::inUseBytes),
          number("SpareBytes", "bytes of blocks in spare room", CacheStats::spareBytes),
          number("Blocks", "blocks in the cache", CacheStats::blocks),
          number(
              "HandleHits",
              "requests for a block that was in use; who keeps a block requests none",
              CacheStats::handleHits),
          number("CacheHits", "requests for a block found in the cache", CacheStats::cacheHits),
          number("Misses", "requests for a block that was not there", CacheStats::misses),
          number("Loads", "blocks read from a directory", CacheStats::loads),
          number(
              "LoadFailures",
              "loads that failed, but for files closed meanwhile: worth an alarm",
              CacheStats::loadFailures),
          number("LoadNanos", "time spent in loads, in nanoseconds", CacheStats::loadNanos),
          number("Bypasses", "requests that were left to read the directory", CacheStats::bypasses),
          number("Rejected", "blocks that were not admitted", CacheStats::rejected),
          number("Evictions", "blocks that made room for others", CacheStats::evictions),
          text("Line", "all of it as one line", CacheStats::toLine));

  private BlockCacheManagement() {}

  static void register() {
    ManagementBeans.register(
        "BlockCache",
        "the cache of blocks outside the heap",
        () -> SharedBlockCache.get().stats(),
        ATTRIBUTES);
  }
}
