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

import dev.streak.cache.BlockCache;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Has a small cache that must be consistent, and empty when it is off, after each test. */
abstract class BlockCacheTestCase extends LuceneTestCase {
  BlockStore cache;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    cache =
        BlockCache.builder().capacityBytes(1 << 16).slabBytes(1 << 14).debug(true).build().blocks();
  }

  @Override
  public void tearDown() throws Exception {
    BlockCacheInvariants.check(cache);
    cache.setEnabled(false);
    BlockCacheInvariants.collectAndCheckEmpty(cache);
    super.tearDown();
  }
}
