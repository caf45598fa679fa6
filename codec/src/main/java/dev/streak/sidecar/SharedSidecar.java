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
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.SegmentReader;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.util.IOUtils;

/**
 * What the readers of one segment share: its sidecar, opened by the first of them that finds one,
 * for which the others wait. A damaged one is remembered, so that it is not read at each reopening.
 * Whoever closes the segment waits for nobody: it may be a merge that holds locks of its writer.
 */
final class SharedSidecar {
  /** What was found in {@code description}: without a sidecar if it cannot be used. */
  private static final class Found {
    private final Path description;
    private final SegmentSidecar sidecar;

    Found(Path description, SegmentSidecar sidecar) {
      this.description = description;
      this.sidecar = sidecar;
    }
  }

  private static final Found NOTHING = new Found(null, null);
  private static final Found CLOSED = new Found(null, null);

  private final Path place;
  private final Consumer<SharedSidecar> onClose;
  private final AtomicReference<Found> found = new AtomicReference<>(NOTHING);
  private boolean isListening;

  /**
   * Nothing is looked for yet.
   *
   * @param onClose told when the segment is closed
   */
  SharedSidecar(Path place, Consumer<SharedSidecar> onClose) {
    this.place = place;
    this.onClose = onClose;
  }

  boolean isOpen() {
    return found.get().sidecar != null;
  }

  /** The sidecar if it is open as this description says it, or null. */
  SegmentSidecar openFrom(Path description) {
    Found known = found.get();
    return description.equals(known.description) ? known.sidecar : null;
  }

  /** The sidecar, or null if Lucene has to answer. */
  SegmentSidecar of(SegmentReader segment, IndexReader.CacheHelper core) {
    SegmentSidecar open = found.get().sidecar;
    return open == null ? opened(segment, core) : open;
  }

  private synchronized SegmentSidecar opened(SegmentReader segment, IndexReader.CacheHelper core) {
    if (isListening == false) {
      listen(segment, core);
      isListening = true;
    }
    Found known = found.get();
    if (known == CLOSED || known.sidecar != null) {
      return known.sidecar;
    }
    Found now = look(segment, known);
    if (found.compareAndSet(known, now) == false) {
      // The segment was closed meanwhile, so nobody else would close what was opened.
      IOUtils.closeWhileHandlingException(now.sidecar);
      return null;
    }
    return now.sidecar;
  }

  /** Has this closed with the core, which another thread may be closing. */
  private void listen(SegmentReader segment, IndexReader.CacheHelper core) {
    boolean isClosed;
    try {
      core.addClosedListener(key -> IOUtils.close(close()));
      // Closed in between, it may have told its listeners before it had this one.
      isClosed = segment.getRefCount() <= 0;
    } catch (
        @SuppressWarnings("unused")
        AlreadyClosedException e) {
      isClosed = true;
    }
    if (isClosed) {
      // Nothing is open yet.
      close();
    }
  }

  /** Returns what the caller has to close, or null. */
  private SegmentSidecar close() {
    onClose.accept(this);
    return found.getAndSet(CLOSED).sidecar;
  }

  /** What is there now, which is {@code known} if that did not change. */
  private Found look(SegmentReader segment, Found known) {
    Path description = null;
    try {
      description = SidecarPlace.description(place);
      if (description == null || description.equals(known.description)) {
        return known;
      }
      return new Found(description, SegmentSidecar.open(description, segment));
    } catch (IOException | RuntimeException | InternalError e) {
      // Lucene's readers of segments and fields throw anything where checksums fit what is wrong.
      // The last is what Java makes of a mapped file that the disk cannot read.
      if (segment.getRefCount() <= 0) {
        // It may be for that alone, and there is nobody to answer.
        return known;
      }
      if (LostFile.isInterrupted(e) == false) {
        StreakLog.warnOnce(
            "sidecar " + place,
            () -> "Lucene answers for a segment whose sidecar cannot be used: " + place + ": " + e);
      }
      return mayBeSound(e) ? known : new Found(description, null);
    }
  }

  /** Whether it was this thread or this process that could not read: the next reader may. */
  private static boolean mayBeSound(Throwable e) {
    return e instanceof IOException && LostFile.isLost(e) == false;
  }
}
