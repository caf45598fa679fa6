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

import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdDictDecompress;
import com.github.luben.zstd.ZstdException;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Decompression contexts of the process. A context is needed for microseconds at a time, so open
 * readers share a few instead of owning one each: it is taken for one frame and given back.
 *
 * <p><b>Lifetime.</b> Every open reader retains the pool. When the last one releases it, idle
 * contexts are closed, and one that is given back later is closed then. A caller that does not
 * retain the pool, such as a bare {@link org.apache.lucene.codecs.compressing.Decompressor}, gets a
 * context all the same; if nobody holds the pool it lives for that one frame.
 *
 * <p><b>Bound.</b> At most {@link #IDLE_LIMIT} contexts wait; beyond that, as many exist as threads
 * are decompressing.
 */
final class DecompressionContexts {
  /** Two for each processor: a thread may lose its processor while it holds one. */
  static final int IDLE_LIMIT =
      Integer.highestOneBit(Math.max(2, Runtime.getRuntime().availableProcessors()) * 2 - 1) << 1;

  private static final int MASK = IDLE_LIMIT - 1;

  /** Slots lie a cache line apart, and a thread begins at a slot of its own. */
  private static final int STRIDE = 16;

  private static final AtomicReferenceArray<Context> IDLE =
      new AtomicReferenceArray<>(IDLE_LIMIT * STRIDE);

  private static final Object LOCK = new Object();

  /** Guarded by {@link #LOCK} for writing. */
  private static volatile int retained;

  private DecompressionContexts() {}

  /**
   * A native context and the dictionary it was last given. That may have been freed since: nothing
   * looks at it, because the next frame says what it needs first.
   */
  private static final class Context {
    /** A frame of no content. */
    private static final byte[] EMPTY = {0x20, 0, 1, 0, 0};

    /** So many dictionaries are remembered, and are in the processor's cache for so many frames. */
    private static final int REMEMBERED = 16;

    private static final int NEAR = 64;

    /** Of larger ones a few do not fit into the cache. */
    private static final int MAX_NEAR_BYTES = 1 << 17;

    private final ZstdDecompressCtx zstd;
    private ZstdDictDecompress loaded;
    private final ZstdDictDecompress[] lately = new ZstdDictDecompress[REMEMBERED];
    private final long[] usedAt = new long[REMEMBERED];
    private int place;
    private long frames;

    Context() throws NativeMemoryException {
      ZstdLibrary.ensureAvailable();
      zstd =
          NativeObjects.make(
              NativeMemory.Kind.DECOMPRESSION_CONTEXT,
              NativeMemory.decompressionContextBytes(),
              ZstdDecompressCtx::new);
      zstd.setMagicless(true);
    }

    /** Prepares for a frame that was compressed with a dictionary, or null. */
    void use(ZstdDictionary wanted) throws IOException {
      ZstdDictDecompress dictionary = wanted == null ? null : wanted.forReading();
      frames++;
      if (loaded == dictionary) {
        return;
      }
      if (dictionary == null) {
        zstd.reset();
        zstd.setMagicless(true);
      } else {
        zstd.loadDict(dictionary);
        if (wanted.length() <= MAX_NEAR_BYTES && isNear(dictionary)) {
          // Zstandard takes a dictionary that the context did not use last for far away, and goes a
          // way that is a third slower. With a frame of nothing it has used it.
          zstd.decompressByteArray(EMPTY, 0, 0, EMPTY, 0, EMPTY.length);
        }
      }
      loaded = dictionary;
    }

    /** Whether one of the last frames had this dictionary, which is remembered from now on. */
    private boolean isNear(ZstdDictDecompress dictionary) {
      usedAt[place] = frames - 1;
      int found = 0;
      while (found < REMEMBERED && lately[found] != dictionary) {
        found++;
      }
      if (found < REMEMBERED) {
        place = found;
        return frames - usedAt[place] <= NEAR;
      }
      place = (place + 1) % REMEMBERED;
      lately[place] = dictionary;
      return false;
    }

    void close() {
      NativeObjects.free(
          NativeMemory.Kind.DECOMPRESSION_CONTEXT,
          NativeMemory.decompressionContextBytes(),
          zstd::close);
    }
  }

  static void retain() {
    synchronized (LOCK) {
      retained++;
    }
  }

  /** How many retain the pool now, for tests. */
  static int retained() {
    return retained;
  }

  static void release() {
    synchronized (LOCK) {
      assert retained > 0 : "retained=" + retained;
      retained--;
      if (retained == 0) {
        closeIdle();
      }
    }
  }

  /**
   * Decompresses one frame.
   *
   * @param dictionary what the frame was compressed with, or null
   * @return length of the content
   * @throws IOException if the dictionary is damaged
   * @throws NativeMemoryException if there is no memory for what it takes
   * @throws ZstdException if the frame is damaged or longer than the room for it
   * @throws ZstdUnavailableException if the native library cannot be used
   */
  static int decompress(
      ZstdDictionary dictionary, byte[] frame, int frameLength, byte[] content, int contentLength)
      throws IOException {
    Context context = take();
    boolean success = false;
    try {
      context.use(dictionary);
      int length =
          context.zstd.decompressByteArray(content, 0, contentLength, frame, 0, frameLength);
      success = true;
      return length;
    } catch (ZstdException e) {
      NativeObjects.throwIfRefused(
          e,
          NativeMemory.Kind.DECOMPRESSION_CONTEXT.title(),
          NativeMemory.decompressionContextBytes());
      throw e;
    } finally {
      if (success) {
        giveBack(context);
      } else {
        context.close();
      }
    }
  }

  /** Where a thread begins to look: others begin elsewhere. */
  private static int firstPlace() {
    return Long.hashCode(Thread.currentThread().threadId() * 0x9E3779B97F4A7C15L);
  }

  private static Context take() throws NativeMemoryException {
    int start = firstPlace();
    for (int i = 0; i < IDLE_LIMIT; i++) {
      int slot = ((start + i) & MASK) * STRIDE;
      if (IDLE.getPlain(slot) != null) {
        Context context = IDLE.getAndSet(slot, null);
        if (context != null) {
          return context;
        }
      }
    }
    return new Context();
  }

  private static void giveBack(Context context) {
    int start = firstPlace();
    for (int i = 0; i < IDLE_LIMIT && retained > 0; i++) {
      int slot = ((start + i) & MASK) * STRIDE;
      if (IDLE.getPlain(slot) == null && IDLE.compareAndSet(slot, null, context)) {
        // The last reader may have closed between the look at the count and the deposit.
        if (retained == 0) {
          synchronized (LOCK) {
            if (retained == 0) {
              closeIdle();
            }
          }
        }
        return;
      }
    }
    context.close();
  }

  private static void closeIdle() {
    for (int i = 0; i < IDLE_LIMIT; i++) {
      Context context = IDLE.getAndSet(i * STRIDE, null);
      if (context != null) {
        context.close();
      }
    }
  }
}
