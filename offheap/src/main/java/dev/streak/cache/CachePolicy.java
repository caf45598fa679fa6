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

/** How the blocks of a field are kept, beginning with those that are kept the longest. */
public enum CachePolicy {
  /** Loaded when the reader is opened and kept until it is closed, as far as the bound allows. */
  PINNED,

  /**
   * Loaded when first used, evicted when others are used more. A hash table only as long as at
   * least half of the cache is free with it, or by warming while there is room.
   */
  CACHED,

  /**
   * Loaded when first used, in room that nobody else needs: as long as at least half of the cache
   * is free, and after that in the place of others of this kind that are used less. Such blocks are
   * the first to go when there is no room for a cached or pinned one that fits into a slab.
   */
  SPARE_ROOM,

  /** Never in the cache: read from the directory each time. */
  UNCACHED
}
