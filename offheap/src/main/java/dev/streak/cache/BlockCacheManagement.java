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

import dev.streak.cache.monitor.BlockCacheMXBean;
import dev.streak.cache.monitor.CacheStats;

/** Answers JMX for a cache at one moment; settings are the cache's own. */
record BlockCacheManagement(BlockCache cache, CacheStats stats) implements BlockCacheMXBean {

  static BlockCacheManagement ofShared() {
    BlockCache cache = SharedBlockCache.get();
    return new BlockCacheManagement(cache, cache.stats());
  }

  @Override
  public boolean isEnabled() {
    return stats.enabled();
  }

  @Override
  public void setEnabled(boolean enabled) {
    cache.setEnabled(enabled);
  }

  @Override
  public long getCapacityBytes() {
    return stats.capacityBytes();
  }

  @Override
  public void setCapacityBytes(long capacityBytes) {
    cache.setCapacityBytes(capacityBytes);
  }

  @Override
  public long getReservedBytes() {
    return stats.reservedBytes();
  }

  @Override
  public long getUsedBytes() {
    return stats.usedBytes();
  }

  @Override
  public long getWastedBytes() {
    return stats.wastedBytes();
  }

  @Override
  public long getInUseBytes() {
    return stats.inUseBytes();
  }

  @Override
  public long getSpareBytes() {
    return stats.spareBytes();
  }

  @Override
  public long getBlocks() {
    return stats.blocks();
  }

  @Override
  public long getHandleHits() {
    return stats.handleHits();
  }

  @Override
  public long getCacheHits() {
    return stats.cacheHits();
  }

  @Override
  public long getMisses() {
    return stats.misses();
  }

  @Override
  public long getLoads() {
    return stats.loads();
  }

  @Override
  public long getLoadFailures() {
    return stats.loadFailures();
  }

  @Override
  public long getLoadNanos() {
    return stats.loadNanos();
  }

  @Override
  public long getBypasses() {
    return stats.bypasses();
  }

  @Override
  public long getRejected() {
    return stats.rejected();
  }

  @Override
  public long getEvictions() {
    return stats.evictions();
  }

  @Override
  public String getLine() {
    return stats.toLine();
  }
}
