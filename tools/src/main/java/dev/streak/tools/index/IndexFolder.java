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
package dev.streak.tools.index;

import dev.streak.tools.cli.CommandLine;
import dev.streak.tools.cli.Quantity;
import dev.streak.tools.cli.Refusal;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexFileNames;
import org.apache.lucene.index.IndexFormatTooNewException;
import org.apache.lucene.index.IndexFormatTooOldException;
import org.apache.lucene.index.IndexNotFoundException;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.util.IOFunction;
import org.apache.lucene.util.IOSupplier;
import org.apache.lucene.util.Version;

/** A folder that holds an index; its last commit is what is read. */
public final class IndexFolder {
  private final Path path;

  private IndexFolder(Path path) {
    this.path = path;
  }

  /** The index in a folder that a user names; refused if there is none. */
  public static IndexFolder existing(String text) {
    Path path = CommandLine.path(text);
    if (!Files.exists(path)) {
      Path above = existing(path);
      throw new Refusal(
          Files.isDirectory(above) && !Files.isExecutable(above)
              ? "no permission to enter " + above
              : "no such folder: " + text);
    }
    if (!Files.isDirectory(path)) {
      throw new Refusal("not a folder: " + text);
    }
    CommandLine.mustBeReadable(path);
    return new IndexFolder(path);
  }

  /** Refuses to write to a place of which it can be seen now that nothing can be written there. */
  public static void mustBeWritable(Path place) {
    Path existing = existing(place);
    if (!Files.isWritable(existing)) {
      throw new Refusal("no permission to write to " + existing);
    }
  }

  /** The path itself, or the first above it that can be seen. */
  private static Path existing(Path path) {
    Path existing = path.toAbsolutePath();
    while (existing.getParent() != null && !Files.exists(existing)) {
      existing = existing.getParent();
    }
    return existing;
  }

  /** Where it is. */
  public Path path() {
    return path;
  }

  /** The files, for whoever reads or writes them. */
  public Directory directory() throws IOException {
    return FSDirectory.open(path);
  }

  /** Opens the last commit for reading; refused if this Lucene cannot read it. */
  public DirectoryReader open(Directory directory) throws IOException {
    return opened(() -> DirectoryReader.open(directory));
  }

  /** The same for what takes long and needs the sizes of segments: see {@link LastCommit#open}. */
  public DirectoryReader openWithSizes(Directory directory) throws IOException {
    return opened(() -> LastCommit.open(directory));
  }

  /** Reads of the last commit; refused if this Lucene cannot read it. */
  public <T> T read(Directory directory, IOFunction<DirectoryReader, T> reading)
      throws IOException {
    return opened(() -> LastCommit.read(directory, reading));
  }

  /** Opens this index in some way; refused if this Lucene or this user cannot read it. */
  public <T> T opened(IOSupplier<T> opening) throws IOException {
    try {
      return opening.get();
    } catch (IndexNotFoundException e) {
      throw new Refusal(
          lostCommit().map(lost -> path + ": " + lost).orElse("no index in " + path), e);
    } catch (AccessDeniedException e) {
      throw new Refusal("no permission to read " + e.getFile(), e);
    } catch (IndexFormatTooOldException e) {
      throw new Refusal(
          "the index in " + path + " is older than this Lucene reads: " + e.getMessage(), e);
    } catch (IndexFormatTooNewException e) {
      throw new Refusal(
          "the index in "
              + path
              + " is newer than Lucene "
              + Version.LATEST
              + " reads: "
              + e.getMessage()
              + "; with a newer lucene-core-10.x.jar: "
              + "java -cp lucene-core-10.x.jar:streak-tools.jar dev.streak.tools.Main",
          e);
    } catch (NumberFormatException | IOException e) {
      Optional<String> other = calledLikeACommit();
      if (other.isEmpty()) {
        throw e;
      }
      throw new Refusal(
          "Lucene takes " + other.get() + " in " + path + " for a commit; move it elsewhere", e);
    } catch (IllegalArgumentException e) {
      if (isMissingFormat(e) == false) {
        throw e;
      }
      throw new Refusal(
          "the index in " + path + " needs what is not on the class path: " + e.getMessage(), e);
    }
  }

  private Optional<String> lostCommit() throws IOException {
    try (Directory directory = directory()) {
      return lostCommit(directory);
    }
  }

  /**
   * What to tell of segments that no commit has; empty if there are no files of segments either, so
   * that there is no index.
   */
  public static Optional<String> lostCommit(Directory directory) throws IOException {
    long segments =
        Arrays.stream(directory.listAll()).filter(file -> file.matches("_[0-9a-z]+\\.si")).count();
    return segments == 0
        ? Optional.empty()
        : Optional.of(
            "no commit (segments_N is missing), but files of "
                + Quantity.count(segments, "segment")
                + ", as also a new index has before its first commit");
  }

  /**
   * What Lucene takes for the last commit and is none: a copy that somebody made of one, or a
   * folder. It looks for the highest number behind the first word of a name, whatever is between
   * them; what is no number ends its search.
   */
  private Optional<String> calledLikeACommit() throws IOException {
    try (Stream<Path> files = Files.list(path)) {
      return files
          .filter(file -> name(file).startsWith(IndexFileNames.SEGMENTS))
          // Of an old Lucene; passed over.
          .filter(file -> !name(file).startsWith("segments.gen"))
          .max(
              Comparator.comparingLong(IndexFolder::generation)
                  .thenComparing(IndexFolder::isCommit)
                  .thenComparing(Comparator.reverseOrder()))
          .filter(file -> !isCommit(file))
          .map(IndexFolder::name);
    }
  }

  private static String name(Path file) {
    return file.getFileName().toString();
  }

  private static boolean isCommit(Path file) {
    return name(file).matches("segments(_[0-9a-z]{1,12})?") && !Files.isDirectory(file);
  }

  private static long generation(Path file) {
    try {
      return SegmentInfos.generationFromSegmentsFileName(name(file));
    } catch (
        @SuppressWarnings("unused")
        NumberFormatException e) {
      return Long.MAX_VALUE;
    }
  }

  /**
   * Whether a codec, or a format of postings or doc values, is not on the class path, which says
   * nothing of the index.
   */
  public static boolean isMissingFormat(Throwable e) {
    return e instanceof IllegalArgumentException
        && String.valueOf(e.getMessage()).startsWith("An SPI class of type");
  }

  /** Where files are, for messages: Lucene's own name of a directory tells how it locks, too. */
  public static String name(Directory directory) {
    Directory files = FilterDirectory.unwrap(directory);
    return files instanceof FSDirectory folder
        ? folder.getDirectory().toString()
        : files.toString();
  }

  @Override
  public String toString() {
    return path.toString();
  }
}
