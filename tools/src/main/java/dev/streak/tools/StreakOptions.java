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
import dev.streak.tools.index.IndexFolder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.lucene.codecs.lucene90.Lucene90StoredFieldsFormat.Mode;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.store.Directory;

/** Settings of the codec that a command line gives. */
final class StreakOptions {
  private static final Pattern PREFIXES = Pattern.compile("(?s)(.*)=(\\d{1,4})-(\\d{1,4})");

  /** Lengths of prefixes of a field that get sets. */
  private record Prefixes(String field, int min, int max) {}

  private final List<Prefixes> prefixes = new ArrayList<>();

  /** Takes {@code --prefixes FIELD=MIN-MAX,...}. */
  StreakOptions(CommandLine line) {
    Optional<String> given = line.value("--prefixes");
    for (String each : given.map(CommandLine::names).orElse(List.of())) {
      Matcher matcher = PREFIXES.matcher(each);
      if (!matcher.matches()) {
        throw new Refusal("--prefixes must be FIELD=MIN-MAX,...: " + each);
      }
      int min = Integer.parseInt(matcher.group(2));
      prefixes.add(new Prefixes(matcher.group(1), min, Integer.parseInt(matcher.group(3))));
    }
    built(withoutNativeLibrary());
  }

  /** Whether any prefix sets are wanted. */
  boolean hasPrefixes() {
    return !prefixes.isEmpty();
  }

  private static StreakCodec.Builder withoutNativeLibrary() {
    return StreakCodec.builder().luceneStoredFields(Mode.BEST_SPEED).luceneTermVectors();
  }

  /** A codec for writing what an index has. */
  StreakCodec codec(IndexFolder folder) throws IOException {
    return codec(folder, StreakCodec.builder());
  }

  /** The same for what has terms and nothing else, which needs no native library. */
  StreakCodec termsOnly(IndexFolder folder) throws IOException {
    return codec(folder, withoutNativeLibrary());
  }

  /** What {@code builder} makes with these settings, which must be for fields that there are. */
  StreakCodec codec(IndexFolder folder, StreakCodec.Builder builder) throws IOException {
    if (!prefixes.isEmpty()) {
      try (Directory directory = folder.directory();
          DirectoryReader reader = folder.open(directory)) {
        FieldInfos fields = FieldInfos.getMergedFieldInfos(reader);
        prefixes.forEach(each -> check(each.field, fields));
      }
    }
    return built(builder);
  }

  private static void check(String field, FieldInfos fields) {
    FieldInfo info = fields.fieldInfo(field);
    if (info == null || info.getIndexOptions() != IndexOptions.DOCS) {
      throw new Refusal("--prefixes: no field without frequencies in the index is called " + field);
    }
  }

  private StreakCodec built(StreakCodec.Builder builder) {
    try {
      prefixes.forEach(each -> builder.prefixes(each.field, each.min, each.max));
      return builder.build();
    } catch (IllegalArgumentException e) {
      throw new Refusal("--prefixes: " + e.getMessage(), e);
    } catch (ZstdUnavailableException e) {
      throw new Refusal(e.getMessage(), e);
    }
  }
}
