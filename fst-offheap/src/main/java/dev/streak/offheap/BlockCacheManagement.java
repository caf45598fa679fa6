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
package dev.streak.offheap;

/** Answers JMX for a cache. */
record BlockCacheManagement(BlockCache cache) implements BlockCacheMXBean {
  @Override
  public boolean isEnabled() {
    return cache.isEnabled();
  }

  @Override
  public void setEnabled(boolean enabled) {
    cache.setEnabled(enabled);
  }

  @Override
  public long getCapacityBytes() {
    return cache.capacityBytes();
  }

  @Override
  public void setCapacityBytes(long capacityBytes) {
    cache.setCapacityBytes(capacityBytes);
  }

  @Override
  public long getReservedBytes() {
    return cache.stats().reservedBytes();
  }

  @Override
  public long getUsedBytes() {
    return cache.stats().usedBytes();
  }

  @Override
  public long getWastedBytes() {
    return cache.stats().wastedBytes();
  }

  @Override
  public long getInUseBytes() {
    return cache.stats().inUseBytes();
  }

  @Override
  public long getBlocks() {
    return cache.stats().blocks();
  }

  @Override
  public long getHandleHits() {
    return cache.stats().handleHits();
  }

  @Override
  public long getCacheHits() {
    return cache.stats().cacheHits();
  }

  @Override
  public long getMisses() {
    return cache.stats().misses();
  }

  @Override
  public long getLoads() {
    return cache.stats().loads();
  }

  @Override
  public long getLoadFailures() {
    return cache.stats().loadFailures();
  }

  @Override
  public long getLoadNanos() {
    return cache.stats().loadNanos();
  }

  @Override
  public long getBypasses() {
    return cache.stats().bypasses();
  }

  @Override
  public long getRejected() {
    return cache.stats().rejected();
  }

  @Override
  public long getEvictions() {
    return cache.stats().evictions();
  }

  @Override
  public String getLine() {
    return cache.stats().toLine();
  }
}
