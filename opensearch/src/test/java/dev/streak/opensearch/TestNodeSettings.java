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

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import org.junit.Test;
import org.opensearch.common.settings.Settings;

public class TestNodeSettings {

  /** A node whose heap takes all memory of its container starts, too. */
  @Test
  public void testTheDefaultIsASizeThatMayBeSet() {
    for (long ofLibrary : new long[] {1 << 16, 1 << 20, 500_000_000, 1L << 40, 1L << 42}) {
      String size = NodeSettings.usualSize(ofLibrary);
      Settings same = Settings.builder().put("streak.cache.size", size).build();
      assertEquals(size, NodeSettings.CACHE_SIZE.get(same).getBytes() + "b");
    }
    assertTrue(NodeSettings.CACHE_SIZE.get(Settings.EMPTY).getBytes() >= 1 << 20);
  }
}
