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

/**
 * How a segment's stored fields are written. Every segment records its own settings: they may
 * change at any time, and nothing about reading depends on them. Immutable.
 *
 * @param level Zstandard's level, {@value #MIN_LEVEL} to {@value #MAX_LEVEL}
 * @param blockBytes a block ends with the document that brings it to this many bytes before
 *     compression, or to three quarters of them where that costs little, as in logs; what one fetch
 *     decompresses
 * @param maxDocsPerBlock a block also ends with this many documents; with up to 1,024 if none of
 *     them has stored fields, and at levels up to 3 with a third if they have only numbers, and a
 *     tenth of {@code blockBytes}
 * @param dictionaryBytes size of each dictionary that is made from the documents, at most, or 0 for
 *     none; a quarter or a sixteenth of it where that serves as well
 */
public record ZstdSettings(int level, int blockBytes, int maxDocsPerBlock, int dictionaryBytes) {

  static final int MIN_LEVEL = 1;
  static final int MAX_LEVEL = 22;
  static final int MIN_BLOCK_BYTES = 256;
  static final int MAX_BLOCK_BYTES = 1 << 20;
  static final int MAX_DOCS_PER_BLOCK = 1 << 16;

  /** Above this level disk comes first. */
  private static final int MAX_FAST_LEVEL = 3;

  /** So many documents without fields are a block: what a block costs beside them is spread. */
  private static final int DOCS_WITHOUT_FIELDS = 1 << 10;

  static final int MIN_DICTIONARY_BYTES = 1 << 12;
  static final int MAX_DICTIONARY_BYTES = 1 << 20;

  /** Less disk than DEFLATE for logs, catalogues and texts, near the write speed of LZ4. */
  public static final ZstdSettings DEFAULT = new ZstdSettings(3, 4096, 128, 256 * 1024);

  /**
   * For disk first: logs, catalogues and texts take a fifth less than with DEFLATE and more. Slower
   * to write and to fetch.
   */
  public static final ZstdSettings SMALLEST = new ZstdSettings(12, 16384, 512, 512 * 1024);

  /**
   * For single documents first: logs, catalogues and texts are fetched faster than with LZ4 and
   * take less than 0.7 of its disk.
   */
  public static final ZstdSettings FASTEST = new ZstdSettings(3, 2048, 64, 110 * 1024);

  /** Checks the settings. */
  public ZstdSettings {
    checkLevel(level);
    check("blockBytes", blockBytes, MIN_BLOCK_BYTES, MAX_BLOCK_BYTES);
    check("maxDocsPerBlock", maxDocsPerBlock, 1, MAX_DOCS_PER_BLOCK);
    if (dictionaryBytes != 0) {
      check(
          "dictionaryBytes", "0 or ", dictionaryBytes, MIN_DICTIONARY_BYTES, MAX_DICTIONARY_BYTES);
    }
  }

  static void checkLevel(int level) {
    check("level", level, MIN_LEVEL, MAX_LEVEL);
  }

  private static void check(String name, int value, int min, int max) {
    check(name, "", value, min, max);
  }

  private static void check(String name, String alsoAllowed, int value, int min, int max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          name
              + " must be "
              + alsoAllowed
              + "in ["
              + min
              + ", "
              + max
              + "]: "
              + name
              + "="
              + value);
    }
  }

  /** These settings with another level. */
  public ZstdSettings withLevel(int newLevel) {
    return new ZstdSettings(newLevel, blockBytes, maxDocsPerBlock, dictionaryBytes);
  }

  /** These settings with another block size. */
  public ZstdSettings withBlockBytes(int newBlockBytes) {
    return new ZstdSettings(level, newBlockBytes, maxDocsPerBlock, dictionaryBytes);
  }

  /** These settings with another number of documents that ends a block. */
  public ZstdSettings withMaxDocsPerBlock(int newMaxDocsPerBlock) {
    return new ZstdSettings(level, blockBytes, newMaxDocsPerBlock, dictionaryBytes);
  }

  /** These settings with a dictionary of another size, or with none for 0. */
  public ZstdSettings withDictionaryBytes(int newDictionaryBytes) {
    return new ZstdSettings(level, blockBytes, maxDocsPerBlock, newDictionaryBytes);
  }

  /** How many documents end a block, however small they are. */
  int mostDocs(boolean noFields) {
    return noFields ? Math.max(maxDocsPerBlock, DOCS_WITHOUT_FIELDS) : maxDocsPerBlock;
  }

  /** A block of numbers does not end with fewer bytes: what it costs by itself is spread. */
  int leastBytesOfNumbers() {
    return blockBytes / 10;
  }

  /** How many documents end a block if they have only numbers, which take long to decompress. */
  int mostDocsOfNumbers() {
    return isForSpeed() ? Math.max(1, maxDocsPerBlock / 3) : maxDocsPerBlock;
  }

  /** Whether fetching fast is worth disk where there is little to gain by compression. */
  boolean isForSpeed() {
    return level <= MAX_FAST_LEVEL;
  }

  /** The most dictionaries that a segment may have. */
  int maxDictionaries() {
    return dictionaryBytes == 0
        ? 0
        : Math.min(
            StoredFieldsDescriptor.MAX_DICTIONARIES,
            StoredFieldsDescriptor.MAX_ALL_DICTIONARIES_BYTES / dictionaryBytes);
  }

  /** A block longer than this is cut into slices of this length, each a frame of its own. */
  int sliceBytes() {
    return 4 * blockBytes;
  }
}
