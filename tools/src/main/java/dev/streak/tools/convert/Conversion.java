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
package dev.streak.tools.convert;

import dev.streak.tools.cli.CommandLine;
import dev.streak.tools.cli.Console;
import dev.streak.tools.cli.Quantity;
import dev.streak.tools.cli.Refusal;
import dev.streak.tools.digest.IndexDigest;
import dev.streak.tools.index.FieldFormats;
import dev.streak.tools.index.IndexFolder;
import dev.streak.tools.index.SegmentFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexCommit;
import org.apache.lucene.index.IndexFileNames;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.index.StandardDirectoryReader;
import org.apache.lucene.search.Sort;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.LockObtainFailedException;

/** A conversion as it was asked for: what there is to do, how much room it takes, and doing it. */
public final class Conversion {
  private final IndexFolder folder;
  private final Codec codec;
  private final boolean toStreak;
  private final Optional<String> out;
  private final Optional<String> sort;

  /**
   * What there is to do, known before it is done.
   *
   * @param segments of the index
   * @param left of these, the ones that are still to be rewritten
   * @param bytesNeeded room on the disk, at most
   * @param bytesFree room that is there
   */
  public record Plan(int segments, int left, long bytesNeeded, long bytesFree) {}

  /**
   * A conversion.
   *
   * @param out another folder, or empty to rewrite the index where it is
   * @param sort another order, as users write it; only into another folder
   */
  public Conversion(
      IndexFolder folder,
      Codec codec,
      boolean toStreak,
      Optional<String> out,
      Optional<String> sort) {
    if (sort.isPresent() && out.isEmpty()) {
      throw new Refusal("--sort needs --out: segments of one index are all in the same order");
    }
    this.folder = folder;
    this.codec = codec;
    this.toStreak = toStreak;
    this.out = out;
    this.sort = sort;
  }

  /** Finds out what there is to do; refused if it would be refused, but for want of room. */
  public Plan plan() throws IOException {
    Plan plan;
    try (Directory directory = folder.directory()) {
      plan = folder.read(directory, this::plan);
      if (out.isEmpty() && plan.left > 0) {
        refuseEarlierCommits(EarlierCommits.keptForLong(directory));
      }
    }
    if (out.isPresent() || plan.left > 0) {
      IndexFolder.mustBeWritable(out.isEmpty() ? folder.path() : outPath());
    }
    return plan;
  }

  /** Refuses to write to an index that keeps other commits than its last one. */
  public static void refuseEarlierCommits(IndexFolder folder) throws IOException {
    try (Directory directory = folder.directory()) {
      refuseEarlierCommits(EarlierCommits.keptForLong(directory));
    }
  }

  private static void refuseEarlierCommits(int commits) {
    if (commits > 1) {
      throw new Refusal(
          "the index keeps "
              + commits
              + " commits, and only the last would stay; convert --out makes a copy of that one");
    }
  }

  private Plan plan(DirectoryReader reader) throws IOException {
    // A copy of it would have its user data, and be taken for unfinished.
    UnfinishedCopy.refuse(folder, reader.getIndexCommit());
    List<OpenSegment> segments = OpenSegment.of(reader);
    List<OpenSegment> left;
    if (out.isEmpty()) {
      left = segments.stream().filter(this::isLeft).toList();
    } else {
      left = segments.subList(done(reader), segments.size());
    }
    Path where = out.isEmpty() ? folder.path() : outPath();
    return plan(segments, left, where, out.isEmpty(), toStreak);
  }

  private static Plan plan(
      List<OpenSegment> segments,
      List<OpenSegment> left,
      Path where,
      boolean inPlace,
      boolean toStreak)
      throws IOException {
    SpaceNeeded space = new SpaceNeeded(inPlace);
    for (OpenSegment segment : left) {
      space.add(segment.reader(), segment.bytes(), segment.isCompound(), toStreak);
    }
    return new Plan(segments.size(), left.size(), space.bytes(), bytesFree(where));
  }

  /** How many segments are in the other folder, which need not exist. */
  private int done(DirectoryReader reader) throws IOException {
    Sort order = order(reader);
    Path path = outPath();
    if (!Files.exists(path)) {
      return 0;
    }
    try (Directory target = FSDirectory.open(path)) {
      return IntoFolder.done(target, IntoFolder.task(reader, codec, order));
    }
  }

  private static long bytesFree(Path path) throws IOException {
    Path existing = path;
    while (!Files.exists(existing)) {
      existing = existing.getParent();
    }
    return Files.getFileStore(existing).getUsableSpace() + bytesLeftBehind(path);
  }

  /** What a run that was killed has left behind: the next writer deletes it before all else. */
  static long bytesLeftBehind(Path path) throws IOException {
    if (!Files.isDirectory(path)) {
      return 0;
    }
    long bytes = 0;
    try (Directory directory = FSDirectory.open(path)) {
      if (!DirectoryReader.indexExists(directory)) {
        // A writer of a new index deletes nothing.
        return 0;
      }
      Set<String> kept = new HashSet<>();
      for (IndexCommit commit : DirectoryReader.listCommits(directory)) {
        kept.addAll(commit.getFileNames());
      }
      for (String file : directory.listAll()) {
        if (!kept.contains(file) && IndexFileNames.CODEC_FILE_PATTERN.matcher(file).matches()) {
          bytes += length(directory, file);
        }
      }
    }
    return bytes;
  }

  private static long length(Directory directory, String file) throws IOException {
    try {
      return directory.fileLength(file);
    } catch (
        @SuppressWarnings("unused")
        NoSuchFileException e) {
      // Somebody who writes has deleted it.
      return 0;
    }
  }

  private Path outPath() {
    Path path = CommandLine.path(out.get()).toAbsolutePath();
    if (path.normalize().equals(folder.path().toAbsolutePath().normalize())) {
      throw new Refusal("--out must be another folder than the index: " + out.get());
    }
    // A link that leads nowhere is there, and no folder can be made of it.
    if (Files.exists(path, LinkOption.NOFOLLOW_LINKS) && !Files.isDirectory(path)) {
      throw new Refusal("--out must be a folder: " + out.get());
    }
    return path;
  }

  private Sort order(DirectoryReader reader) throws IOException {
    if (sort.isEmpty()) {
      return null;
    }
    List<CodecReader> readers = IndexDigest.segments(reader);
    SortArgument.refuseBlocks(readers);
    return SortArgument.parse(sort.get(), readers);
  }

  /** Does what is left, and reports each segment when it is proven and committed. */
  public void run(int threads, Console console, Consumer<Rewritten> report) throws IOException {
    if (out.isPresent()) {
      try (Directory directory = folder.directory();
          DirectoryReader reader = folder.openWithSizes(directory)) {
        copy(reader, outPath().toString(), threads, console, report);
      }
      return;
    }
    Plan plan = plan();
    if (plan.left == 0) {
      return;
    }
    mustFit(plan, folder.toString());
    rewrite(folder, codec, this::isLeft, threads, console, report);
  }

  /**
   * Copies what a reader sees, which stays as it is while others write to the index if the reader
   * was opened with sizes.
   *
   * @param where it is written to, for whoever has to make room
   */
  public void copy(
      DirectoryReader reader,
      String where,
      int threads,
      Console console,
      Consumer<Rewritten> report)
      throws IOException {
    mustFit(plan(reader), where);
    IndexFolder.mustBeWritable(outPath());
    Proof proof = new Proof(threads, console, sort.isEmpty());
    Sort order = order(reader);
    IndexSettings settings = settings(reader);
    if (order != null) {
      settings = settings.withSort(order);
    }
    // Makes the folder, so nothing may be refused behind it.
    try (Directory target = FSDirectory.open(outPath())) {
      IntoFolder.run(reader, target, settings, codec, order, proof, report);
    } catch (LockObtainFailedException e) {
      throw locked(e);
    }
  }

  /** Refuses to rewrite segments where they are, with Streak, if there is no room for it. */
  public static void mustFit(IndexFolder folder, Set<String> names) throws IOException {
    try (Directory directory = folder.directory()) {
      mustFit(
          folder.read(
              directory,
              reader -> {
                List<OpenSegment> segments = OpenSegment.of(reader);
                List<OpenSegment> left =
                    segments.stream().filter(segment -> names.contains(segment.name())).toList();
                return plan(segments, left, folder.path(), true, true);
              }),
          folder.toString());
    }
  }

  static void mustFit(Plan plan, String where) {
    if (plan.bytesFree < plan.bytesNeeded) {
      throw new Refusal(
          "not enough room in "
              + where
              + ": this may take "
              + Quantity.bytes(plan.bytesNeeded)
              + ", and "
              + Quantity.bytes(plan.bytesFree)
              + " are free");
    }
  }

  /** Lucene's codec has the formats that an application chose for single fields. */
  private boolean isLeft(OpenSegment segment) {
    return !segment.codec().equals(codec.getName())
        || !(toStreak || new FieldFormats(segment.reader()).areLucenes());
  }

  /** Rewrites segments of an index where they are, in a codec's present format. */
  public static void rewrite(
      IndexFolder folder,
      Codec codec,
      Set<String> names,
      int threads,
      Console console,
      Consumer<Rewritten> report)
      throws IOException {
    rewrite(folder, codec, segment -> names.contains(segment.name()), threads, console, report);
  }

  private static void rewrite(
      IndexFolder folder,
      Codec codec,
      Predicate<OpenSegment> which,
      int threads,
      Console console,
      Consumer<Rewritten> report)
      throws IOException {
    try {
      inPlace(folder, codec, which, new Proof(threads, console, true), report);
    } catch (LockObtainFailedException e) {
      throw locked(e);
    }
  }

  private static Refusal locked(LockObtainFailedException e) {
    return new Refusal("somebody else is writing to this index: " + e.getMessage(), e);
  }

  private static void inPlace(
      IndexFolder folder,
      Codec codec,
      Predicate<OpenSegment> which,
      Proof proof,
      Consumer<Rewritten> report)
      throws IOException {
    try (Directory directory = folder.directory()) {
      // Whoever has the lock may be about to delete what is looked at here.
      directory.obtainLock(IndexWriter.WRITE_LOCK_NAME).close();
      refuseEarlierCommits(EarlierCommits.keptOnPurpose(directory));
      IndexSettings settings;
      try (DirectoryReader reader = folder.open(directory)) {
        settings = settings(reader);
        for (OpenSegment segment : OpenSegment.of(reader)) {
          replaceMissing(directory, segment);
        }
      }
      InPlace.run(directory, settings, codec, which, proof, report);
    }
  }

  /**
   * Puts empty files where those are gone that a merge makes anew: it does not read them, and asks
   * how long they are. Each commit asks that of all segments, also of those that stay. Readers do
   * without the one as they do without the other.
   */
  private static void replaceMissing(Directory directory, OpenSegment segment) throws IOException {
    for (String file : SegmentFiles.missing(segment.info())) {
      directory.createOutput(file, IOContext.DEFAULT).close();
    }
  }

  private static IndexSettings settings(DirectoryReader reader) throws IOException {
    SegmentInfos commit = ((StandardDirectoryReader) reader).getSegmentInfos();
    return IndexSettings.of(commit.getIndexCreatedVersionMajor(), IndexDigest.segments(reader));
  }
}
