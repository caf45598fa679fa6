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
package dev.streak.coldreads;

import dev.streak.cachedfile.Prefetch;
import java.io.IOException;
import org.apache.lucene.store.IndexInput;

/**
 * Announces reads of a file to slow storage, which has many begin at the same time. Parts that are
 * near each other are announced as one. For one thread.
 */
public final class Announcer {

  /** To read so much more takes about as long as another call of the system. */
  private static final int GAP_BYTES = 1 << 15;

  /** At a time; of more, Linux reads only the beginning. */
  private static final int MAX_BYTES = 1 << 17;

  private final IndexInput file;

  /** What is to be announced; empty if there is nothing. */
  private long from;

  private long to;

  private boolean missing;

  /** Of a file of the calling thread. */
  public Announcer(IndexInput file) {
    this.file = file;
  }

  /**
   * Announces a part of a file, unless it is in memory. Returns whether any of it may have to be
   * read from storage.
   */
  public static boolean announce(IndexInput file, long start, long end) {
    boolean missing = false;
    for (long from = start, to; from < end; from = to) {
      to = Math.min(end, from + MAX_BYTES);
      missing |= announceMissing(file, from, to);
    }
    return missing;
  }

  /**
   * Announces a part of a file, and returns true, if it may have to be read from storage. Lucene
   * ignores most announcements once some were of what is in memory, so it is to hear of what is
   * missing only: for a page that was not announced, the system may read megabytes around it.
   */
  static boolean announceMissing(IndexInput file, long from, long to) {
    return isLoaded(file, from, to) == false && Prefetch.announce(file, from, to - from);
  }

  private static boolean isLoaded(IndexInput file, long from, long to) {
    try {
      return file.slice("announced", from, to - from).isLoaded().orElse(false);
    } catch (IOException | RuntimeException e) {
      // Of a file that was closed, or cannot tell, nothing is announced. Whoever reads finds out.
      return true;
    }
  }

  /** Announces a part, now or later. */
  public void add(long start, long end) {
    boolean isNear = from < to && start >= from && start <= to + GAP_BYTES;
    if (isNear && end <= from + MAX_BYTES) {
      to = Math.max(to, end);
    } else {
      announceLast();
      from = start;
      to = end;
    }
  }

  /**
   * Announces what was not announced yet. Returns whether any part that was added since this was
   * called last may have to be read from storage.
   */
  public boolean finish() {
    announceLast();
    boolean missed = missing;
    missing = false;
    return missed;
  }

  private void announceLast() {
    if (from < to) {
      missing |= announce(file, from, to);
    }
    from = to;
  }
}
