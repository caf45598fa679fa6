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

import java.util.function.Supplier;

/** Answers JMX for a cache.get(). */
record BlockCacheManagement(Supplier<BlockCache> cache) implements BlockCacheMXBean {
  @Override
  public boolean isEnabled() {
    return cache.get().isEnabled();
  }

  @Override
  public void setEnabled(boolean enabled) {
    cache.get().setEnabled(enabled);
  }

  @Override
  public long getCapacityBytes() {
    return cache.get().capacityBytes();
  }

  @Override
  public void setCapacityBytes(long capacityBytes) {
    cache.get().setCapacityBytes(capacityBytes);
  }

  @Override
  public long getReservedBytes() {
    return cache.get().stats().reservedBytes();
  }

  @Override
  public long getUsedBytes() {
    return cache.get().stats().usedBytes();
  }

  @Override
  public long getWastedBytes() {
    return cache.get().stats().wastedBytes();
  }

  @Override
  public long getInUseBytes() {
    return cache.get().stats().inUseBytes();
  }

  @Override
  public long getSpareBytes() {
    return cache.get().stats().spareBytes();
  }

  @Override
  public long getBlocks() {
    return cache.get().stats().blocks();
  }

  @Override
  public long getHandleHits() {
    return cache.get().stats().handleHits();
  }

  @Override
  public long getCacheHits() {
    return cache.get().stats().cacheHits();
  }

  @Override
  public long getMisses() {
    return cache.get().stats().misses();
  }

  @Override
  public long getLoads() {
    return cache.get().stats().loads();
  }

  @Override
  public long getLoadFailures() {
    return cache.get().stats().loadFailures();
  }

  @Override
  public long getLoadNanos() {
    return cache.get().stats().loadNanos();
  }

  @Override
  public long getBypasses() {
    return cache.get().stats().bypasses();
  }

  @Override
  public long getRejected() {
    return cache.get().stats().rejected();
  }

  @Override
  public long getEvictions() {
    return cache.get().stats().evictions();
  }

  @Override
  public String getLine() {
    return cache.get().stats().toLine();
  }
}
