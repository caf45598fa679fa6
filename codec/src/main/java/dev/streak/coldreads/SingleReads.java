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

import org.apache.lucene.store.IndexInput;

/**
 * Announces reads of a file to slow storage, each by itself. While readers of the file find what
 * they read in memory, the system is asked less and less often whether it is. For one thread.
 */
public final class SingleReads {

  /** What readers of a file know together. Threads need not agree, and write to it rarely. */
  public static final class Experience {
    private static final int MOST_STEP = 64;

    /** Reads from one question to the next. */
    private int step = 1;

    private int readers;
  }

  private final IndexInput file;
  private final Experience experience;
  private int unasked;

  /** Of a file of the calling thread. */
  public SingleReads(IndexInput file, Experience experience) {
    this.file = file;
    this.experience = experience;
    // Of readers that read once, some ask.
    this.unasked = experience.readers++ % experience.step;
  }

  /** Announces up to {@code length} bytes from a position on, if there are any. */
  public void announce(long start, int length) {
    if (++unasked < experience.step) {
      return;
    }
    unasked = 0;
    long end = Math.min(file.length(), start + length);
    // What lies elsewhere is damaged, as whoever reads it will find.
    if (start < 0 || start >= end) {
      return;
    }
    if (Announcer.announceMissing(file, start, end)) {
      experience.step = 1;
    } else {
      experience.step = Math.min(Experience.MOST_STEP, experience.step + 1);
    }
  }
}
