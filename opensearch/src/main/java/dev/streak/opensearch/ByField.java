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
package dev.streak.opensearch;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.opensearch.common.regex.Regex;
import org.opensearch.common.settings.Setting;
import org.opensearch.common.settings.Settings;

/**
 * A choice for fields, by name ({@code index.streak.hash.user_id: true}) or by patterns in a list
 * ({@code index.streak.hash: ["*_id=true"]}), for the host allows no asterisk in a setting's name.
 * A name goes before a pattern, a longer pattern before a shorter. Patterns matter because a
 * mapping grows while the index is open.
 */
final class ByField<T> {
  private static final Comparator<String> MOST_EXACT_FIRST =
      Comparator.comparing(Regex::isSimpleMatchPattern)
          .thenComparing(Comparator.comparingInt(String::length).reversed())
          .thenComparing(Comparator.naturalOrder());

  private final Map<String, T> byPattern = new TreeMap<>(MOST_EXACT_FIRST);

  private ByField(Map<String, T> ofPatterns, Map<String, T> ofNames) {
    byPattern.putAll(ofPatterns);
    byPattern.putAll(ofNames);
  }

  /**
   * The two settings that make one choice.
   *
   * @param ofNames ends with the name of a field
   * @param ofPatterns a list of {@code pattern=value}
   */
  record Choice<T>(
      Setting.AffixSetting<Optional<T>> ofNames, Setting<List<Map.Entry<String, T>>> ofPatterns) {
    /** A choice whose values need no field to be understood. */
    static <T> Choice<T> named(String name, Function<String, T> parser) {
      return named(name, (field, value) -> parser.apply(value));
    }

    /**
     * As above.
     *
     * @param parser is given the field, or the pattern, and the value
     */
    static <T> Choice<T> named(String name, BiFunction<String, String, T> parser) {
      return new Choice<>(
          Setting.prefixKeySetting(
              name + ".",
              key ->
                  // The host asks for the default, nothing, where a choice is taken back by null.
                  new Setting<>(
                      key,
                      "",
                      value ->
                          value.isEmpty()
                              ? Optional.empty()
                              : Optional.of(
                                  parse(key, key.substring(name.length() + 1), value, parser)),
                      Setting.Property.IndexScope)),
          Setting.listSetting(
              name, List.of(), value -> entry(name, value, parser), Setting.Property.IndexScope));
    }

    ByField<T> in(Settings settings) {
      Map<String, T> patterns = new TreeMap<>();
      ofPatterns.get(settings).forEach(e -> patterns.put(e.getKey(), e.getValue()));
      Map<String, T> names = new TreeMap<>();
      ofNames
          .getAsMap(settings)
          .forEach((field, choice) -> choice.ifPresent(chosen -> names.put(field, chosen)));
      return new ByField<>(patterns, names);
    }

    List<Setting<?>> settings() {
      return List.of(ofNames, ofPatterns);
    }
  }

  private static <T> Map.Entry<String, T> entry(
      String key, String value, BiFunction<String, String, T> parser) {
    int equals = value.lastIndexOf('=');
    if (equals < 1) {
      throw new IllegalArgumentException(key + "=" + value + ": must look like pattern=value");
    }
    String pattern = value.substring(0, equals);
    return Map.entry(pattern, parse(key, pattern, value.substring(equals + 1), parser));
  }

  private static <T> T parse(
      String key, String field, String value, BiFunction<String, String, T> parser) {
    try {
      return parser.apply(field, value);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(key + "=" + value + ": " + e.getMessage(), e);
    }
  }

  boolean isEmpty() {
    return byPattern.isEmpty();
  }

  Optional<T> of(String field) {
    return byPattern.entrySet().stream()
        .filter(entry -> Regex.simpleMatch(entry.getKey(), field))
        .map(Map.Entry::getValue)
        .findFirst();
  }

  /** Names and patterns with their values as words, those that win first. */
  Map<String, Object> describe() {
    Map<String, Object> words = new LinkedHashMap<>();
    byPattern.forEach(
        (pattern, value) -> words.put(pattern, value.toString().toLowerCase(Locale.ROOT)));
    return words;
  }
}
