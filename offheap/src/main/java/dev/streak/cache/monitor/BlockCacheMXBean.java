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

import dev.streak.management.ManagementBeans;

/** What JMX shows of the JVM's cache, and the settings that can be changed there. */
public interface BlockCacheMXBean {
  /** The name in JMX, unless another copy of Streak has it: see {@link ManagementBeans}. */
  String OBJECT_NAME = "dev.streak:type=BlockCache";

  /** Returns whether the cache is switched on. */
  boolean isEnabled();

  /** Switches the cache off or on. */
  void setEnabled(boolean enabled);

  /** Returns the bound on direct memory. */
  long getCapacityBytes();

  /** Changes the bound on direct memory. */
  void setCapacityBytes(long capacityBytes);

  /** Returns {@link CacheStats#reservedBytes()}. */
  long getReservedBytes();

  /** Returns {@link CacheStats#usedBytes()}. */
  long getUsedBytes();

  /** Returns {@link CacheStats#wastedBytes()}. */
  long getWastedBytes();

  /** Returns {@link CacheStats#inUseBytes()}. */
  long getInUseBytes();

  /** Returns {@link CacheStats#spareBytes()}. */
  long getSpareBytes();

  /** Returns {@link CacheStats#blocks()}. */
  long getBlocks();

  /** Returns {@link CacheStats#handleHits()}. */
  long getHandleHits();

  /** Returns {@link CacheStats#cacheHits()}. */
  long getCacheHits();

  /** Returns {@link CacheStats#misses()}. */
  long getMisses();

  /** Returns {@link CacheStats#loads()}. */
  long getLoads();

  /** Returns {@link CacheStats#loadFailures()}. */
  long getLoadFailures();

  /** Returns {@link CacheStats#loadNanos()}. */
  long getLoadNanos();

  /** Returns {@link CacheStats#bypasses()}. */
  long getBypasses();

  /** Returns {@link CacheStats#rejected()}. */
  long getRejected();

  /** Returns {@link CacheStats#evictions()}. */
  long getEvictions();

  /** Returns all of it as one line, see {@link CacheStats#toLine()}. */
  String getLine();
}
