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
package dev.streak.tools;

import dev.streak.codec.StreakCodec;
import dev.streak.compression.ZstdUnavailableException;
import dev.streak.tools.cli.CommandLine;
import dev.streak.tools.cli.Refusal;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.lucene.codecs.lucene90.Lucene90StoredFieldsFormat.Mode;

/** Settings of the codec that a command line gives. */
final class StreakOptions {
  private static final Pattern PREFIXES = Pattern.compile("(.+)=(\\d{1,4})-(\\d{1,4})");

  private StreakOptions() {}

  /** A codec for writing; takes {@code --prefixes FIELD=MIN-MAX,...}. */
  static StreakCodec codec(CommandLine line) {
    return codec(line, StreakCodec.builder());
  }

  /** The same for what has terms and nothing else, which needs no native library. */
  static StreakCodec termsOnly(CommandLine line) {
    return codec(
        line, StreakCodec.builder().luceneStoredFields(Mode.BEST_SPEED).luceneTermVectors());
  }

  private static StreakCodec codec(CommandLine line, StreakCodec.Builder builder) {
    Optional<String> prefixes = line.value("--prefixes");
    try {
      for (String each : prefixes.map(text -> text.split(",", -1)).orElse(new String[0])) {
        Matcher matcher = PREFIXES.matcher(each);
        if (!matcher.matches()) {
          throw new Refusal("--prefixes must be FIELD=MIN-MAX,...: " + each);
        }
        builder.prefixes(
            matcher.group(1),
            Integer.parseInt(matcher.group(2)),
            Integer.parseInt(matcher.group(3)));
      }
      return builder.build();
    } catch (IllegalArgumentException e) {
      throw new Refusal("--prefixes: " + e.getMessage(), e);
    } catch (ZstdUnavailableException e) {
      throw new Refusal(e.getMessage(), e);
    }
  }
}
