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
package dev.streak.codec;

import dev.streak.prefix.PrefixSettings;
import dev.streak.termhash.TermHashSettings;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.codecs.PostingsFormat;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexOptions;

/** Refuses what was asked for a field and cannot be done, rather than leaving it out. */
final class FieldDemands {
  private FieldDemands() {}

  /** Refuses settings that shut each other out. */
  static void checkFormats(
      Map<String, PostingsFormat> formats,
      Set<String> withPrefixes,
      Set<String> withPolicies,
      TermHashSettings termHash) {
    formats.forEach(
        (field, format) -> {
          boolean ours = format.getName().equals(StreakPostingsFormat.NAME);
          checkAlone(field, "prefixes", withPrefixes.contains(field));
          // Of another's format there is no table to leave out.
          boolean leftOut = ours && termHash.isLeftOut(field);
          checkAlone(field, "termHash", leftOut || termHash.isForced(field));
          checkAlone(
              field, "termsIndex and termBlocks", ours == false && withPolicies.contains(field));
        });
  }

  private static void checkAlone(String field, String setting, boolean isSet) {
    if (isSet) {
      throw new IllegalArgumentException(
          setting
              + " must not be set for a field that has a postingsFormat of its own, which decides"
              + " that: field="
              + field);
    }
  }

  /** Refuses what fields of these options cannot have; known when the first is written. */
  static void checkFields(
      FieldInfos fields, Map<String, PrefixSettings> prefixes, TermHashSettings termHash) {
    for (FieldInfo field : fields) {
      if (field.getIndexOptions() != IndexOptions.DOCS) {
        checkCanHave(field, "prefixes", prefixes.containsKey(field.name));
        checkCanHave(field, "termHash", termHash.isForced(field.name));
      }
    }
  }

  private static void checkCanHave(FieldInfo field, String setting, boolean isSet) {
    if (isSet) {
      throw new IllegalArgumentException(
          setting
              + " must be set only for fields with IndexOptions.DOCS, as StringField and"
              + " KeywordField have: field="
              + field.name
              + " options="
              + field.getIndexOptions());
    }
  }
}
