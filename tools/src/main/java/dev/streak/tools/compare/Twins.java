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
import dev.streak.tools.index.FieldFormats;
import dev.streak.tools.index.IndexFolder;
import dev.streak.tools.index.SegmentFiles;
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
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SegmentCommitInfo;
import org.apache.lucene.index.SegmentReader;
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

  /**
   * Finds out what there is, writes what is missing, opens both.
   *
   * @param anew whether Streak's side is written with {@code codec} in any case
   */
  public Twins(
      IndexFolder index, Path scratch, Codec codec, boolean anew, int threads, Console console)
      throws IOException {
    boolean success = false;
    try {
      Directory directory = opened(index.directory());
      // One commit for both, whatever others write meanwhile.
      DirectoryReader source = opened(index.openWithSizes(directory));
      Codec theirs = new Lucene104Codec();
      lucene = side(index, source, scratch.resolve("lucene"), theirs, false, threads, console);
      streak = side(index, source, scratch.resolve("streak"), codec, anew, threads, console);
      success = true;
    } finally {
      if (!success) {
        IOUtils.closeWhileHandlingException(open);
      }
    }
  }

  private <T extends Closeable> T opened(T closeable) {
    open.add(0, closeable);
    return closeable;
  }

  private Side side(
      IndexFolder index,
      DirectoryReader source,
      Path copy,
      Codec codec,
      boolean anew,
      int threads,
      Console console)
      throws IOException {
    boolean toStreak = codec.getName().equals(StreakCodec.NAME);
    if (!anew && isWritten(source, toStreak)) {
      return new Side(source, bytes(source), false);
    }
    Files.createDirectories(copy);
    new Conversion(index, codec, toStreak, Optional.of(copy.toString()), Optional.empty())
        .copy(source, where(copy.getParent()), threads, console, segment -> {});
    Directory directory = opened(FSDirectory.open(copy));
    DirectoryReader reader = opened(DirectoryReader.open(directory));
    return new Side(reader, bytes(reader), true);
  }

  /**
   * Where room is needed, and how to have another place: nobody chose the scratch folder itself.
   */
  static String where(Path scratch) {
    return scratch.getParent() + " (--dir takes another folder)";
  }

  /** Whether all segments are of one side and have nothing of the other, and nothing is deleted. */
  private static boolean isWritten(DirectoryReader reader, boolean byStreak) {
    for (LeafReaderContext leaf : reader.leaves()) {
      SegmentReader segment = (SegmentReader) leaf.reader();
      SegmentCommitInfo info = segment.getSegmentInfo();
      boolean ours = info.info.getCodec().getName().equals(StreakCodec.NAME);
      // Of the application's own codec single fields may have Streak's postings.
      boolean onSide = byStreak ? ours : !ours && !new FieldFormats(segment).haveStreak();
      if (!onSide || info.hasDeletions()) {
        return false;
      }
    }
    return true;
  }

  private static long bytes(DirectoryReader reader) throws IOException {
    long bytes = 0;
    for (LeafReaderContext leaf : reader.leaves()) {
      // A segment reader of the user's index was asked when it was opened.
      bytes += SegmentFiles.bytes(((SegmentReader) leaf.reader()).getSegmentInfo());
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
