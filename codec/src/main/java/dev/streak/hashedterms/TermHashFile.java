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
package dev.streak.hashedterms;

import dev.streak.file.SegmentFile;

/**
 * The file of hash tables of a segment. Only segments in which a field has a table have one.
 *
 * <pre>
 * .skh      := index header | (padding table)* | directory | footer
 * padding   := zero bytes up to a multiple of 64
 * table     := bucket* | part*                    see BucketDescriptor, SlotGeometry
 * directory := count (vint) | description* | CRC-32C of all bytes of the directory before this (int)
 *            | where the directory begins (long)
 * </pre>
 *
 * Buckets and slots are little endian, as all numbers that Lucene writes. The directory and each
 * table have checksums of their own, so that damage to one field costs only that field its table;
 * {@link TermHashReader} says when they are compared.
 */
final class TermHashFile {

  static final SegmentFile FILE = new SegmentFile("skh", "StreakTermHash", 1, 2);

  /** The attribute of a field that says what was chosen for it: {@link TableChoice}. */
  static final String ATTRIBUTE = "StreakTermHash.table";

  private TermHashFile() {}
}
