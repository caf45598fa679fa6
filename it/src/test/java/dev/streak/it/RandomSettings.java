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
package dev.streak.it;

import dev.streak.cache.CachePolicy;
import dev.streak.codec.StreakCodec;
import dev.streak.codec.StreakPostingsFormat;
import dev.streak.compression.ZstdSettings;
import dev.streak.termhash.TermHashSettings;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.apache.lucene.codecs.lucene104.Lucene104PostingsFormat;
import org.apache.lucene.codecs.lucene90.Lucene90StoredFieldsFormat;
import org.apache.lucene.index.ConcurrentMergeScheduler;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LogByteSizeMergePolicy;
import org.apache.lucene.index.MergePolicy;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.TieredMergePolicy;

/** Draws settings. Everything that the codec's builder offers should be drawn here. */
final class RandomSettings {

  private RandomSettings() {}

  /** A codec for documents of {@link Catalogue}: the default one as often as not. */
  static StreakCodec codec(Random random) {
    return codec(random, true);
  }

  /** A codec for fields of any kind, so nothing that only some can have is asked for by name. */
  static StreakCodec codecForAnyFields(Random random) {
    return codec(random, false);
  }

  private static StreakCodec codec(Random random, boolean areKeywords) {
    StreakCodec.Builder builder = StreakCodec.builder();
    if (random.nextBoolean()) {
      // Unless asked to, the cache holds little of so small an index.
      builder.termsIndex(Catalogue.BODY, CachePolicy.CACHED);
      builder.termBlocks(Catalogue.BODY, CachePolicy.SPARE_ROOM);
      builder.termBlocks(Catalogue.SKU, CachePolicy.SPARE_ROOM);
      return builder.build();
    }
    switch (random.nextInt(4)) {
      case 0 -> builder.luceneStoredFields(Lucene90StoredFieldsFormat.Mode.BEST_SPEED);
      case 1 -> builder.luceneTermVectors();
      case 2 -> builder.termVectors(1 + random.nextInt(12)).storedFields(storedFields(random));
      default -> builder.storedFields(storedFields(random));
    }
    Set<String> own = new HashSet<>();
    Set<String> lucenes = new HashSet<>();
    for (String field : Catalogue.KEYWORD_FIELDS) {
      if (random.nextInt(3) == 0) {
        own.add(field);
        if (random.nextInt(4) == 0) {
          lucenes.add(field);
          builder.postingsFormat(field, new Lucene104PostingsFormat());
        } else {
          builder.postingsFormat(
              field, new StreakPostingsFormat(TermHashSettings.DEFAULT, random.nextBoolean()));
        }
      }
    }
    if (areKeywords && own.contains(Catalogue.NAME) == false && random.nextBoolean()) {
      int min = 1 + random.nextInt(2);
      builder.prefixes(Catalogue.NAME, min, min + random.nextInt(4), 1 + 99 * random.nextDouble());
    }
    CachePolicy[] ofIndex = {CachePolicy.PINNED, CachePolicy.CACHED, CachePolicy.UNCACHED};
    builder.termsIndex(Catalogue.BODY, CachePolicy.CACHED);
    CachePolicy[] ofBlocks = CachePolicy.values();
    if (lucenes.contains(Catalogue.ID) == false) {
      builder.termsIndex(Catalogue.ID, ofIndex[random.nextInt(ofIndex.length)]);
      builder.termBlocks(Catalogue.ID, ofBlocks[random.nextInt(ofBlocks.length)]);
    }
    TermHashSettings termHash = TermHashSettings.DEFAULT.withMinTerms(1 + random.nextInt(20));
    for (String field : Catalogue.KEYWORD_FIELDS) {
      if (own.contains(field) == false) {
        termHash = termHash.withField(field, areKeywords && random.nextInt(3) > 0);
      }
    }
    builder.termHash(termHash).bundleSmallFiles(random.nextBoolean());
    return builder.build();
  }

  private static ZstdSettings storedFields(Random random) {
    return ZstdSettings.DEFAULT
        .withLevel(1 + random.nextInt(12))
        .withBlockBytes(1024 << random.nextInt(5))
        .withMaxDocsPerBlock(1 + random.nextInt(200))
        .withDictionaryBytes(random.nextBoolean() ? 0 : 4096 << random.nextInt(6));
  }

  /** A writer's settings, with a merge policy that merges early and often. */
  static IndexWriterConfig writer(Random random) {
    IndexWriterConfig config = new IndexWriterConfig();
    config.setCodec(codec(random));
    config.setUseCompoundFile(random.nextBoolean());
    config.setMergePolicy(mergePolicy(random));
    config.setMergeScheduler(
        random.nextInt(3) == 0 ? new SerialMergeScheduler() : new ConcurrentMergeScheduler());
    if (random.nextBoolean()) {
      config.setMaxBufferedDocs(10 + random.nextInt(90));
    } else {
      config.setRAMBufferSizeMB(0.1 + random.nextDouble());
    }
    return config;
  }

  /** As above; whether the index is sorted belongs to the index and comes from its seed. */
  static IndexWriterConfig writer(Random random, long indexSeed) {
    IndexWriterConfig config = writer(random);
    if ((indexSeed & 3) != 0) {
      config.setIndexSort(Catalogue.INDEX_SORT);
    }
    return config;
  }

  private static MergePolicy mergePolicy(Random random) {
    if (random.nextBoolean()) {
      LogByteSizeMergePolicy policy = new LogByteSizeMergePolicy();
      policy.setMergeFactor(2 + random.nextInt(9));
      policy.setNoCFSRatio(random.nextDouble());
      return policy;
    }
    TieredMergePolicy policy = new TieredMergePolicy();
    policy.setSegmentsPerTier(2 + random.nextInt(9));
    policy.setNoCFSRatio(random.nextDouble());
    return policy;
  }
}
