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

import dev.streak.tools.index.SegmentFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.codecs.CompoundDirectory;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.SegmentCommitInfo;
import org.apache.lucene.index.SegmentReader;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.util.IORunnable;

/**
 * The checksums of a segment's files. Damage to what every merge makes anew must not hide other
 * damage: whoever is told that nothing is lost believes it.
 */
final class Checksums {
  static final String TITLE = "checksums of all files";

  private final SegmentReader segment;
  private final List<Throwable> wrong = new ArrayList<>();

  private boolean compared;

  Checksums(CodecReader segment) {
    this.segment = (SegmentReader) segment;
  }

  /** What is wrong, the parts of a segment each by itself; read once, whoever asks first. */
  synchronized List<Throwable> wrong() throws IOException {
    if (!compared) {
      wrong.clear();
      compare();
      compared = true;
    }
    return wrong;
  }

  /** Whether more is wrong than can be made anew. */
  boolean isAnythingLost() throws IOException {
    return !wrong().stream().allMatch(Checksums::isRepairable);
  }

  private void compare() throws IOException {
    Throwable first = failure(segment::checkIntegrity);
    if (first == null) {
      return;
    }
    parts();
    // Java does not say which mapped file the disk could not read.
    List<Throwable> nameless = wrong.stream().filter(this::isNameless).toList();
    wrong.removeAll(nameless);
    if (!nameless.isEmpty() || wrong.stream().allMatch(Checksums::isMadeAnew)) {
      files(!nameless.isEmpty());
    }
    if (wrong.stream().noneMatch(Checksums::isUnread)) {
      wrong.addAll(nameless);
    }
    // What is wrong within a compound file makes the checksum around it wrong, too.
    if (wrong.isEmpty()) {
      wrong.add(isCompound() ? aroundSoundFiles(first, segment) : first);
    }
  }

  private static DamagedShortcut aroundSoundFiles(Throwable wrong, CodecReader segment) {
    return new DamagedShortcut(
        "the compound file is damaged beside the files within, which are sound: " + wrong,
        segment.toString());
  }

  private boolean isCompound() {
    return segment.getSegmentInfo().info.getUseCompoundFile();
  }

  /** Whether a failed checksum is of what the rest of the segment says, too. */
  static boolean isRepairable(Throwable e) {
    return e instanceof DamagedShortcut || isMadeAnew(e);
  }

  private static boolean isMadeAnew(Throwable e) {
    // The message has the file with its folders, which may be called anything.
    return e.toString().matches("(?s).*_[0-9a-z]+\\w*" + SegmentFiles.MADE_ANEW + "\\b[^/\\\\]*");
  }

  /** Tells of a failure, wherever it was, if a file that is made anew cannot be read. */
  Throwable explained(Throwable failure, CodecReader of) throws IOException {
    return isUnread(failure) && !isAnythingLost() && wrong().stream().anyMatch(Checksums::isUnread)
        ? new DamagedShortcut(
            "a file that every merge makes anew cannot be read: " + failure, of.toString())
        : failure;
  }

  /** Whether the disk, and not what was read, is what is wrong. */
  private static boolean isUnread(Throwable failure) {
    for (Throwable each = failure; each != null; each = each.getCause()) {
      // Those of other classes tell of the bytes, such as that there are too few.
      if (each instanceof InternalError || each.getClass() == IOException.class) {
        return true;
      }
    }
    return false;
  }

  private boolean isNameless(Throwable failure) {
    String told = failure.toString();
    String name = segment.getSegmentName();
    return isUnread(failure) && !told.contains(name + ".") && !told.contains(name + "_");
  }

  private void check(IORunnable part) throws IOException {
    Throwable failure = failure(part);
    if (failure != null) {
      wrong.add(failure);
    }
  }

  private static Throwable failure(IORunnable part) throws IOException {
    try {
      part.run();
      return null;
    } catch (IOException | RuntimeException | AssertionError | InternalError e) {
      // The last is what Java makes of a mapped file that the disk cannot read.
      ProcessFailure.rethrow(e);
      return e;
    }
  }

  /** Each of these stops at the first file that is damaged, what is made anew comes last. */
  private void parts() throws IOException {
    if (segment.getPostingsReader() != null) {
      check(segment.getPostingsReader()::checkIntegrity);
    }
    if (segment.getNormsReader() != null) {
      check(segment.getNormsReader()::checkIntegrity);
    }
    if (segment.getDocValuesReader() != null) {
      check(segment.getDocValuesReader()::checkIntegrity);
    }
    if (segment.getFieldsReader() != null) {
      check(segment.getFieldsReader()::checkIntegrity);
    }
    if (segment.getTermVectorsReader() != null) {
      check(segment.getTermVectorsReader()::checkIntegrity);
    }
    if (segment.getPointsReader() != null) {
      check(segment.getPointsReader()::checkIntegrity);
    }
    if (segment.getVectorReader() != null) {
      check(segment.getVectorReader()::checkIntegrity);
    }
  }

  /**
   * What one format of postings has hidden of another, and what no format reads again.
   *
   * @param all also what is made anew
   */
  private void files(boolean all) throws IOException {
    SegmentCommitInfo info = segment.getSegmentInfo();
    Directory directory = info.info.dir;
    if (!isCompound()) {
      files(directory, info.files(), all);
      return;
    }
    try (CompoundDirectory within =
        info.info.getCodec().compoundFormat().getCompoundReader(directory, info.info)) {
      files(within, List.of(within.listAll()), all);
    }
  }

  private void files(Directory directory, Collection<String> names, boolean all)
      throws IOException {
    List<Throwable> told = List.copyOf(wrong);
    for (String name : names) {
      if ((all || !SegmentFiles.isMadeAnew(name)) && !isToldOf(name, told)) {
        check(() -> compareOne(directory, name));
      }
    }
  }

  private void compareOne(Directory directory, String name) throws IOException {
    try (IndexInput in = directory.openInput(name, IOContext.READONCE)) {
      CodecUtil.checksumEntireFile(in);
    } catch (IOException | InternalError e) {
      if (isNameless(e)) {
        throw new IOException("cannot be read: " + e + " (resource=" + name + ")", e);
      }
      throw e;
    }
  }

  /** Whether the file is known to be damaged, or may be a bundle with one that is. */
  private static boolean isToldOf(String name, List<Throwable> told) {
    String stem = name.substring(0, name.lastIndexOf('.') + 1);
    Pattern known = Pattern.compile(Pattern.quote(name.endsWith(".skm") ? stem : name) + "\\b");
    return told.stream().anyMatch(e -> known.matcher(e.toString()).find());
  }
}
