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
package dev.streak.tools.inspect;

import dev.streak.codec.StreakPostingsFormat;
import dev.streak.inspection.KeptTerms;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.lucene.codecs.perfield.PerFieldPostingsFormat;
import org.apache.lucene.index.FieldInfo;

/** Why a field of a segment has what it has beside its terms, and has not what it has not. */
final class Reasons {
  /** See {@code docs/format.md}; both are for people and tools. */
  private static final String TABLE_ATTRIBUTE = "StreakTermHash.table";

  private static final String PREFIX_ATTRIBUTE = "StreakPrefixSets.settings";

  /** They tell which files are there, as the list of files does. */
  private static final Set<String> OF_FILES =
      Set.of("StreakDocValuesBundle", "StreakNormsBundle", "StreakPointsBundle", "StreakCompound");

  private final FieldInfo field;
  private final boolean hasTable;

  /** {@code hasTable} tells whether a table was read, and is not damaged. */
  Reasons(FieldInfo field, boolean hasTable) {
    this.field = field;
    this.hasTable = hasTable;
  }

  /** The attributes of a field or a segment that say how it was to be written. */
  static Map<String, String> settings(Map<String, String> attributes) {
    Map<String, String> settings = new TreeMap<>(attributes);
    settings.keySet().removeAll(OF_FILES);
    return settings;
  }

  /** In sentences; {@code kept} is null if the terms are kept as Lucene does. */
  List<String> of(KeptTerms kept) {
    if (kept == null) {
      return List.of(notKept());
    }
    return kept.prefixes() > 0 ? List.of(table()) : List.of(table(), noPrefixSets());
  }

  private String notKept() {
    String format = field.getAttribute(PerFieldPostingsFormat.PER_FIELD_FORMAT_KEY);
    return StreakPostingsFormat.NAME.equals(format)
        ? "no runs, hash table or prefix sets: terms have frequencies, written as Lucene does"
        : "no runs, hash table or prefix sets: written by " + format;
  }

  private String table() {
    String choice = field.getAttribute(TABLE_ATTRIBUTE);
    if (choice == null) {
      return "no hash table: nothing was recorded of one";
    }
    return switch (choice) {
      case "NONE FEW_TERMS" -> "no hash table: so few terms are a block or two of the dictionary";
      case "NONE SETTINGS" -> "no hash table: turned off for this field";
      case "NONE REFUSED" -> "no hash table: its keys could not be placed";
      default -> hasTable ? kind(choice) : "no hash table: missing or damaged; verify says more";
    };
  }

  private static String kind(String choice) {
    if (choice.startsWith("BUCKETS")) {
      return "hash table with documents in it: it is small beside lists of so many documents";
    }
    if (choice.startsWith("NUMBERED")) {
      return "hash table with numbers of keys, and documents: keys are alike but for a few places";
    }
    if (choice.endsWith("SMALL_DICTIONARY")) {
      return "hash table of tags and ordinals: keys and documents would take far more than terms do";
    }
    return choice.startsWith("EXACT") || choice.startsWith("UUIDS")
        ? "hash table with keys and documents in it: both fit into few bytes"
        : "hash table of tags and ordinals: keys are too long, or lists too short, for more";
  }

  private String noPrefixSets() {
    String settings = field.getAttribute(PREFIX_ATTRIBUTE);
    return settings == null || settings.equals("NONE")
        ? "no prefix sets: none were asked for"
        : "no prefix sets: none that was asked for is worth its room";
  }
}
