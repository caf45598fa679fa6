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
package dev.streak.codec;

import dev.streak.cache.BlockCache;
import dev.streak.cache.blocks.BlockCacheInvariants;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Has a cache of its own in the place of the shared one, which must be empty after each test. */
public abstract class SharedCacheTestCase extends LuceneTestCase {
  private final long capacityBytes;

  /** The cache of this test. */
  protected BlockCache cache;

  private BlockCache before;

  protected SharedCacheTestCase(long capacityBytes) {
    this.capacityBytes = capacityBytes;
  }

  @Override
  public void setUp() throws Exception {
    super.setUp();
    cache = BlockCache.builder().capacityBytes(capacityBytes).debug(true).build();
    before = BlockCache.setShared(cache);
  }

  @Override
  public void tearDown() throws Exception {
    BlockCache.setShared(before);
    BlockCacheInvariants.collectAndCheckEmpty(cache.blocks());
    super.tearDown();
  }
}
