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

import dev.streak.cache.CachePolicy;
import dev.streak.codec.StreakCodec;
import dev.streak.codec.StreakPostingsFormat;
import dev.streak.compression.ZstdSettings;
import dev.streak.termhash.TermHashSettings;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.lucene.codecs.PostingsFormat;
import org.apache.lucene.codecs.lucene90.Lucene90StoredFieldsFormat;
import org.apache.lucene.codecs.perfield.PerFieldPostingsFormat;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.index.SegmentReader;

/** Has Streak's codec write a segment anew as the segment records that it was written. */
public final class RecordedCodec {
  /** What stays behind where a segment is written anew. */
  public static final String NOT_KEPT =
      "what segments do not record is not kept: how many terms a field must have for a hash table,"
          + " for which fields one was asked for by name, and settings of formats that single"
          + " fields have";

  private static final String STORED_FIELDS = "StreakStoredFields.settings";

  private static final String TERM_VECTORS = "StreakTermVectors.level";

  private static final String TABLE = "StreakTermHash.table";

  private static final String NO_TABLE = "NONE SETTINGS";

  private static final String INDEX_POLICY = "StreakTermsIndex.policy";

  private static final String BLOCKS_POLICY = "StreakTermBlocks.policy";

  /** Each is an attribute of a segment that has such a file. */
  private static final Set<String> BUNDLES =
      Set.of("StreakCompound", "StreakDocValuesBundle", "StreakNormsBundle", "StreakPointsBundle");

  private static final Pattern SETTINGS =
      Pattern.compile(
          "ZstdSettings\\[level=(\\d{1,9}), blockBytes=(\\d{1,9}),"
              + " maxDocsPerBlock=(\\d{1,9}), dictionaryBytes=(\\d{1,9})\\]");

  private RecordedCodec() {}

  /** Gives {@code builder} what a segment of Streak's codec records. */
  public static void addTo(StreakCodec.Builder builder, SegmentReader segment) {
    SegmentInfo info = segment.getSegmentInfo().info;
    storedFields(builder, info);
    termVectors(builder, info);
    if (!hasBundles(segment)) {
      builder.bundleSmallFiles(false);
    }
    TermHashSettings tables = TermHashSettings.DEFAULT;
    for (FieldInfo field : segment.getFieldInfos()) {
      if (field.getIndexOptions() == IndexOptions.NONE) {
        continue;
      }
      String format = field.getAttribute(PerFieldPostingsFormat.PER_FIELD_FORMAT_KEY);
      if (format != null && !format.equals(StreakPostingsFormat.NAME)) {
        builder.postingsFormat(field.name, PostingsFormat.forName(format));
        continue;
      }
      RecordedPrefixes.addTo(builder, field);
      policy(field, INDEX_POLICY, builder::termsIndex);
      policy(field, BLOCKS_POLICY, builder::termBlocks);
      if (NO_TABLE.equals(field.getAttribute(TABLE))) {
        tables = tables.withField(field.name, false);
      }
    }
    builder.termHash(tables);
  }

  private static void storedFields(StreakCodec.Builder builder, SegmentInfo info) {
    String mode = info.getAttribute(Lucene90StoredFieldsFormat.MODE_KEY);
    String settings = info.getAttribute(STORED_FIELDS);
    Matcher matcher = SETTINGS.matcher(settings == null ? "" : settings);
    if (matcher.matches()) {
      builder.storedFields(
          new ZstdSettings(
              Integer.parseInt(matcher.group(1)),
              Integer.parseInt(matcher.group(2)),
              Integer.parseInt(matcher.group(3)),
              Integer.parseInt(matcher.group(4))));
    } else if (settings == null && mode != null) {
      builder.luceneStoredFields(Lucene90StoredFieldsFormat.Mode.valueOf(mode));
    }
  }

  /** Where nothing is recorded there are Lucene's, or none. */
  private static void termVectors(StreakCodec.Builder builder, SegmentInfo info) {
    String level = info.getAttribute(TERM_VECTORS);
    if (level == null) {
      builder.luceneTermVectors();
    } else {
      builder.termVectors(Integer.parseInt(level));
    }
  }

  /** Whether small files of the segment are one file each, as far as it has some. */
  private static boolean hasBundles(SegmentReader segment) {
    SegmentInfo info = segment.getSegmentInfo().info;
    FieldInfos fields = segment.getFieldInfos();
    boolean hasSmallFiles = fields.hasDocValues() || fields.hasNorms() || fields.hasPointValues();
    return !(info.getUseCompoundFile() || hasSmallFiles)
        || BUNDLES.stream().anyMatch(name -> info.getAttribute(name) != null);
  }

  private static void policy(
      FieldInfo field, String attribute, BiConsumer<String, CachePolicy> setting) {
    String name = field.getAttribute(attribute);
    if (name != null) {
      setting.accept(field.name, CachePolicy.valueOf(name));
    }
  }
}
