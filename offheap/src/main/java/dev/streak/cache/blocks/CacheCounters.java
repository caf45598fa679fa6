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
package dev.streak.cache.blocks;

import dev.streak.cache.monitor.CacheStats;
import java.util.concurrent.atomic.LongAdder;

/** What a cache counts of itself, see {@link CacheStats}. */
final class CacheCounters {
  /** The only one that look-ups through live handles touch. */
  final StripedCounter handleHits = new StripedCounter();

  final LongAdder cacheHits = new LongAdder();
  final LongAdder misses = new LongAdder();
  final LongAdder loads = new LongAdder();
  final LongAdder loadFailures = new LongAdder();
  final LongAdder loadNanos = new LongAdder();
  final LongAdder bypasses = new LongAdder();
}
