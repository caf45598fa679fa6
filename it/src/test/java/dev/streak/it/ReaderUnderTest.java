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
package dev.streak.it;

import dev.streak.it.PartReading.Part;
import dev.streak.it.PartReading.Way;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What reads certain files, and the ways in which these can be read; reading others costs time. */
enum ReaderUnderTest {
  LISTS(Part.POSTINGS, List.of("skp"), Way.LISTS, Way.ENTRIES),
  BLOCKS(
      Part.POSTINGS, List.of("skd"), Way.TERMS, Way.SEEKS, Way.ORDINALS, Way.AUTOMATA, Way.ENTRIES),
  INDEX(Part.POSTINGS, List.of("ski"), Way.TERMS, Way.SEEKS, Way.ORDINALS, Way.AUTOMATA),
  META(Part.POSTINGS, List.of("skm"), Way.values()),
  /** All files of a small segment in one. */
  BUNDLE(Part.POSTINGS, List.of("skm"), Way.values()),
  TABLES(Part.POSTINGS, List.of("skh"), Way.SEEKS, Way.ENTRIES),
  SETS(Part.POSTINGS, List.of("skx"), Way.SETS),
  CHECKSUMS(Part.POSTINGS, List.of("skdk", "skik"), Way.TERMS, Way.SEEKS),
  TEXTS(Part.TEXT_POSTINGS, List.of("timk", "tipk"), Way.LISTS, Way.SEEKS),
  STORED(Part.STORED_FIELDS, List.of("zsd", "zsi", "zsm")),
  /** These in one. */
  STORED_BUNDLE(Part.STORED_FIELDS, List.of("zsm")),
  /** The other two files are Lucene's throughout. */
  VECTORS(Part.TERM_VECTORS, List.of("tvd"));

  private final Part part;
  private final List<String> extensions;
  private final Set<Way> ways = EnumSet.noneOf(Way.class);

  ReaderUnderTest(Part part, List<String> extensions, Way... ways) {
    this.part = part;
    this.extensions = extensions;
    this.ways.addAll(List.of(ways));
  }

  Part part() {
    return part;
  }

  /** Of the files that are changed. */
  List<String> extensions() {
    return extensions;
  }

  Set<Way> ways() {
    return ways;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
