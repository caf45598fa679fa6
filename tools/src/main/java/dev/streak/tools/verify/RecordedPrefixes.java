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

import dev.streak.codec.StreakCodec;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.lucene.index.FieldInfo;

/** The prefix sets that a field of a segment was written with. */
final class RecordedPrefixes {
  private static final String ATTRIBUTE = "StreakPrefixSets.settings";

  /** The share is as Java prints a double. */
  private static final Pattern VALUE =
      Pattern.compile("(\\d{1,4})-(\\d{1,4}) in (\\d{1,9}\\.\\d{1,30}(?:E-?\\d{1,3})?) %");

  private RecordedPrefixes() {}

  /** Has a codec write what a field records. */
  static void addTo(StreakCodec.Builder builder, FieldInfo field) {
    String settings = field.getAttribute(ATTRIBUTE);
    Matcher matcher = VALUE.matcher(settings == null ? "" : settings);
    if (matcher.matches()) {
      builder.prefixes(
          field.name,
          Integer.parseInt(matcher.group(1)),
          Integer.parseInt(matcher.group(2)),
          Double.parseDouble(matcher.group(3)));
    }
  }
}
