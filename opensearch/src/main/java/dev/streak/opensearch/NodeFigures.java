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

import dev.streak.cache.BlockCache;
import dev.streak.cache.monitor.CacheStats;
import dev.streak.checks.AnswerChecks;
import dev.streak.codec.StreakCodec;
import dev.streak.compression.NativeMemory;
import dev.streak.monitor.StreakCounters;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.index.SegmentCommitInfo;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.store.AlreadyClosedException;
import org.opensearch.common.concurrent.GatedCloseable;
import org.opensearch.index.IndexService;
import org.opensearch.index.shard.IndexShard;
import org.opensearch.indices.IndicesService;

/** What a node holds and did since it started, and what its indexes were told to do. */
final class NodeFigures {
  private final IndicesService indices;
  private final NodeSettings settings;

  NodeFigures(IndicesService indices, NodeSettings settings) {
    this.indices = indices;
    this.settings = settings;
  }

  Map<String, Object> now() {
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("cache", cache(BlockCache.shared().stats()));
    StreakCounters counters = StreakCounters.now();
    figures.put("tables", tables(counters));
    figures.put("prefix_sets", Map.of("failures", counters.prefixSetFailures()));
    figures.put("queries", queries(counters));
    figures.put("checks", checks(AnswerChecks.counts()));
    figures.put("zstd", zstd(NativeMemory.held()));
    figures.put("indices", ofIndices());
    return figures;
  }

  private static Map<String, Object> cache(CacheStats stats) {
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("enabled", stats.enabled());
    figures.put("capacity_in_bytes", stats.capacityBytes());
    figures.put("reserved_in_bytes", stats.reservedBytes());
    figures.put("used_in_bytes", stats.usedBytes());
    figures.put("in_use_in_bytes", stats.inUseBytes());
    figures.put("spare_in_bytes", stats.spareBytes());
    figures.put("blocks", stats.blocks());
    figures.put("hits", stats.handleHits() + stats.cacheHits());
    figures.put("misses", stats.misses());
    figures.put("loads", stats.loads());
    figures.put("load_failures", stats.loadFailures());
    figures.put("load_time_in_millis", TimeUnit.NANOSECONDS.toMillis(stats.loadNanos()));
    figures.put("bypasses", stats.bypasses());
    figures.put("rejected", stats.rejected());
    figures.put("evictions", stats.evictions());
    return figures;
  }

  private static Map<String, Object> tables(StreakCounters counters) {
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("opened", counters.tablesOpened());
    figures.put("refused", counters.tablesRefused());
    figures.put("missing", counters.tablesMissing());
    figures.put("damaged", counters.tablesDamaged());
    figures.put("unknown", counters.unknownLookups());
    return figures;
  }

  private Map<String, Object> queries(StreakCounters counters) {
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("accelerate", settings.accelerates());
    figures.put("replaced", counters.replacedQueries());
    figures.put("ranked_readers", counters.rankedReaders());
    figures.put("ranks_in_bytes", counters.rankBytes());
    figures.put("ranks_refused", counters.ranksRefused());
    return figures;
  }

  private static Map<String, Object> checks(AnswerChecks.Counts counts) {
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("one_in", AnswerChecks.oneIn());
    figures.put("compared", counts.compared());
    figures.put("mismatches", counts.mismatches());
    return figures;
  }

  private static Map<String, Object> zstd(NativeMemory.Held held) {
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("held_in_bytes", held.bytes());
    figures.put("compression_contexts", held.compressionContexts());
    figures.put("decompression_contexts", held.decompressionContexts());
    figures.put("compression_dictionaries", held.compressionDictionaries());
    figures.put("decompression_dictionaries", held.decompressionDictionaries());
    return figures;
  }

  /** Indexes that have our codec now, and those that still have segments of it. */
  private Map<String, Object> ofIndices() {
    Map<String, Object> figures = new TreeMap<>();
    for (IndexService index : indices) {
      boolean ours = CreationChecks.isOurs(index.getIndexSettings());
      Map<String, Object> segments = segments(index);
      if (ours || segments.containsKey(StreakCodec.NAME)) {
        Map<String, Object> ofIndex = new LinkedHashMap<>();
        if (ours) {
          ofIndex.putAll(new IndexChoices(index.getIndexSettings().getSettings()).describe());
        }
        ofIndex.put("segments_by_codec", segments);
        figures.put(index.index().getName(), ofIndex);
      }
    }
    return figures;
  }

  private static Map<String, Object> segments(IndexService index) {
    Map<String, Object> byCodec = new TreeMap<>();
    for (IndexShard shard : index) {
      if (shard.isReadAllowed()) {
        count(shard, byCodec);
      }
    }
    return byCodec;
  }

  @SuppressWarnings("deprecation") // What the host has in its place does not tell codecs.
  private static void count(IndexShard shard, Map<String, Object> byCodec) {
    // A searcher would count as a search, after which an idle shard is refreshed again.
    try (GatedCloseable<SegmentInfos> segments = shard.getSegmentInfosSnapshot()) {
      for (SegmentCommitInfo segment : segments.get()) {
        String codec = segment.info.getCodec().getName();
        byCodec.merge(codec, 1, (a, b) -> (Integer) a + (Integer) b);
      }
    } catch (
        @SuppressWarnings("unused")
        AlreadyClosedException moved) {
      // The shard went away since it was asked whether it can be read.
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
