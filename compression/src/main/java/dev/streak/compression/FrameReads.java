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
package dev.streak.compression;

import java.io.IOException;
import org.apache.lucene.store.IndexInput;

/**
 * Announces frames to slow storage: for a page that was not announced, the system may read
 * megabytes around it, or one page after the other. While readers of a file find their frames in
 * memory, the system is asked less and less often whether they are. For one thread.
 */
final class FrameReads {

  /** So close behind what was read last, the system reads ahead by itself, and faster. */
  private static final int CLOSE_BYTES = 1 << 15;

  /** What readers of a file know together. Threads need not agree. */
  static final class Experience {
    private static final int MOST_STEP = 16;

    /** Frames from one question to the next. */
    private int step = 1;

    private int readers;

    /** Where that is what was read last. */
    private long start = Long.MAX_VALUE;

    private long end;
  }

  private final IndexInput data;
  private final Experience experience;
  private int unasked;

  /** Where that is what was read last. */
  private long start;

  private long end;

  /** Of a file of the calling thread. */
  FrameReads(IndexInput data, Experience experience) {
    this.data = data;
    this.experience = experience;
    // Of readers that read once, some ask.
    this.unasked = experience.readers++ % experience.step;
    this.start = experience.start;
    this.end = experience.end;
  }

  /** As {@link #announce}, of what is read next, unless that lies close behind. */
  void announceNext(long from, long to) {
    boolean isClose = from >= start && from <= end + CLOSE_BYTES;
    start = from;
    end = to;
    if (experience.step == 1) {
      // Where frames are in memory, threads do not write to what they share.
      experience.start = from;
      experience.end = to;
    }
    if (isClose == false) {
      announce(from, to);
    }
  }

  /** Announces what will be read, unless it is in memory or likely to be. */
  void announce(long from, long to) {
    if (++unasked < experience.step) {
      return;
    }
    unasked = 0;
    long end = Math.min(to, data.length());
    // What lies elsewhere is damaged, as whoever reads it will find.
    if (from < 0 || from >= end) {
      return;
    }
    if (announceMissing(from, end)) {
      experience.step = 1;
    } else {
      experience.step = Math.min(Experience.MOST_STEP, experience.step + 1);
    }
  }

  /**
   * Lucene ignores most announcements once some were of what is in memory. This is advice: whatever
   * fails here, whoever reads the frame finds out, in Lucene's words.
   */
  private boolean announceMissing(long from, long to) {
    try {
      if (data.slice("announced", from, to - from).isLoaded().orElse(false)) {
        return false;
      }
      data.prefetch(from, to - from);
      return true;
    } catch (IOException | RuntimeException e) {
      return false;
    } catch (AssertionError e) {
      if (e.getCause() instanceof IllegalStateException) {
        // So Lucene says that the file was closed meanwhile.
        return false;
      }
      throw e;
    }
  }
}
