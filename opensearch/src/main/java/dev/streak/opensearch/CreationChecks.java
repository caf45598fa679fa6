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

import dev.streak.codec.StreakCodec;
import dev.streak.compression.ZstdUnavailableException;
import java.util.List;
import org.opensearch.common.settings.Settings;
import org.opensearch.index.IndexCreationValidator;
import org.opensearch.index.IndexSettings;
import org.opensearch.index.engine.EngineConfig;
import org.opensearch.index.mapper.MapperService;

/** Refuses what cannot work while nothing exists yet. Later it could only be a red index. */
final class CreationChecks implements IndexCreationValidator {
  private static final String CODEC_KEY = EngineConfig.INDEX_CODEC_SETTING.getKey();

  /**
   * Indexes with segments of one group of documents each: the host wants the group from the
   * postings format of {@code _id}, and without it every update fails. And those whose codec is
   * another plugin's around ours (k-NN, neural search, correlation): segments have its name, and
   * what opens them by that name does not know what we wrote.
   */
  private static final List<String> UNSERVED =
      List.of(
          IndexSettings.INDEX_CONTEXT_AWARE_ENABLED_SETTING.getKey(),
          "index.knn",
          "index.sparse",
          "index.correlation");

  static boolean isOurs(IndexSettings settings) {
    return isOurs(settings.getSettings());
  }

  static boolean isOurs(Settings settings) {
    return EngineConfig.INDEX_CODEC_SETTING.get(settings).equals(StreakCodecAlias.ALIAS);
  }

  /**
   * Refuses the library's codec under its own name, which would leave the formats of the mapping
   * out. For closed indexes, too: the host verifies their settings by making the index for a while.
   */
  static void refuseOwnNames(Settings settings) {
    String codec = EngineConfig.INDEX_CODEC_SETTING.get(settings);
    if (codec.equals(StreakCodec.NAME) || codec.equals(StreakCodecAlias.NAME)) {
      throw new IllegalArgumentException(
          CODEC_KEY
              + " must be "
              + StreakCodecAlias.ALIAS
              + ", which respects the mapping: "
              + CODEC_KEY
              + "="
              + codec);
    }
  }

  /**
   * What an index has that our codec cannot serve, or null. Fields are known with a mapper only.
   */
  static String obstacle(MapperService mapper, Settings settings) {
    if (mapper != null && mapper.isCompositeIndexPresent()) {
      return "star-tree (composite) fields";
    }
    for (String key : UNSERVED) {
      if (settings.getAsBoolean(key, false)) {
        return key + "=true";
      }
    }
    return null;
  }

  /** As below, for an index whose own settings name the codec. */
  static void refuseUnserved(MapperService mapper, IndexSettings settings) {
    if (isNamed(settings)) {
      refuseUnserved(mapper, settings.getSettings());
    }
  }

  /** Refuses what the codec cannot serve. */
  static void refuseUnserved(MapperService mapper, Settings settings) {
    String obstacle = obstacle(mapper, settings);
    if (isOurs(settings) && obstacle != null) {
      throw new IllegalArgumentException(
          CODEC_KEY
              + "="
              + StreakCodecAlias.ALIAS
              + " cannot serve "
              + obstacle
              + ". Take that out of the index or use the codec default.");
    }
  }

  /** Not so where the node's settings name the codec: the index may be older than these. */
  private static boolean isNamed(IndexSettings settings) {
    return settings.getIndexMetadata().getSettings().hasValue(CODEC_KEY);
  }

  @Override
  public void validate(MapperService mapper, IndexSettings settings) {
    if (isOurs(settings)) {
      refuseUnserved(mapper, settings);
      try {
        new IndexChoices(settings.getSettings()).codec();
      } catch (ZstdUnavailableException e) {
        throw new IllegalArgumentException(
            CODEC_KEY
                + "="
                + StreakCodecAlias.ALIAS
                + " cannot be used on this node: "
                + e.getMessage(),
            e);
      }
    }
  }
}
