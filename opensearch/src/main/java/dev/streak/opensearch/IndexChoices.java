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

import dev.streak.cache.CachePolicy;
import dev.streak.codec.StreakCodec;
import dev.streak.compression.ZstdSettings;
import dev.streak.termhash.TermHashSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.lucene.codecs.lucene90.Lucene90StoredFieldsFormat;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexOptions;
import org.opensearch.common.settings.Setting;
import org.opensearch.common.settings.Settings;

/** What the settings of an index choose. Segments record it; it may change while closed. */
final class IndexChoices {
  /** How stored fields are written. */
  enum StoredFields {
    DEFAULT,
    SMALLEST,
    FASTEST,
    LZ4,
    DEFLATE;

    /**
     * Smaller and slower to write than what the library chooses by itself: a node has much else to
     * do with a document.
     */
    private static final ZstdSettings OF_A_NODE =
        ZstdSettings.DEFAULT.withLevel(8).withBlockBytes(8192);

    void choose(StreakCodec.Builder builder) {
      switch (this) {
        case DEFAULT -> builder.storedFields(OF_A_NODE);
        case SMALLEST -> builder.storedFields(ZstdSettings.SMALLEST);
        case FASTEST -> builder.storedFields(ZstdSettings.FASTEST);
        case LZ4 -> luceneStoredFields(builder, Lucene90StoredFieldsFormat.Mode.BEST_SPEED);
        case DEFLATE ->
            luceneStoredFields(builder, Lucene90StoredFieldsFormat.Mode.BEST_COMPRESSION);
      }
    }

    private static void luceneStoredFields(
        StreakCodec.Builder builder, Lucene90StoredFieldsFormat.Mode mode) {
      builder.luceneStoredFields(mode).luceneTermVectors();
    }

    private static StoredFields parse(String value) {
      for (StoredFields choice : values()) {
        if (choice.toString().equals(value)) {
          return choice;
        }
      }
      throw new IllegalArgumentException(
          STORED_FIELDS_KEY
              + " must be default, smallest, fastest, lz4 or deflate: "
              + STORED_FIELDS_KEY
              + "="
              + value);
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final String STORED_FIELDS_KEY = "index.streak.stored_fields";

  static final Setting<StoredFields> STORED_FIELDS =
      new Setting<>(
          STORED_FIELDS_KEY,
          StoredFields.DEFAULT.toString(),
          StoredFields::parse,
          Setting.Property.IndexScope);

  private static final ByField.Choice<PrefixChoice> PREFIXES =
      ByField.Choice.named("index.streak.prefixes", PrefixChoice::parse);

  private static final ByField.Choice<Boolean> HASH =
      ByField.Choice.named("index.streak.hash", IndexChoices::parseBoolean);

  private static final ByField.Choice<CachePolicy> CACHE =
      ByField.Choice.named("index.streak.cache", IndexChoices::parsePolicy);

  private final StoredFields storedFields;
  private final ByField<PrefixChoice> prefixes;
  private final ByField<Boolean> hash;
  private final ByField<CachePolicy> cache;

  IndexChoices(Settings settings) {
    this.storedFields = STORED_FIELDS.get(settings);
    this.prefixes = PREFIXES.in(settings);
    this.hash = HASH.in(settings);
    this.cache = CACHE.in(settings);
  }

  static List<Setting<?>> settings() {
    List<Setting<?>> settings = new ArrayList<>(List.of(STORED_FIELDS));
    settings.addAll(PREFIXES.settings());
    settings.addAll(HASH.settings());
    settings.addAll(CACHE.settings());
    return settings;
  }

  private static Boolean parseBoolean(String value) {
    return switch (value) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException("must be true or false");
    };
  }

  private static CachePolicy parsePolicy(String value) {
    return switch (value) {
      case "pinned" -> CachePolicy.PINNED;
      case "cached" -> CachePolicy.CACHED;
      case "uncached" -> CachePolicy.UNCACHED;
      default -> throw new IllegalArgumentException("must be pinned, cached or uncached");
    };
  }

  /** Whether nothing is chosen for any field. */
  boolean isSameForAllFields() {
    return prefixes.isEmpty() && hash.isEmpty() && cache.isEmpty();
  }

  /** The codec for what does not depend on fields. */
  StreakCodec codec() {
    StreakCodec.Builder builder = StreakCodec.builder();
    storedFields.choose(builder);
    return builder.build();
  }

  /** A codec for the postings and field infos of a segment that has these fields. */
  StreakCodec codec(Iterable<FieldInfo> fields) {
    StreakCodec.Builder builder = StreakCodec.builder();
    StoredFields.LZ4.choose(builder);
    TermHashSettings tables = TermHashSettings.DEFAULT;
    for (FieldInfo field : fields) {
      // Sets and tables exist for such fields only. A pattern may match others as well.
      if (field.getIndexOptions() == IndexOptions.DOCS) {
        prefixes.of(field.name).ifPresent(choice -> choice.apply(builder, field.name));
        Boolean table = hash.of(field.name).orElse(null);
        if (table != null) {
          tables = tables.withField(field.name, table);
        }
      }
      if (field.getIndexOptions() != IndexOptions.NONE) {
        cache.of(field.name).ifPresent(policy -> builder.termsIndex(field.name, policy));
      }
    }
    return builder.termHash(tables).build();
  }

  /** The choices as words, for statistics. */
  Map<String, Object> describe() {
    Map<String, Object> words = new LinkedHashMap<>();
    words.put("stored_fields", storedFields.toString());
    words.put("prefixes", prefixes.describe());
    words.put("hash", hash.describe());
    words.put("cache", cache.describe());
    return words;
  }
}
