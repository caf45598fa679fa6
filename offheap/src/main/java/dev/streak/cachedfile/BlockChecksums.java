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
package dev.streak.cachedfile;

import dev.streak.management.StreakLog;
import java.io.IOException;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.ChecksumIndexInput;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexOutput;

/**
 * The file beside a cached file.
 *
 * <pre>
 * name + k := index header | length of the file (long) | CRC32C of each block of 16 kB (int) | footer
 * </pre>
 *
 * @param fileBytes length of the file
 * @param ofBlocks their checksums
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, never shown
record BlockChecksums(long fileBytes, int[] ofBlocks) {
  /** Appended to the file's name. */
  static final String NAME_SUFFIX = "k";

  static final int BLOCK_SHIFT = 14;
  static final int BLOCK_BYTES = 1 << BLOCK_SHIFT;

  private static final String CODEC_NAME = "StreakBlockChecksums";
  private static final int VERSION_START = 1;
  private static final int VERSION_CURRENT = VERSION_START;

  static int blockCount(long fileBytes) {
    return Math.toIntExact((fileBytes + BLOCK_BYTES - 1) >>> BLOCK_SHIFT);
  }

  void write(
      Directory directory, String fileName, byte[] segmentId, String suffix, IOContext context)
      throws IOException {
    try (IndexOutput output = directory.createOutput(fileName + NAME_SUFFIX, context)) {
      CodecUtil.writeIndexHeader(output, CODEC_NAME, VERSION_CURRENT, segmentId, suffix);
      output.writeLong(fileBytes);
      for (int checksum : ofBlocks) {
        output.writeInt(checksum);
      }
      CodecUtil.writeFooter(output);
    }
  }

  /**
   * Returns null, and tells, if there are none that can be used: the file is as readable without
   * them.
   */
  static BlockChecksums readIfSound(
      Directory directory, String fileName, long fileBytes, byte[] segmentId, String suffix)
      throws IOException {
    try {
      return read(directory, fileName, fileBytes, segmentId, suffix);
    } catch (IOException | InternalError e) {
      if (LostFile.isLost(e) == false) {
        throw e;
      }
      throwFailureOfReading(e);
      String checksums = fileName + NAME_SUFFIX;
      StreakLog.warnOnce(
          "block checksums " + checksums + " in " + directory,
          () ->
              checksums
                  + " in "
                  + directory
                  + " is missing or damaged: "
                  + fileName
                  + " is read without the cache, with the same answers, until a merge writes both"
                  + " anew. "
                  + e);
      return null;
    }
  }

  /** Where a footer is wrong, too, the disk's failure is what was suppressed. */
  private static void throwFailureOfReading(Throwable damage) throws IOException {
    for (Throwable suppressed : damage.getSuppressed()) {
      if (suppressed instanceof IOException failure && LostFile.isDamaged(failure) == false) {
        throw failure;
      }
    }
  }

  static BlockChecksums read(
      Directory directory, String fileName, long fileBytes, byte[] segmentId, String suffix)
      throws IOException {
    try (ChecksumIndexInput input = directory.openChecksumInput(fileName + NAME_SUFFIX)) {
      Throwable failure = null;
      int[] checksums = null;
      try {
        CodecUtil.checkIndexHeader(
            input, CODEC_NAME, VERSION_START, VERSION_CURRENT, segmentId, suffix);
        long recordedBytes = input.readLong();
        if (recordedBytes != fileBytes) {
          throw new CorruptIndexException(
              "length of "
                  + fileName
                  + " is "
                  + fileBytes
                  + ", must be "
                  + recordedBytes
                  + " by its checksums",
              input);
        }
        checksums = new int[blockCount(fileBytes)];
        input.readInts(checksums, 0, checksums.length);
      } catch (Throwable t) {
        failure = t;
      } finally {
        CodecUtil.checkFooter(input, failure);
      }
      return new BlockChecksums(fileBytes, checksums);
    }
  }
}
