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
package dev.streak.segment;

import dev.streak.file.SegmentFile;
import java.util.Set;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexFileNames;
import org.apache.lucene.index.IndexOptions;

/**
 * The two groups of fields of a segment, and the file that says which of them there are.
 *
 * <pre>
 * .skm := index header | groups (byte: 1 documents only + 2 others + 4 prefix sets)
 *       | dictionary (if there are documents only) | footer
 * </pre>
 *
 * As a rule the file of that name is a bundle of all small files, this one among them.
 */
public final class FieldGroups {

  static final SegmentFile META = new SegmentFile("skm", "StreakPostingsMeta", 1, 1);

  /** A bundle, or the file above, which is of a version before. */
  static final SegmentFile BUNDLE =
      new SegmentFile(META.extension(), META.codec(), META.version(), META.version() + 1);

  /** Bits of the meta file. */
  static final int DOCUMENTS_ONLY = 1;

  static final int FULL = 2;

  /** There is a file of prefix sets. */
  static final int PREFIX_SETS = 4;

  static final int ALL = DOCUMENTS_ONLY | FULL | PREFIX_SETS;

  /** In the names of the files that Lucene's format writes for the other fields. */
  static final String FULL_SUFFIX = "Full";

  /** Extensions of files that are large where a segment has many documents. */
  private static final Set<String> LARGE =
      Set.of("skp", "skh", "skx", "skd", "tim", "tip", "doc", "pos", "pay");

  private FieldGroups() {}

  static boolean isLarge(String fileName) {
    return LARGE.contains(IndexFileNames.getExtension(fileName));
  }

  static boolean holdsDocumentsOnly(FieldInfo fieldInfo) {
    return fieldInfo.getIndexOptions() == IndexOptions.DOCS;
  }

  /** Suffixes have the shape that Lucene allows: nothing, or a name and a number. */
  static String fullSuffix(String segmentSuffix) {
    int separator = segmentSuffix.lastIndexOf('_');
    return separator < 0
        ? segmentSuffix + FULL_SUFFIX + "_0"
        : segmentSuffix.substring(0, separator) + FULL_SUFFIX + segmentSuffix.substring(separator);
  }
}
