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
import org.opensearch.common.settings.Settings;
import org.opensearch.index.IndexCreationValidator;
import org.opensearch.index.IndexSettings;
import org.opensearch.index.engine.EngineConfig;
import org.opensearch.index.mapper.MapperService;

/** Refuses what cannot work while nothing exists yet. Later it could only be a red index. */
final class CreationChecks implements IndexCreationValidator {
  private static final String CODEC_KEY = EngineConfig.INDEX_CODEC_SETTING.getKey();
  private static final String CONTEXT_AWARE_KEY =
      IndexSettings.INDEX_CONTEXT_AWARE_ENABLED_SETTING.getKey();

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
   * Refuses indexes whose segments are of one group of documents each. The host wants the group
   * from the postings format of {@code _id}, and without it every update fails.
   */
  static void refuseContextAware(Settings settings) {
    if (isOurs(settings) && settings.getAsBoolean(CONTEXT_AWARE_KEY, false)) {
      throw new IllegalArgumentException(
          CODEC_KEY
              + "="
              + StreakCodecAlias.ALIAS
              + " cannot serve "
              + CONTEXT_AWARE_KEY
              + "=true. Use the codec default.");
    }
  }

  @Override
  public void validate(MapperService mapper, IndexSettings settings) {
    if (isOurs(settings)) {
      refuseStarTree(mapper, settings);
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

  static boolean isStarTree(MapperService mapper) {
    return mapper != null && mapper.isCompositeIndexPresent();
  }

  /**
   * Such an index would answer until it is closed and opened, and never after. One that does not
   * name the codec itself has it from the node's settings: it may be older than these, and keeps
   * the codec of the host.
   */
  static void refuseStarTree(MapperService mapper, IndexSettings settings) {
    boolean isNamed = settings.getIndexMetadata().getSettings().hasValue(CODEC_KEY);
    if (isStarTree(mapper) && isNamed) {
      throw new IllegalArgumentException(
          CODEC_KEY
              + "="
              + StreakCodecAlias.ALIAS
              + " cannot serve star-tree (composite) fields; index ["
              + settings.getIndex().getName()
              + "] has some. Take the fields out of the mapping or use the codec default.");
    }
  }
}
