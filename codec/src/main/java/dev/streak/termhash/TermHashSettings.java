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
 * Which fields get a hash table beside their dictionary, and how full the tables are. Only fields
 * that hold documents and nothing else ({@link IndexOptions#DOCS}) can have one. Unless told
 * otherwise a field gets a table in segments where it looks like an id: it has at least {@value
 * #DEFAULT_MIN_TERMS} terms, and all of them are decimal numbers, or at most seven bytes long, or
 * exactly eight bytes long. Immutable.
 */
public final class TermHashSettings {

  /** Share of used buckets unless set: a table takes 20 bytes per term. */
  public static final double DEFAULT_LOAD = 0.8;

  /** Smaller fields get no table unless asked for: their dictionary is a block or a few. */
  public static final int DEFAULT_MIN_TERMS = 256;

  /** The settings that apply where nothing is set. */
  public static final TermHashSettings DEFAULT =
      new TermHashSettings(DEFAULT_LOAD, DEFAULT_MIN_TERMS, Map.of());

  private final double load;
  private final int minTerms;
  private final Map<String, Boolean> byField;

  private TermHashSettings(double load, int minTerms, Map<String, Boolean> byField) {
    this.load = load;
    this.minTerms = minTerms;
    this.byField = Map.copyOf(byField);
  }

  /** These settings, but with tables filled to {@code load}, from 0.1 to 0.9. */
  public TermHashSettings withLoad(double load) {
    if (!(load >= 0.1 && load <= NeighborHashBuilder.MAX_LOAD)) {
      throw new IllegalArgumentException("load must be from 0.1 to 0.9: load=" + load);
    }
    return new TermHashSettings(load, minTerms, byField);
  }

  /** These settings, but with tables for id-like fields of at least {@code minTerms} terms. */
  public TermHashSettings withMinTerms(int minTerms) {
    if (minTerms < 1) {
      throw new IllegalArgumentException("minTerms must be >= 1: minTerms=" + minTerms);
    }
    return new TermHashSettings(load, minTerms, byField);
  }

  /**
   * These settings, but with a table for {@code field} always or never. Always includes terms of
   * any shape, whose bytes are then stored a second time.
   */
  public TermHashSettings withField(String field, boolean table) {
    Map<String, Boolean> changed = new TreeMap<>(byField);
    changed.put(Objects.requireNonNull(field, "field"), table);
    return new TermHashSettings(load, minTerms, changed);
  }

  double load() {
    return load;
  }

  boolean isAllowed(FieldInfo fieldInfo) {
    return fieldInfo.getIndexOptions() == IndexOptions.DOCS
        && byField.getOrDefault(fieldInfo.name, true);
  }

  boolean isForced(FieldInfo fieldInfo) {
    return byField.getOrDefault(fieldInfo.name, false);
  }

  int minTerms(FieldInfo fieldInfo) {
    return isForced(fieldInfo) ? 1 : minTerms;
  }

  /** Whether a table was asked for by the field's name. */
  public boolean isForced(String field) {
    return byField.getOrDefault(field, false);
  }

  @Override
  public String toString() {
    return "TermHashSettings(load=" + load + ", minTerms=" + minTerms + ", fields=" + byField + ")";
  }
}
