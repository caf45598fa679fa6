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
package dev.streak.termhash;

import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexOptions;

/**
 * Which fields are found by hash. Only fields that hold documents and nothing else ({@link
 * IndexOptions#DOCS}) can be. Unless told otherwise they are in every segment in which they have at
 * least {@value #DEFAULT_MIN_TERMS} terms. Immutable.
 */
public final class TermHashSettings {

  /** Smaller fields get no table unless asked for: their dictionary is a block or two. */
  public static final int DEFAULT_MIN_TERMS = 64;

  /** The settings that apply where nothing is set. */
  public static final TermHashSettings DEFAULT = new TermHashSettings(DEFAULT_MIN_TERMS, Map.of());

  private final int minTerms;
  private final Map<String, Boolean> byField;

  private TermHashSettings(int minTerms, Map<String, Boolean> byField) {
    this.minTerms = minTerms;
    this.byField = Map.copyOf(byField);
  }

  /** These settings, but with tables for fields of at least {@code minTerms} terms. */
  public TermHashSettings withMinTerms(int minTerms) {
    if (minTerms < 1) {
      throw new IllegalArgumentException("minTerms must be >= 1: minTerms=" + minTerms);
    }
    return new TermHashSettings(minTerms, byField);
  }

  /**
   * These settings, but with a table for {@code field} however few terms it has, or never. A table
   * that is asked for so has the documents of UUIDs, too, however few or alike these are.
   */
  public TermHashSettings withField(String field, boolean table) {
    Map<String, Boolean> changed = new TreeMap<>(byField);
    changed.put(Objects.requireNonNull(field, "field"), table);
    return new TermHashSettings(minTerms, changed);
  }

  /** Terms from which on a field has a table, unless it is left out. */
  public int minTerms(FieldInfo fieldInfo) {
    return isForced(fieldInfo.name) ? 1 : minTerms;
  }

  /** Whether a table was asked for by the field's name. */
  public boolean isForced(String field) {
    return byField.getOrDefault(field, false);
  }

  /** Whether no table was asked for by the field's name. */
  public boolean isLeftOut(String field) {
    return byField.getOrDefault(field, true) == false;
  }

  @Override
  public String toString() {
    return "TermHashSettings(minTerms=" + minTerms + ", fields=" + byField + ")";
  }
}
