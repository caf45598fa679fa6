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
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Compression contexts for {@link ZstdCompressionMode}, whose compressors Lucene does not always
 * close: its term vectors writer forgets to. So a compressor owns none; it takes one for each piece
 * and gives it back. Idle ones, at most as many as ever were in use at once, are kept only while
 * somebody retains the pool. Stored fields have no use for this: their writer owns its context.
 */
final class CompressionContexts {
  private static final Object LOCK = new Object();

  /** Idle ones, of any level. */
  private static final Deque<FrameCompressor> IDLE = new ArrayDeque<>();

  private static int retained;

  private CompressionContexts() {}

  /** Keeps the pool until what is returned is cleaned, or until the keeper is garbage. */
  static Cleaner.Cleanable retain(Object keeper) {
    // First, since it may fail, and then nothing is kept.
    Cleaner.Cleanable kept = DroppedOwners.register(keeper, CompressionContexts::release);
    try {
      synchronized (LOCK) {
        retained++;
      }
      return kept;
    } finally {
      Reference.reachabilityFence(keeper);
    }
  }

  private static void release() {
    synchronized (LOCK) {
      assert retained > 0 : "retained=" + retained;
      if (--retained == 0) {
        IDLE.forEach(FrameCompressor::close);
        IDLE.clear();
      }
    }
  }

  static FrameCompressor take(int level) throws IOException {
    synchronized (LOCK) {
      for (FrameCompressor idle : IDLE) {
        if (idle.level() == level) {
          IDLE.remove(idle);
          return idle;
        }
      }
    }
    return new FrameCompressor(level, null);
  }

  static void giveBack(FrameCompressor compressor) {
    synchronized (LOCK) {
      // No more than one for each of those who retain the pool.
      if (IDLE.size() < retained) {
        IDLE.addFirst(compressor);
        return;
      }
    }
    compressor.close();
  }
}
