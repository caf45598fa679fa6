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
package dev.streak.prefix;

import dev.streak.file.SegmentFile;

/**
 * The file of prefix sets: a region for each field, then a directory of the regions.
 *
 * <pre>
 * file      := index header | region{fields} | directory | footer
 * region    := list* | table | offsets
 * list      := as in the postings file
 * table     := record{size}, ascending by prefix
 * record    := length of the prefix (vint) | prefix | number of documents (vint)
 *            | entry+1 of the documents (vlong), 0 when they are not stored
 * offsets   := where in the table each record begins (int, little-endian){size}
 * directory := fields (vint)
 *            | { field number (vint) | min (vint) | max (vint) | size (vint) | start of region (vlong)
 *            |   length of lists (vlong) | length of table (vlong) | CRC-32C of region (int) }{fields}
 *            | CRC-32C of the directory up to here (int) | start of directory (long)
 * </pre>
 *
 * The pointer in an entry is a position in this file. A reader checks the directory when it opens
 * the file, and a region when a query first asks for it; what does not check is as if it had never
 * been written.
 */
final class PrefixSetFile {

  static final SegmentFile FILE = new SegmentFile("skx", "StreakPrefixSets", 1, 1);

  /** Start of the directory, before the footer. */
  static final int TRAILER_BYTES = Long.BYTES;

  private PrefixSetFile() {}
}
