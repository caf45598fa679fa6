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
package dev.streak.opensearch;

import dev.streak.cache.BlockCache;
import dev.streak.compression.NativeMemory;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.indices.breaker.BreakerSettings;

/**
 * A circuit breaker that knows the memory outside the heap, for whoever asks a node what its
 * breakers know. It never refuses anything: the cache has a bound of its own. It counts nothing for
 * the parent breaker, whose limit is one of the heap.
 */
final class MemoryBreaker {
  private static final String NAME = "streak";
  private static final long NO_LIMIT = -1;
  private static final double OF_NO_HEAP = 0;

  private CircuitBreaker breaker;
  private long accounted;

  static BreakerSettings settings() {
    return new BreakerSettings(
        NAME,
        NO_LIMIT,
        OF_NO_HEAP,
        CircuitBreaker.Type.MEMORY,
        CircuitBreaker.Durability.PERMANENT);
  }

  /** Called by the host before anything is counted. */
  synchronized void set(CircuitBreaker made) {
    breaker = made;
  }

  /** Tells the breaker what is held now. */
  synchronized void account() {
    long held = BlockCache.shared().stats().reservedBytes() + NativeMemory.held().bytes();
    breaker.addWithoutBreaking(held - accounted);
    accounted = held;
  }
}
