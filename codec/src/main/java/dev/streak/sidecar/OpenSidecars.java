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

import dev.streak.cachedfile.LostFile;
import dev.streak.management.StreakLog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.SegmentReader;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.util.IOUtils;

/**
 * All open sidecars. One lives as long as the segment's core: readers that see the same segment
 * with other deletions share it. A damaged one is remembered, so that it is not read at each
 * reopening.
 */
final class OpenSidecars {
  private record Key(IndexReader.CacheKey core, Path place) {}

  /** What was found in {@code description}: null if it cannot be used. */
  private record Opened(Path description, SegmentSidecar sidecar) {}

  private static final Map<Key, Opened> OPEN = new ConcurrentHashMap<>();

  private OpenSidecars() {}

  /** The sidecar of a segment, or null if Lucene has to answer. */
  static SegmentSidecar of(SegmentReader segment, Path folder) {
    return of(segment, segment.getCoreCacheHelper(), folder);
  }

  /** As above; a test has listeners refused. */
  static SegmentSidecar of(SegmentReader segment, IndexReader.CacheHelper core, Path folder) {
    Path place = SidecarPlace.of(folder, segment);
    Opened opened =
        OPEN.compute(
            new Key(core.getKey(), place), (key, known) -> open(segment, key, known, core));
    return opened == null ? null : opened.sidecar;
  }

  private static Opened open(
      SegmentReader segment, Key key, Opened known, IndexReader.CacheHelper core) {
    if (known != null && known.sidecar != null) {
      return known;
    }
    Path description = null;
    Opened found;
    try {
      description = SidecarPlace.description(key.place);
      if (description == null || (known != null && description.equals(known.description))) {
        return known;
      }
      found = new Opened(description, SegmentSidecar.open(description, segment));
    } catch (IOException | RuntimeException | InternalError e) {
      // Lucene's readers of segments and fields throw anything where checksums fit what is wrong.
      // The last is what Java makes of a mapped file that the disk cannot read.
      if (segment.getRefCount() <= 0) {
        // It may be for that alone, and there is nobody to answer.
        return known;
      }
      if (LostFile.isInterrupted(e) == false) {
        StreakLog.warnOnce(
            "sidecar " + key.place,
            () ->
                "Lucene answers for a segment whose sidecar cannot be used: "
                    + key.place
                    + ": "
                    + e);
      }
      if (mayBeSound(e)) {
        return known;
      }
      found = new Opened(description, null);
    }
    return known != null || isListening(segment, key, core) ? found : closed(found);
  }

  /** Whether it was this thread or this process that could not read: the next reader may. */
  private static boolean mayBeSound(Throwable e) {
    return e instanceof IOException && LostFile.isLost(e) == false;
  }

  /** Whether what was found will be closed with the core, which another thread may be closing. */
  private static boolean isListening(SegmentReader segment, Key key, IndexReader.CacheHelper core) {
    try {
      core.addClosedListener(closed -> close(key));
    } catch (
        @SuppressWarnings("unused")
        AlreadyClosedException e) {
      return false;
    }
    // Closed in between, it may have told its listeners before it had this one.
    return segment.getRefCount() > 0;
  }

  /** Closes what nobody would close later. */
  private static Opened closed(Opened found) {
    IOUtils.closeWhileHandlingException(found.sidecar);
    return null;
  }

  private static void close(Key key) throws IOException {
    Opened opened = OPEN.remove(key);
    if (opened != null && opened.sidecar != null) {
      opened.sidecar.close();
    }
  }

  /** How many are open, for tests. */
  static long count() {
    return OPEN.values().stream().filter(opened -> opened.sidecar != null).count();
  }
}
