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

import com.github.luben.zstd.ZstdDictCompress;
import com.github.luben.zstd.ZstdDictDecompress;
import java.io.Closeable;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * A dictionary in memory. Equal dictionaries are one object in the process, so that a hundred
 * segments that share a dictionary hold it once, and whether two segments' frames may be mixed is a
 * comparison of references. Counted: {@link #share} and {@link #tryRetain} take a reference, {@link
 * #release} gives it back, the last one frees the native parts.
 *
 * <p>Native parts are made when first asked for; holding a dictionary needs no native library.
 */
final class ZstdDictionary {
  /**
   * Dictionaries in use by content; guarded by itself, and never held while native parts are made.
   */
  private static final Map<PackedDictionary, ZstdDictionary> SHARED = new HashMap<>();

  private final PackedDictionary content;
  private final AtomicInteger references = new AtomicInteger(1);

  /** Prepared parts, guarded by this. */
  private volatile ZstdDictDecompress forReading;

  private final Map<Integer, ZstdDictCompress> forWriting = new HashMap<>();

  /** See {@link #level}, by the level that is wanted; hints that are not kept on disk. */
  private final Map<Integer, Integer> enoughLevels = new ConcurrentHashMap<>();

  /** See {@link #blockBytes}: levels that are wanted; hints that are not kept on disk. */
  private final Set<Integer> smallBlocksServe = ConcurrentHashMap.newKeySet();

  private ZstdDictionary(PackedDictionary content) {
    this.content = content;
  }

  /** The one dictionary of this content, retained for the caller. */
  static ZstdDictionary share(PackedDictionary content) {
    synchronized (SHARED) {
      ZstdDictionary dictionary = SHARED.get(content);
      // One whose last reference is just going is left to its fate.
      if (dictionary == null || !dictionary.tryRetain()) {
        dictionary = new ZstdDictionary(content);
        SHARED.put(dictionary.content, dictionary);
      }
      return dictionary;
    }
  }

  /** Number of different dictionaries that somebody holds. */
  static int sharedCount() {
    synchronized (SHARED) {
      return SHARED.size();
    }
  }

  /** Takes one more reference of a dictionary that the caller already holds. */
  ZstdDictionary retain() {
    boolean alive = tryRetain();
    assert alive : "retained after the last release";
    return this;
  }

  /** Takes a reference unless the last one is gone. */
  boolean tryRetain() {
    int count = references.get();
    while (count > 0) {
      int witness = references.compareAndExchange(count, count + 1);
      if (witness == count) {
        return true;
      }
      count = witness;
    }
    return false;
  }

  void release() {
    int left = references.decrementAndGet();
    assert left >= 0 : "references=" + left;
    if (left == 0) {
      synchronized (SHARED) {
        SHARED.remove(content, this);
      }
      free();
    }
  }

  private synchronized void free() {
    int length = content.length();
    if (forReading != null) {
      NativeObjects.free(
          NativeMemory.Kind.DECOMPRESSION_DICTIONARY,
          NativeMemory.decompressionDictionaryBytes(length),
          forReading::close);
      forReading = null;
    }
    for (Map.Entry<Integer, ZstdDictCompress> entry : forWriting.entrySet()) {
      NativeObjects.free(
          NativeMemory.Kind.COMPRESSION_DICTIONARY,
          NativeMemory.compressionDictionaryBytes(entry.getKey(), length),
          entry.getValue()::close);
    }
    forWriting.clear();
  }

  PackedDictionary content() {
    return content;
  }

  /**
   * Says that frames get no smaller at levels from this one to the one wanted. Whoever shares the
   * dictionary and wants another level has an answer of his own.
   */
  void isEnough(int level, int wanted) {
    enoughLevels.put(wanted, level);
  }

  /** The level to compress with where one is wanted: a lower one that does as well, if any. */
  int level(int wanted) {
    return enoughLevels.getOrDefault(wanted, wanted);
  }

  /** Says whether blocks of {@link #smallBlock} cost little where a level is wanted. */
  void smallBlocksServe(boolean serve, int level) {
    if (serve) {
      smallBlocksServe.add(level);
    } else {
      smallBlocksServe.remove(level);
    }
  }

  /** The size that ends a block where one is wanted: a smaller one that costs little, if any. */
  int blockBytes(int wanted, int level) {
    return smallBlocksServe.contains(level) ? smallBlock(wanted) : wanted;
  }

  /** Three quarters of a block, which takes less time to fetch from. */
  static int smallBlock(int bytes) {
    return bytes - bytes / 4;
  }

  int gainPerMille() {
    return content.gainPerMille();
  }

  /** Its bytes, as they are trained. */
  int length() {
    return content.length();
  }

  /** Prepared for decompression; the caller holds a reference as long as it uses it. */
  ZstdDictDecompress forReading() throws IOException {
    ZstdDictDecompress prepared = forReading;
    if (prepared == null) {
      synchronized (this) {
        prepared = forReading;
        if (prepared == null) {
          prepared =
              prepare(
                  NativeMemory.Kind.DECOMPRESSION_DICTIONARY,
                  NativeMemory.decompressionDictionaryBytes(content.length()),
                  ZstdDictDecompress::new);
          forReading = prepared;
        }
      }
    }
    return prepared;
  }

  /** Prepared for compression at a level; the caller holds a reference as long as it uses it. */
  synchronized ZstdDictCompress forWriting(int level) throws IOException {
    ZstdDictCompress prepared = forWriting.get(level);
    if (prepared == null) {
      prepared =
          prepare(
              NativeMemory.Kind.COMPRESSION_DICTIONARY,
              NativeMemory.compressionDictionaryBytes(level, content.length()),
              bytes -> new ZstdDictCompress(bytes, level));
      forWriting.put(level, prepared);
    }
    return prepared;
  }

  /**
   * Makes a native part. Zstandard does not tell why it made none: where another content of the
   * same length would do, this one is damaged.
   */
  private <T extends Closeable> T prepare(
      NativeMemory.Kind kind, long nativeBytes, Function<byte[], T> maker) throws IOException {
    byte[] bytes = content.unpack();
    try {
      return NativeObjects.make(kind, nativeBytes, () -> maker.apply(bytes));
    } catch (NativeMemoryException e) {
      // Zeros have no tables that could be wrong.
      if (e.getCause() == null
          || !NativeObjects.isRoomForTwo(() -> maker.apply(new byte[bytes.length]))) {
        throw e;
      }
    }
    // There is room now, if there was none before.
    try {
      return NativeObjects.make(kind, nativeBytes, () -> maker.apply(bytes));
    } catch (NativeMemoryException e) {
      throw e.getCause() == null ? e : content.damagedTables(e);
    }
  }
}
