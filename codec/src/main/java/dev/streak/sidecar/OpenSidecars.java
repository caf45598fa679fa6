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
package dev.streak.sidecar;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.SegmentReader;

/**
 * All open sidecars. One lives as long as the segment's core: readers that see the same segment
 * with other deletions share it. All indexes meet here, so nothing is read under a lock of this
 * map.
 */
final class OpenSidecars {
  private record Key(IndexReader.CacheKey core, Path place) {}

  private static final Map<Key, SharedSidecar> SHARED = new ConcurrentHashMap<>();

  private OpenSidecars() {}

  /** The sidecar of a segment, or null if Lucene has to answer. */
  static SegmentSidecar of(SegmentReader segment, Path folder) {
    return of(segment, segment.getCoreCacheHelper(), folder);
  }

  /** As above; a test has listeners refused. */
  static SegmentSidecar of(SegmentReader segment, IndexReader.CacheHelper core, Path folder) {
    Path place = SidecarPlace.of(folder, segment);
    Key key = new Key(core.getKey(), place);
    SharedSidecar shared = SHARED.get(key);
    if (shared == null) {
      if (SidecarPlace.isAbsent(place)) {
        return null;
      }
      shared =
          SHARED.computeIfAbsent(
              key, absent -> new SharedSidecar(place, gone -> SHARED.remove(key, gone)));
    }
    return shared.of(segment, core);
  }

  /** The sidecar of a segment if it is open as this description says it, or null. */
  static SegmentSidecar openFrom(SegmentReader segment, Path description) {
    IndexReader.CacheKey core = segment.getCoreCacheHelper().getKey();
    SharedSidecar shared = SHARED.get(new Key(core, description.getParent()));
    return shared == null ? null : shared.openFrom(description);
  }

  /** How many are open, for tests. */
  static long count() {
    return SHARED.values().stream().filter(SharedSidecar::isOpen).count();
  }
}
