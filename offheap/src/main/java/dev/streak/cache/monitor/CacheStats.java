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
package dev.streak.cache.monitor;

import java.util.Locale;

/**
 * What the cache holds and did, at one moment. Counts begin with the cache; counts of concurrent
 * events may be slightly low. Immutable.
 *
 * <p>A request is counted when a reader asks for a block. Whoever has it may use it any number of
 * times without another request: most look-ups keep their table or their blocks, and count nothing.
 *
 * @param enabled whether the cache is switched on
 * @param capacityBytes the bound on direct memory; after it was lowered more may be held, by what
 *     is in use or pinned
 * @param reservedBytes direct memory held, including what waits for the garbage collector
 * @param usedBytes bytes of blocks, in whole pages
 * @param wastedBytes what rounding blocks to whole pages costs, part of {@code usedBytes}
 * @param inUseBytes bytes of blocks that a handle or a pin keeps in place, part of {@code
 *     usedBytes}
 * @param spareBytes bytes of blocks that are only there because there is room, part of {@code
 *     usedBytes}; see {@link dev.streak.cache.CachePolicy#SPARE_ROOM}
 * @param blocks blocks in the cache
 * @param handleHits requests for a block that somebody had in use, which did not touch the cache
 * @param cacheHits requests for a block that was found in the cache
 * @param misses requests for a block that was not there
 * @param loads blocks read from a directory
 * @param loadFailures loads that ended with an exception, but for those of files that were closed
 *     meanwhile
 * @param loadNanos time spent in loads
 * @param bypasses requests for a block that were left to read the directory
 * @param rejected blocks that were not admitted: everything was in use or asked for more often, or
 *     they are too large; those refused for spare room without a comparison are only bypasses
 * @param evictions blocks that made room for others
 */
public record CacheStats(
    boolean enabled,
    long capacityBytes,
    long reservedBytes,
    long usedBytes,
    long wastedBytes,
    long inUseBytes,
    long spareBytes,
    long blocks,
    long handleHits,
    long cacheHits,
    long misses,
    long loads,
    long loadFailures,
    long loadNanos,
    long bypasses,
    long rejected,
    long evictions) {

  /**
   * Returns the share of requests that found their block, 1 if there were none. It is no share of
   * look-ups: those that keep their block make no request. What was left to the directory without a
   * look, as most blocks are that spare room has no place for, is among {@code bypasses} only.
   */
  public double hitRatio() {
    long hits = handleHits + cacheHits;
    long all = hits + misses;
    return all == 0 ? 1 : (double) hits / all;
  }

  /** Returns everything as one line of {@code name=value}. */
  public String toLine() {
    return String.format(
        Locale.ROOT,
        "enabled=%b capacityBytes=%d reservedBytes=%d usedBytes=%d wastedBytes=%d inUseBytes=%d"
            + " spareBytes=%d blocks=%d handleHits=%d cacheHits=%d misses=%d hitRatio=%.4f loads=%d"
            + " loadFailures=%d loadMillis=%d bypasses=%d rejected=%d evictions=%d",
        enabled,
        capacityBytes,
        reservedBytes,
        usedBytes,
        wastedBytes,
        inUseBytes,
        spareBytes,
        blocks,
        handleHits,
        cacheHits,
        misses,
        hitRatio(),
        loads,
        loadFailures,
        loadNanos / 1_000_000,
        bypasses,
        rejected,
        evictions);
  }
}
