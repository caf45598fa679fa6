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
import dev.streak.field.LeafSegment;
import java.io.IOException;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SegmentReader;
import org.apache.lucene.util.StringHelper;

/**
 * Loads what a reader will need before anybody waits for it: the terms indexes of its segments,
 * then their hash tables, as far as there is room in the cache; at last blocks of terms, of fields
 * whose policy for them is {@code CACHED} or {@code SPARE_ROOM}. Nothing but blocks in spare room
 * is evicted for it. Safe for use by several threads.
 */
public final class StreakWarmer {
  private StreakWarmer() {}

  /**
   * Warms a reader; segments of other codecs are left alone, but for what a sidecar has of them.
   */
  public static void warm(IndexReader reader) throws IOException {
    Objects.requireNonNull(reader, "reader");
    Set<String> segmentIds = new HashSet<>();
    for (LeafReaderContext context : reader.leaves()) {
      SegmentReader segment = LeafSegment.of(context.reader());
      if (segment != null) {
        segmentIds.add(StringHelper.idToString(segment.getSegmentInfo().info.getId()));
      }
    }
    BlockCache.shared().blocks().warm(segmentIds);
  }
}
