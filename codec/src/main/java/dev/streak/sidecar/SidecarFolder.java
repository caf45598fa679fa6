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
package dev.streak.sidecar;

import dev.streak.codec.StreakCodec;
import dev.streak.field.LeafSegment;
import dev.streak.field.StreakTerms;
import dev.streak.management.StreakLog;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.lucene.codecs.lucene90.Lucene90StoredFieldsFormat;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SegmentReader;
import org.apache.lucene.index.Terms;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.util.IOUtils;
import org.apache.lucene.util.StringHelper;

/**
 * A folder of sidecars, which any number of threads and processes may write at once: one is built
 * under another name and moved to its place when it is complete. What a killed process left is
 * never read, and {@link #prune} removes it. Nothing here changes an index.
 */
public final class SidecarFolder {
  private static final String UNFINISHED = ".unfinished";
  private static final String REPLACED = ".replaced";

  /** A build writes all the time; what nobody wrote to for so long was given up. */
  private static final long ABANDONED_MILLIS = TimeUnit.HOURS.toMillis(1);

  private final Path path;
  private final StreakCodec codec;
  private final Predicate<String> fields;

  /** Sidecars of all fields that hold documents only, with the default settings. */
  public SidecarFolder(Path path) {
    this(
        path,
        // A sidecar has neither, so no native library is needed.
        StreakCodec.builder()
            .luceneStoredFields(Lucene90StoredFieldsFormat.Mode.BEST_SPEED)
            .luceneTermVectors()
            .build(),
        field -> true);
  }

  /**
   * Sidecars of the caller's choice.
   *
   * @param path made with the first sidecar
   * @param codec whose settings for terms are used: hash tables, prefix sets, policies. Those of
   *     fields that a segment lacks, or has with frequencies, are left out there
   * @param fields which fields; of them, those that hold documents only
   */
  public SidecarFolder(Path path, StreakCodec codec, Predicate<String> fields) {
    this.path = Objects.requireNonNull(path, "path");
    this.codec = Objects.requireNonNull(codec, "codec");
    this.fields = Objects.requireNonNull(fields, "fields");
  }

  /** Where it is. */
  public Path path() {
    return path;
  }

  /**
   * Builds what is missing for any segment of a reader, and anew what is damaged. To find that,
   * each sidecar is read as a whole, but for those that readers of this process have open.
   *
   * @return number of sidecars that were built
   * @throws IOException the first failure; the sidecars of all other segments are built
   */
  public int build(IndexReader reader) throws IOException {
    Objects.requireNonNull(reader, "reader");
    int built = 0;
    Throwable failure = null;
    for (LeafReaderContext context : reader.leaves()) {
      try {
        built += build(context.reader()) ? 1 : 0;
      } catch (IOException | RuntimeException | InternalError e) {
        // Or one segment that is damaged would keep all behind it from theirs, at each call.
        failure = IOUtils.useOrSuppress(failure, e);
      }
    }
    if (failure != null) {
      throw IOUtils.rethrowAlways(failure);
    }
    return built;
  }

  /**
   * Whether a segment has fields for a sidecar and has none, or a damaged one, or one of others.
   */
  public boolean needs(LeafReader leaf) throws IOException {
    SegmentReader segment = LeafSegment.of(Objects.requireNonNull(leaf, "leaf"));
    return segment != null && needs(segment, chosen(segment));
  }

  private boolean needs(SegmentReader segment, List<String> chosen) throws IOException {
    return chosen.isEmpty() == false && hasSoundOne(segment, chosen) == false;
  }

  /**
   * Builds the sidecar of one segment, unless it has a sound one or no field for it.
   *
   * @return whether it was built
   */
  public boolean build(LeafReader leaf) throws IOException {
    SegmentReader segment = LeafSegment.of(Objects.requireNonNull(leaf, "leaf"));
    if (segment == null) {
      return false;
    }
    List<String> chosen = chosen(segment);
    if (needs(segment, chosen) == false) {
      return false;
    }
    Path place = SidecarPlace.of(path, segment);
    Path unfinished = Files.createDirectories(beside(place, UNFINISHED));
    boolean moved;
    try {
      try (Directory directory = FSDirectory.open(unfinished)) {
        new SidecarWriter(segment, chosen).write(directory, codec);
      }
      moved = move(unfinished, place);
    } catch (Throwable e) {
      try {
        SidecarPlace.delete(unfinished);
      } catch (IOException left) {
        e.addSuppressed(left);
      }
      throw e;
    }
    if (moved == false) {
      SidecarPlace.delete(unfinished);
    }
    return moved;
  }

  private List<String> chosen(SegmentReader segment) throws IOException {
    List<String> chosen = new ArrayList<>();
    for (FieldInfo field : segment.getFieldInfos()) {
      if (field.getIndexOptions() == IndexOptions.DOCS && fields.test(field.name)) {
        Terms terms = segment.terms(field.name);
        if (terms != null && terms.getDocCount() > 0 && terms instanceof StreakTerms == false) {
          chosen.add(field.name);
        }
      }
    }
    Collections.sort(chosen);
    return chosen;
  }

  private boolean hasSoundOne(SegmentReader segment, List<String> chosen) throws IOException {
    Path description = SidecarPlace.description(SidecarPlace.of(path, segment));
    if (description == null) {
      return false;
    }
    Set<String> wanted = Set.copyOf(chosen);
    SegmentSidecar open = OpenSidecars.openFrom(segment, description);
    if (open != null) {
      // It was read as a whole then, and the next one has a description of another name.
      return open.fields().equals(wanted);
    }
    try (SegmentSidecar sidecar = SegmentSidecar.open(description, segment)) {
      return sidecar.fields().equals(wanted);
    } catch (IOException | RuntimeException | InternalError e) {
      // The last is what Java makes of a mapped file that the disk cannot read.
      StreakLog.infoOnce(
          "sidecar anew " + description,
          () -> "build makes this sidecar anew: " + description + ": " + e);
      return false;
    }
  }

  private static Path beside(Path place, String suffix) {
    String unique = "." + StringHelper.idToString(StringHelper.randomId()) + suffix;
    return place.resolveSibling(place.getFileName() + unique);
  }

  /** Returns whether it was done; another builder of the same segment may have been faster. */
  private static boolean move(Path unfinished, Path place) throws IOException {
    Path replaced = beside(place, REPLACED);
    if (Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
      try {
        // Unlike deleting it, this works for anything: a file, a folder with folders of others.
        Files.move(place, replaced, StandardCopyOption.ATOMIC_MOVE);
      } catch (
          @SuppressWarnings("unused")
          NoSuchFileException e) {
        // Another builder has done so.
      }
    }
    boolean moved = moveToFree(unfinished, place);
    SidecarPlace.delete(replaced);
    return moved;
  }

  private static boolean moveToFree(Path unfinished, Path place) throws IOException {
    try {
      Files.move(unfinished, place, StandardCopyOption.ATOMIC_MOVE);
      return true;
    } catch (FileSystemException e) {
      if (Files.notExists(place)) {
        throw e;
      }
      return false;
    }
  }

  /**
   * For {@link org.apache.lucene.index.IndexWriterConfig#setMergedSegmentWarmer}: a merged segment
   * has its sidecar before any reader sees it. A build that fails is logged and stops no merge.
   * Lucene asks once a reader was opened from the writer, and not for segments that are flushed:
   * for these call {@link #build(IndexReader)} now and then.
   */
  public IndexWriter.IndexReaderWarmer warmer() {
    return leaf -> {
      try {
        build(leaf);
      } catch (IOException | RuntimeException | InternalError e) {
        StreakLog.warnOnce(
            "sidecar in " + path + " " + e.getClass(),
            () -> "no sidecar for " + leaf + " in " + path + ": " + e);
      }
    };
  }

  /**
   * Deletes the sidecars of segments that no reader of {@code current} has, and builds that were
   * given up more than an hour ago. Readers that are open keep what they have. A sidecar that was
   * built after the commit that a reader was opened from stays: it may be of a merge that the
   * reader has not seen. Where that commit is not known, as with a reader of several indexes, one
   * that was built within the last hour stays; where there is a newer commit instead of it, all
   * stay. A folder that somebody else has put into that of a sidecar stays.
   *
   * @param current at least one
   * @return number of folders that were deleted
   */
  public int prune(IndexReader... current) throws IOException {
    Objects.requireNonNull(current, "current");
    if (current.length == 0) {
      throw new IllegalArgumentException("current must have at least one reader: current=[]");
    }
    long abandoned = System.currentTimeMillis() - ABANDONED_MILLIS;
    Set<Path> kept = new HashSet<>();
    long committed = Long.MAX_VALUE;
    for (IndexReader reader : current) {
      Objects.requireNonNull(reader, "a reader of current");
      committed = Math.min(committed, committedMillis(reader, abandoned));
      for (LeafReaderContext context : reader.leaves()) {
        SegmentReader segment = LeafSegment.of(context.reader());
        if (segment != null) {
          kept.add(SidecarPlace.of(path, segment));
        }
      }
    }
    int deleted = 0;
    for (Path place : SidecarPlace.all(path)) {
      boolean unfinished = place.toString().endsWith(UNFINISHED);
      if (unfinished
          ? isUntouchedSince(place, abandoned)
          : kept.contains(place) == false && isUntouchedSince(place, committed)) {
        SidecarPlace.delete(place);
        deleted++;
      }
    }
    return deleted;
  }

  /** When the commit that a reader has, or was made from, was written, where that can be known. */
  private static long committedMillis(IndexReader reader, long ifUnknown) throws IOException {
    if (reader instanceof DirectoryReader whole
        && FilterDirectory.unwrap(whole.directory()) instanceof FSDirectory index) {
      String commit = whole.getIndexCommit().getSegmentsFileName();
      if (commit != null) {
        try {
          return Files.getLastModifiedTime(index.getDirectory().resolve(commit)).toMillis();
        } catch (
            @SuppressWarnings("unused")
            NoSuchFileException e) {
          // There is a newer one by now, with segments that the reader may not have.
          return 0;
        }
      }
    }
    return ifUnknown;
  }

  /** Whether all of a sidecar was written before a time. File systems count coarsely. */
  private static boolean isUntouchedSince(Path place, long millis) throws IOException {
    try {
      long newest = Files.getLastModifiedTime(place).toMillis();
      for (Path file : SidecarPlace.files(place)) {
        newest = Math.max(newest, Files.getLastModifiedTime(file).toMillis());
      }
      return newest < millis;
    } catch (
        @SuppressWarnings("unused")
        NoSuchFileException e) {
      // It was finished meanwhile, or somebody else has deleted it.
      return false;
    }
  }
}
