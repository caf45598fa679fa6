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
package dev.streak.tools.compare;

import dev.streak.codec.StreakCodec;
import dev.streak.tools.cli.Console;
import dev.streak.tools.convert.Conversion;
import dev.streak.tools.index.IndexFolder;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.SegmentCommitInfo;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.IOUtils;

/**
 * The same documents in segments of Lucene's codec and in segments of Streak's. The user's index is
 * one of the two if all of it has one codec and nothing is deleted; what is missing is written into
 * a scratch folder, and proven by digests.
 */
public final class Twins implements Closeable {
  private final List<Closeable> open = new ArrayList<>();
  private final Side lucene;
  private final Side streak;

  /**
   * One of the two.
   *
   * @param reader all of its documents
   * @param bytes that its segments take
   * @param isCopy whether it was written for the comparison
   */
  public record Side(DirectoryReader reader, long bytes, boolean isCopy) {}

  /** Finds out what there is, writes what is missing, opens both. */
  public Twins(IndexFolder index, Path scratch, Codec codec, int threads, Console console)
      throws IOException {
    boolean success = false;
    try {
      lucene = side(index, scratch.resolve("lucene"), new Lucene104Codec(), threads, console);
      streak = side(index, scratch.resolve("streak"), codec, threads, console);
      success = true;
    } finally {
      if (!success) {
        IOUtils.closeWhileHandlingException(open);
      }
    }
  }

  private Side side(IndexFolder index, Path copy, Codec codec, int threads, Console console)
      throws IOException {
    boolean toStreak = codec.getName().equals(StreakCodec.NAME);
    boolean asItIs;
    try (Directory directory = index.directory()) {
      asItIs = isWritten(directory, toStreak);
    }
    if (!asItIs) {
      Files.createDirectories(copy);
      new Conversion(index, codec, toStreak, Optional.of(copy.toString()), Optional.empty())
          .run(threads, console, segment -> {});
    }
    Directory directory = FSDirectory.open(asItIs ? index.path() : copy);
    open.add(directory);
    DirectoryReader reader = DirectoryReader.open(directory);
    open.add(0, reader);
    return new Side(reader, bytes(directory), !asItIs);
  }

  /** Whether all segments are of Streak's codec, or none is, and no document is deleted. */
  private static boolean isWritten(Directory directory, boolean byStreak) throws IOException {
    for (SegmentCommitInfo segment : SegmentInfos.readLatestCommit(directory)) {
      boolean ours = segment.info.getCodec().getName().equals(StreakCodec.NAME);
      if (ours != byStreak || segment.hasDeletions()) {
        return false;
      }
    }
    return true;
  }

  private static long bytes(Directory directory) throws IOException {
    long bytes = 0;
    for (SegmentCommitInfo segment : SegmentInfos.readLatestCommit(directory)) {
      bytes += segment.sizeInBytes();
    }
    return bytes;
  }

  /** With Lucene's codec, or whichever the user's index has. */
  public Side lucene() {
    return lucene;
  }

  /** With Streak's codec. */
  public Side streak() {
    return streak;
  }

  @Override
  public void close() throws IOException {
    IOUtils.close(open);
  }
}
