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
package dev.streak.tools.verify;

import dev.streak.tools.cli.Console;
import dev.streak.tools.cli.Progress;
import dev.streak.tools.cli.Workers;
import dev.streak.tools.convert.UnfinishedCopy;
import dev.streak.tools.index.IndexFolder;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.index.CheckIndex;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexFileNames;
import org.apache.lucene.index.IndexFormatTooNewException;
import org.apache.lucene.index.IndexFormatTooOldException;
import org.apache.lucene.index.IndexNotFoundException;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SegmentCommitInfo;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.index.StandardDirectoryReader;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.util.IOUtils;

/** Looks at everything in the last commit of an index, and changes nothing. */
public final class Verification implements Closeable {
  /** Whoever commits while segments are opened seldom does so again at once. */
  private static final int MOST_COMMITS = 10;

  private final List<Finding> findings = new ArrayList<>();
  private final List<CodecReader> segments = new ArrayList<>();
  private final List<Closeable> readers = new ArrayList<>();
  private final int level;

  /** Null if the commit cannot be read. */
  private Extent extent;

  /**
   * Opens each segment.
   *
   * @param slow also looks for what takes long to look for
   */
  public Verification(Directory directory, boolean slow) throws IOException {
    this.level =
        slow
            ? CheckIndex.Level.MIN_LEVEL_FOR_SLOW_CHECKS
            : CheckIndex.Level.MIN_LEVEL_FOR_INTEGRITY_CHECKS;
    boolean opened = false;
    try {
      for (int i = 1; !open(directory) && i < MOST_COMMITS; i++) {
        close();
        readers.clear();
        segments.clear();
        findings.clear();
        extent = null;
      }
      opened = true;
    } finally {
      if (!opened) {
        IOUtils.closeWhileHandlingException(readers);
      }
    }
  }

  /** Opens the last commit; false if something is wrong with it and there is a later one by now. */
  private boolean open(Directory directory) throws IOException {
    SegmentInfos commit;
    try {
      commit = SegmentInfos.readLatestCommit(directory);
    } catch (IndexNotFoundException e) {
      findings.add(Finding.lostCommit(IndexFolder.lostCommit(directory).orElseThrow(() -> e)));
      return SegmentInfos.getLastCommitGeneration(directory) < 0;
    } catch (CorruptIndexException e) {
      ProcessFailure.rethrow(e);
      findings.add(finding(Finding.COMMIT, Finding.OPENING, e));
      return true;
    } catch (IndexFormatTooOldException | IndexFormatTooNewException e) {
      if (isNoCommit(e) == false && isWhole(directory)) {
        throw e;
      }
      findings.add(finding(Finding.COMMIT, Finding.OPENING, e));
      return true;
    }
    extent = Extent.of(directory, commit);
    UnfinishedCopy.told(commit.getUserData())
        .ifPresent(told -> findings.add(Finding.unfinished(told)));
    for (SegmentCommitInfo segment : commit) {
      open(directory, commit, segment);
    }
    checkCounter(commit);
    String file = commit.getSegmentsFileName();
    return findings.isEmpty() || file.equals(SegmentInfos.getLastCommitSegmentsFileName(directory));
  }

  /** The next segment has this number, and must not get the name of one that is there. */
  private void checkCounter(SegmentInfos commit) {
    for (SegmentCommitInfo segment : commit) {
      long number = IndexFileNames.parseGeneration(segment.info.name);
      if (number >= commit.counter) {
        findings.add(
            finding(
                Finding.COMMIT,
                "number of the next segment",
                new CorruptIndexException(
                    "number of the next segment is " + commit.counter + ", must be > " + number,
                    commit.getSegmentsFileName())));
        return;
      }
    }
  }

  /** One by one, so that one that does not open does not hide the others. */
  private void open(Directory directory, SegmentInfos commit, SegmentCommitInfo segment)
      throws IOException {
    SegmentInfos one = new SegmentInfos(commit.getIndexCreatedVersionMajor());
    one.add(segment);
    DirectoryReader reader;
    try {
      reader = StandardDirectoryReader.open(directory, one, List.of(), null, null);
    } catch (IOException | RuntimeException | InternalError e) {
      ProcessFailure.rethrow(e);
      if (IndexFolder.isMissingFormat(e)) {
        throw e;
      }
      findings.add(finding(segment.info.name, Finding.OPENING, e));
      return;
    }
    readers.add(reader);
    for (LeafReaderContext leaf : reader.leaves()) {
      segments.add((CodecReader) leaf.reader());
    }
  }

  /** Lucene takes a file that does not begin as one of its own for one of before 2012. */
  private static boolean isNoCommit(IOException e) {
    return e instanceof IndexFormatTooOldException old
        && old.getMinVersion() != null
        && old.getMinVersion() == CodecUtil.CODEC_MAGIC;
  }

  /** A damaged version is read before the checksum tells that it is damaged. */
  private static boolean isWhole(Directory directory) throws IOException {
    String file = SegmentInfos.getLastCommitSegmentsFileName(directory);
    try (IndexInput in = directory.openInput(file, IOContext.READONCE)) {
      CodecUtil.checksumEntireFile(in);
      return true;
    } catch (
        @SuppressWarnings("unused")
        CorruptIndexException e) {
      return false;
    }
  }

  /** What is looked at; empty if the commit cannot be read. */
  public Optional<Extent> extent() {
    return Optional.ofNullable(extent);
  }

  /** Runs all checks with some threads, and returns what is wrong. */
  public List<Finding> run(int threads, Console console, String what) throws IOException {
    segments.sort(Comparator.comparingInt(segment -> -segment.maxDoc()));
    List<Piece> pieces = new ArrayList<>();
    for (CodecReader segment : segments) {
      Checksums checksums = new Checksums(segment);
      pieces.add(new Piece(() -> wrong(segment, checksums), segment.maxDoc()));
      for (Check check : Check.values()) {
        pieces.add(new Piece(() -> look(segment, check, checksums), check.work(segment)));
      }
    }
    long work = pieces.stream().mapToLong(Piece::work).sum();
    try (Progress progress = console.progress(what, work)) {
      List<Callable<List<Finding>>> calls = new ArrayList<>();
      pieces.forEach(piece -> calls.add(() -> piece.run(progress)));
      Workers.run(calls, threads).forEach(findings::addAll);
    }
    return findings;
  }

  /** Something to look at, and about how much there is to do. */
  private record Piece(Callable<List<Finding>> look, long work) {
    List<Finding> run(Progress progress) throws Exception {
      List<Finding> found = look.call();
      progress.add(work);
      return found;
    }
  }

  private static List<Finding> wrong(CodecReader segment, Checksums checksums) throws IOException {
    List<Finding> found = new ArrayList<>();
    for (Throwable wrong : checksums.wrong()) {
      found.add(finding(name(segment), Checksums.TITLE, wrong));
    }
    return found;
  }

  private List<Finding> look(CodecReader segment, Check check, Checksums checksums)
      throws IOException {
    Throwable wrong;
    try {
      wrong = check.run(segment, level);
    } catch (IOException | RuntimeException | AssertionError | OutOfMemoryError | InternalError e) {
      // The last is what Java makes of a mapped file that the disk cannot read.
      wrong = e;
    }
    // A length that is damaged may ask for all memory that there is.
    if (ProcessFailure.isCauseOf(wrong) && !checksums.isAnythingLost()) {
      ProcessFailure.rethrow(wrong);
    }
    if (wrong == null) {
      return List.of();
    }
    Throwable explained = checksums.explained(wrong, segment);
    return List.of(finding(name(segment), check.title(), explained));
  }

  private static String name(CodecReader segment) {
    String name = segment.toString();
    int end = name.indexOf('(');
    return end < 0 ? name : name.substring(0, end);
  }

  private static Finding finding(String segment, String check, Throwable e) {
    return new Finding(segment, check, told(segment, e), isRepairable(check, e));
  }

  /** With what it came from, until that names a file of the segment. */
  private static String told(String segment, Throwable e) {
    for (Throwable each = e; each != null; each = each.getCause()) {
      if (each instanceof NoSuchFileException missing) {
        return "a file is missing: " + missing.getFile();
      }
    }
    StringBuilder told = new StringBuilder(e.toString());
    Throwable cause = e.getCause();
    while (cause != null && told.indexOf(segment + ".") < 0 && told.indexOf(segment + "_") < 0) {
      told.append(", because of ").append(cause);
      cause = cause.getCause();
    }
    // Lucene says only that an id is not the one that was expected.
    if (told.indexOf("file mismatch, expected id=") >= 0) {
      told.append(": the file is of another segment or index");
    }
    return told.toString();
  }

  /** Made from the rest of the segment, and made anew by every merge, which does not read them. */
  private static boolean isRepairable(String check, Throwable e) {
    return check.equals(Checksums.TITLE) ? Checksums.isRepairable(e) : e instanceof DamagedShortcut;
  }

  @Override
  public void close() throws IOException {
    IOUtils.close(readers);
  }
}
