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

import dev.streak.cache.monitor.CacheStats;
import dev.streak.management.BeanAttribute;
import java.lang.reflect.RecordComponent;
import java.util.HashMap;
import java.util.Map;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Each number that an operator sees is the one that its name says. */
public class TestCacheStats extends LuceneTestCase {
  private static final CacheStats STATS =
      new CacheStats(
          true,
          101,
          102,
          103,
          104,
          105,
          106,
          107,
          30,
          20,
          50,
          111,
          112,
          113_000_000,
          114,
          115,
          116);

  public void testBean() throws Exception {
    Map<String, Object> shown = new HashMap<>();
    for (BeanAttribute<CacheStats, ?> attribute : BlockCacheManagement.ATTRIBUTES) {
      assertNull(attribute.name(), shown.put(attribute.name(), attribute.read().apply(STATS)));
    }
    assertEquals(STATS.toLine(), shown.remove("Line"));
    for (RecordComponent component : CacheStats.class.getRecordComponents()) {
      String name = component.getName();
      String attribute = Character.toUpperCase(name.charAt(0)) + name.substring(1);
      assertEquals(name, component.getAccessor().invoke(STATS), shown.remove(attribute));
    }
    assertEquals(Map.of(), shown);
  }

  public void testLine() {
    assertEquals(
        "enabled=true capacityBytes=101 reservedBytes=102 usedBytes=103 wastedBytes=104"
            + " inUseBytes=105 spareBytes=106 blocks=107 handleHits=30 cacheHits=20 misses=50"
            + " hitRatio=0.5000 loads=111 loadFailures=112 loadMillis=113 bypasses=114"
            + " rejected=115 evictions=116",
        STATS.toLine());
  }
}
