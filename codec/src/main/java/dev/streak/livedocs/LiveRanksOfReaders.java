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
package dev.streak.livedocs;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.util.Bits;

/**
 * The {@link LiveRanks} of the readers of this JVM, each made when first asked for, shared by all
 * queries and let go with its reader.
 */
public final class LiveRanksOfReaders {

  /** All together take at most one byte in so many of the heap; readers beyond it have none. */
  private static final int HEAP_SHARE = 16;

  /** Guarded by itself. A reader that is never closed goes when its key goes. */
  private static final Map<IndexReader.CacheKey, LiveRanks> BY_READER = new WeakHashMap<>();

  /** A power of two. */
  private static final int NEAR_PLACES = 256;

  /**
   * Some of the above by their bits, for threads that ask at the same time: the lock is held for as
   * long as a small query takes to count a segment.
   */
  private static final AtomicReferenceArray<WeakReference<LiveRanks>> NEAR =
      new AtomicReferenceArray<>(NEAR_PLACES);

  /**
   * What those that are kept take, when there were so many of them. Guarded by {@link #BY_READER}.
   */
  private static long keptBytes;

  private static int keptReaders;

  private static final LongAdder REFUSED = new LongAdder();
  private static long maxBytes = Runtime.getRuntime().maxMemory() / HEAP_SHARE;

  private LiveRanksOfReaders() {}

  /**
   * What there is at present.
   *
   * @param readers segments whose ranks are kept
   * @param bytes bytes of heap that they take
   * @param refused how often there was no room, so that documents were visited one by one
   */
  public record Stats(long readers, long bytes, long refused) {}

  /** What there is at present. */
  public static Stats stats() {
    synchronized (BY_READER) {
      return new Stats(BY_READER.size(), bytes(), REFUSED.sum());
    }
  }

  private static long bytes() {
    // Counted again only if some went with their keys: there may be thousands.
    if (BY_READER.size() != keptReaders) {
      keptReaders = BY_READER.size();
      keptBytes = BY_READER.values().stream().mapToLong(LiveRanks::ramBytesUsed).sum();
    }
    return keptBytes;
  }

  /**
   * The ranks of a reader that has deletions; null if there is no room, or if nobody says for how
   * long they are valid.
   */
  public static LiveRanks of(LeafReader reader) throws IOException {
    IndexReader.CacheHelper helper = reader.getReaderCacheHelper();
    Bits liveDocs = reader.getLiveDocs();
    if (helper == null || liveDocs == null) {
      return null;
    }
    WeakReference<LiveRanks> near = NEAR.get(place(liveDocs));
    LiveRanks ranks = near == null ? null : near.get();
    if (ranks != null && ranks.isOf(liveDocs)) {
      return ranks;
    }
    synchronized (BY_READER) {
      ranks = BY_READER.get(helper.getKey());
    }
    if (ranks == null) {
      ranks = make(helper, liveDocs);
    }
    // A wrapper may name the key of the reader that it wraps, and have other documents deleted.
    if (ranks == null || ranks.isOf(liveDocs) == false) {
      return null;
    }
    NEAR.set(place(liveDocs), ranks.weakly());
    return ranks;
  }

  private static int place(Bits liveDocs) {
    return System.identityHashCode(liveDocs) & (NEAR_PLACES - 1);
  }

  private static LiveRanks make(IndexReader.CacheHelper helper, Bits liveDocs) throws IOException {
    synchronized (BY_READER) {
      if (bytes() + LiveRanks.mostBytes(liveDocs.length()) > maxBytes) {
        REFUSED.increment();
        return null;
      }
    }
    LiveRanks made = LiveRanks.of(liveDocs);
    synchronized (BY_READER) {
      LiveRanks other = BY_READER.get(helper.getKey());
      if (other != null) {
        return other;
      }
      BY_READER.put(helper.getKey(), made);
      keptBytes += made.ramBytesUsed();
      keptReaders++;
    }
    boolean success = false;
    try {
      helper.addClosedListener(LiveRanksOfReaders::release);
      success = true;
    } finally {
      if (success == false) {
        // The reader was closed meanwhile.
        release(helper.getKey());
      }
    }
    return made;
  }

  private static void release(IndexReader.CacheKey key) {
    synchronized (BY_READER) {
      LiveRanks removed = BY_READER.remove(key);
      if (removed != null) {
        keptBytes -= removed.ramBytesUsed();
        keptReaders--;
      }
    }
  }

  /** For tests; returns what it was. */
  static long setMaxBytes(long bytes) {
    synchronized (BY_READER) {
      long before = maxBytes;
      maxBytes = bytes;
      return before;
    }
  }
}
