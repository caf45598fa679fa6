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
package dev.streak.file;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.StringHelper;

/**
 * What Lucene's own formats write of a segment in small files, as one. An attribute of the segment
 * tells that there is one, as Lucene's files have no version of ours. Updates of doc values are
 * written when the segment's attributes have long been: an attribute of their field tells.
 */
public record LuceneBundle(SegmentFile file) {
  /** Of doc values. */
  public static final LuceneBundle DOC_VALUES = of("dvb", "StreakDocValuesBundle");

  /** Of norms. */
  public static final LuceneBundle NORMS = of("nvb", "StreakNormsBundle");

  /** Of points. */
  public static final LuceneBundle POINTS = of("kdb", "StreakPointsBundle");

  private static LuceneBundle of(String extension, String codec) {
    return new LuceneBundle(new SegmentFile(extension, codec, 1, 1));
  }

  /** Begins the bundle of a segment. */
  public FileBundleWriter writer(SegmentWriteState state) {
    return new FileBundleWriter(file, state, name -> false, () -> note(state));
  }

  private void note(SegmentWriteState state) {
    if (state.segmentSuffix.isEmpty()) {
      file.note(state.segmentInfo);
    } else {
      for (FieldInfo field : state.fieldInfos) {
        field.putAttribute(file.codec(), update(state.segmentInfo, state.segmentSuffix));
      }
    }
  }

  /** Of one update of one segment: merges copy the attributes of fields. */
  private static String update(SegmentInfo segment, String suffix) {
    return suffix + ofSegment(segment);
  }

  private static String ofSegment(SegmentInfo segment) {
    return " of " + StringHelper.idToString(segment.getId());
  }

  /**
   * Whether a segment has anything that is bundled. Version 0.1.0 reads no bundles: what was
   * written for it gets none by an update.
   */
  public static boolean areIn(SegmentInfo segment) {
    return OneFileCompoundFormat.FILE.isNoted(segment)
        || DOC_VALUES.file.isNoted(segment)
        || NORMS.file.isNoted(segment)
        || POINTS.file.isNoted(segment);
  }

  /** The bundle of a segment, or null if it has none of that kind. */
  public FileBundle open(SegmentReadState state) throws IOException {
    return isThere(state) ? FileBundle.open(file, state) : null;
  }

  private boolean isThere(SegmentReadState state) throws IOException {
    if (state.segmentSuffix.isEmpty()) {
      return file.isNoted(state.segmentInfo);
    }
    String update = update(state.segmentInfo, state.segmentSuffix);
    for (FieldInfo field : state.fieldInfos) {
      String noted = field.getAttribute(file.codec());
      if (update.equals(noted)) {
        return true;
      }
      if (noted != null && noted.endsWith(ofSegment(state.segmentInfo))) {
        return exists(state.directory, file.name(state));
      }
    }
    return false;
  }

  /** A field tells of one update, and Lucene may read several of them. */
  private static boolean exists(Directory directory, String name) throws IOException {
    try {
      directory.fileLength(name);
      return true;
    } catch (@SuppressWarnings("unused") FileNotFoundException | NoSuchFileException e) {
      return false;
    }
  }
}
