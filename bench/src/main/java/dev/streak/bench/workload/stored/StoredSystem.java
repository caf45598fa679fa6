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
package dev.streak.bench.workload.stored;

import dev.streak.codec.StreakCodec;
import dev.streak.compression.ZstdSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;

/**
 * A way of storing documents.
 *
 * @param name for tables
 * @param codec what writes
 */
record StoredSystem(String name, Codec codec) {
  static final String LZ4 = "Lucene BEST_SPEED";
  static final String DEFLATE = "Lucene BEST_COMPRESSION";
  static final String STREAK = "Streak";
  static final String SMALLEST = "Streak smallest";
  static final String FASTEST = "Streak fastest";

  /** Those that everything is measured for; the baseline comes first. */
  static List<StoredSystem> all() {
    return List.of(
        new StoredSystem(LZ4, new Lucene104Codec(Lucene104Codec.Mode.BEST_SPEED)),
        new StoredSystem(DEFLATE, new Lucene104Codec(Lucene104Codec.Mode.BEST_COMPRESSION)),
        new StoredSystem("zstd 60 kB", new ZstdPeerCodec.Blocks60()),
        new StoredSystem("zstd 240 kB", new ZstdPeerCodec.Blocks240()),
        streak(STREAK, ZstdSettings.DEFAULT),
        streak(SMALLEST, ZstdSettings.SMALLEST),
        streak(FASTEST, ZstdSettings.FASTEST));
  }

  /** Settings between and beyond the named ones. */
  static List<StoredSystem> frontier() {
    List<StoredSystem> systems = new ArrayList<>();
    ZstdSettings base = ZstdSettings.DEFAULT;
    for (int blockBytes : new int[] {1 << 10, 1 << 11, 1 << 12, 1 << 13, 14_000, 1 << 15, 60_000}) {
      systems.add(frontier(base.withBlockBytes(blockBytes).withMaxDocsPerBlock(1024)));
      systems.add(
          frontier(
              base.withBlockBytes(blockBytes).withMaxDocsPerBlock(1024).withDictionaryBytes(0)));
    }
    for (int dictionaryBytes : new int[] {32 << 10, 110 << 10, 512 << 10}) {
      systems.add(frontier(base.withDictionaryBytes(dictionaryBytes)));
    }
    for (int level : new int[] {1, 6, 9}) {
      systems.add(frontier(base.withLevel(level)));
    }
    return systems;
  }

  private static StoredSystem frontier(ZstdSettings settings) {
    String name =
        String.format(
            Locale.ROOT,
            "level %d, block %.0f kB, dictionary %d kB",
            settings.level(),
            settings.blockBytes() / 1024.0,
            settings.dictionaryBytes() >> 10);
    return streak(name, settings);
  }

  private static StoredSystem streak(String name, ZstdSettings settings) {
    return new StoredSystem(name, StreakCodec.builder().storedFields(settings).build());
  }
}
