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

import java.util.concurrent.atomic.AtomicLong;

/**
 * How much memory outside the Java heap this package holds in this process. Everything returns to
 * zero once all readers and writers are closed.
 *
 * <p>Objects are counted exactly. zstd-jni does not tell the size of a context, so bytes are the
 * sizes that Zstandard 1.5.6 allocates for such an object, rounded up; pages never touched are
 * included, and what the allocator keeps for itself is not.
 */
public final class NativeMemory {

  /**
   * What is held at one moment.
   *
   * @param bytes estimated bytes of all objects
   * @param compressionContexts one for each writer that has compressed something
   * @param decompressionContexts in use or waiting in the pool
   * @param compressionDictionaries dictionaries prepared for a level
   * @param decompressionDictionaries dictionaries prepared for reading
   */
  public record Held(
      long bytes,
      long compressionContexts,
      long decompressionContexts,
      long compressionDictionaries,
      long decompressionDictionaries) {}

  /** One kind of native objects. */
  static final class Kind {
    static final Kind COMPRESSION_CONTEXT = new Kind("a compression context");
    static final Kind DECOMPRESSION_CONTEXT = new Kind("a decompression context");
    static final Kind COMPRESSION_DICTIONARY = new Kind("a dictionary prepared for compression");
    static final Kind DECOMPRESSION_DICTIONARY =
        new Kind("a dictionary prepared for decompression");

    private final String title;
    private final AtomicLong count = new AtomicLong();

    private Kind(String title) {
      this.title = title;
    }

    /** For messages. */
    String title() {
      return title;
    }
  }

  private static final long KIB = 1024;
  private static final AtomicLong BYTES = new AtomicLong();

  private NativeMemory() {}

  /** What is held now. Values of objects being made or closed meanwhile may be in or out. */
  public static Held held() {
    return new Held(
        BYTES.get(),
        Kind.COMPRESSION_CONTEXT.count.get(),
        Kind.DECOMPRESSION_CONTEXT.count.get(),
        Kind.COMPRESSION_DICTIONARY.count.get(),
        Kind.DECOMPRESSION_DICTIONARY.count.get());
  }

  static void allocated(Kind kind, long bytes) {
    kind.count.incrementAndGet();
    BYTES.addAndGet(bytes);
  }

  static void freed(Kind kind, long bytes) {
    long left = kind.count.decrementAndGet();
    long bytesLeft = BYTES.addAndGet(-bytes);
    assert left >= 0 && bytesLeft >= 0 : "left=" + left + " bytes=" + bytesLeft;
  }

  static long compressionContextBytes(int level) {
    if (level <= 2) {
      return 128 * KIB;
    }
    return level <= 15 ? 576 * KIB : 2112 * KIB;
  }

  static long decompressionContextBytes() {
    return 96 * KIB;
  }

  static long compressionDictionaryBytes(int level, int dictionaryBytes) {
    if (level <= 2) {
      return dictionaryBytes + 48 * KIB;
    }
    return dictionaryBytes + (level <= 4 ? 448 : level <= 8 ? 672 : 1568) * KIB;
  }

  static long decompressionDictionaryBytes(int dictionaryBytes) {
    return dictionaryBytes + 28 * KIB;
  }
}
