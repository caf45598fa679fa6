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
 * zero once all readers and writers are closed. Where an interrupt breaks a flush, Lucene may drop
 * a writer without closing it; what that one holds goes when the collector finds it.
 *
 * <p>Objects are counted exactly. zstd-jni does not tell the size of a context, so bytes are what
 * such objects of Zstandard 1.5 were measured to take, by level and length of content, rounded up;
 * pages never touched are included, and what the allocator keeps for itself is not.
 *
 * <p>Safe for use by several threads.
 */
public final class NativeMemory {

  /**
   * What is held at one moment.
   *
   * @param bytes estimated bytes of all objects
   * @param compressionContexts one for each writer of stored fields that has compressed something;
   *     of term vectors, those in use or waiting in the pool; those with which a dictionary is
   *     chosen
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

  /** Frames of all levels with a dictionary use its tables in place up to this length. */
  private static final int IN_PLACE_BYTES = 8 * 1024;

  /** What the tables of each level from 1 on take at most, over some megabytes of content. */
  private static final long[] FULL_TABLES_KIB = {
    128, 384, 864, 2_176, 2_752, 2_752, 5_312, 5_312, 10_496, 20_992, 20_992, 41_472, 49_664,
    49_664, 66_048, 49_664, 66_048, 66_048, 66_048, 66_048, 66_048, 66_048
  };

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

  /** An object that is counted already takes so many bytes more. */
  static void grew(long bytes) {
    BYTES.addAndGet(bytes);
  }

  /**
   * A context allocates its tables with the frames that it is given, and keeps them.
   *
   * @param frameBytes length of the longest
   * @param dictionaryBytes length of its dictionary, or 0
   */
  static long compressionContextBytes(int level, int frameBytes, int dictionaryBytes) {
    long own = (level <= 2 ? 128 : level <= 15 ? 320 : 768) * KIB;
    // For short frames the tables of the dictionary are used in place, for others copied.
    int tables = frameBytes <= IN_PLACE_BYTES ? frameBytes : Math.max(frameBytes, dictionaryBytes);
    return own + tableBytes(level, tables);
  }

  static long decompressionContextBytes() {
    return 96 * KIB;
  }

  static long compressionDictionaryBytes(int level, int dictionaryBytes) {
    return dictionaryBytes + 16 * KIB + tableBytes(level, dictionaryBytes);
  }

  /** What was measured for tables over so much content: so much a byte, and not more than all. */
  private static long tableBytes(int level, int contentBytes) {
    long eachByte = level <= 3 ? 7 : level == 4 ? 17 : level <= 10 ? 21 : 33;
    long least = Math.min(contentBytes, 16 * KIB) * 27;
    return Math.min(
        Math.max(eachByte * contentBytes, least), FULL_TABLES_KIB[Math.max(level, 1) - 1] * KIB);
  }

  static long decompressionDictionaryBytes(int dictionaryBytes) {
    return dictionaryBytes + 28 * KIB;
  }
}
