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
package dev.streak.bench.workload;

import dev.streak.bench.harness.BenchContext;
import dev.streak.bench.harness.DuelResult;
import dev.streak.bench.harness.Size;
import dev.streak.bench.harness.Workload;
import dev.streak.offheap.BlockCache;
import dev.streak.offheap.CachePolicy;
import dev.streak.termsindex.FieldTermsIndex;
import dev.streak.termsindex.TermsIndexBrowser;
import dev.streak.termsindex.TermsIndexReader;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.BytesRef;

/** The terms index outside the heap: speed, heap, hit ratio, and latency without a page cache. */
final class TermsIndexWorkload implements Workload {
  private static final int LOOKUPS_PER_CALL = 1_000;
  private static final int CALLS = 16;

  @Override
  public String name() {
    return "termsindex";
  }

  @Override
  public String description() {
    return "terms index outside the heap: speed against FSTs on it, heap, hit ratio, cold page cache";
  }

  @Override
  public List<Size> sizes() {
    return List.of(
        new Size("keys", 100_000, 20_000, 1_000, 10_000_000, "keys of the index, one a term block"),
        new Size("cold-docs", 1_000_000, 50_000, 10_000, 50_000_000, "documents, page cache cold"));
  }

  @Override
  public String needs() {
    return "1 GB of heap, 1 GB of disk; root for the part with a cold page cache";
  }

  @Override
  public void run(BenchContext context) throws Exception {
    speed(context);
    TermsIndexHeap.manySegments(context);
    TermsIndexHeap.growth(context, context.size("keys"));
    ZipfTrace.run(context);
    ColdLookups.run(context);
  }

  private static void speed(BenchContext context) throws Exception {
    int keyCount = context.size("keys");
    BytesRef[] keys = IndexKeys.random(context.random("keys"), keyCount);
    BytesRef[][] terms = new BytesRef[CALLS][];
    Random random = context.random("terms");
    for (int i = 0; i < CALLS; i++) {
      List<BytesRef> shuffled = Arrays.asList(IndexKeys.random(random, LOOKUPS_PER_CALL));
      Collections.shuffle(shuffled, random);
      terms[i] = shuffled.toArray(BytesRef[]::new);
    }
    BlockCache cache = BlockCache.builder().capacityBytes(256 << 20).build();
    try (Directory directory = FSDirectory.open(context.scratch("index"))) {
      IndexKeys.Segment segment = IndexKeys.write(directory, Collections.singletonList(keys));
      try (TermsIndexReader reader = segment.open(cache)) {
        FieldTermsIndex field = reader.field(0, CachePolicy.CACHED);
        HeapFsts heap = new HeapFsts(keys, field.blockCount());
        speedWithLiveHandles(context, terms, field, heap);
        speedAfterCollection(context, terms, field, heap);
        context.note("cache after the look-ups: " + cache.stats().toLine());
      }
    }
  }

  private static void speedWithLiveHandles(
      BenchContext context, BytesRef[][] terms, FieldTermsIndex field, HeapFsts heap)
      throws Exception {
    HeapFsts.Browser onHeap = heap.browser();
    TermsIndexBrowser cached = field.browser();
    DuelResult result =
        context
            .duel("Look-up in the terms index, handles alive")
            .inputs(CALLS)
            .operationsPerCall(LOOKUPS_PER_CALL)
            .system("FSTs on the heap", i -> onHeap.sum(terms[i]))
            .system("Streak", i -> sum(cached, terms[i]))
            .run();
    context.table(result.toTable());
    context.ratio("termsindex.speed_vs_heap", result.speedup("Streak"));
  }

  /**
   * Before each call, untimed, all handles are collected; so is whatever the peer leaves behind.
   */
  private static void speedAfterCollection(
      BenchContext context, BytesRef[][] terms, FieldTermsIndex field, HeapFsts heap)
      throws Exception {
    DuelResult result =
        context
            .duel("1,000 look-ups by a new browser, after handles were collected")
            .inputs(CALLS)
            .operationsPerCall(LOOKUPS_PER_CALL)
            .rounds(context.quick() ? 2 : 10, context.quick() ? 5 : 20)
            .system("FSTs on the heap", i -> System.gc(), i -> heap.browser().sum(terms[i]))
            .system("Streak", i -> System.gc(), i -> sum(field.browser(), terms[i]))
            .run();
    context.table(result.toTable());
    context.ratio("termsindex.after_gc_vs_heap", result.speedup("Streak"));
  }

  private static long sum(TermsIndexBrowser browser, BytesRef[] terms) throws Exception {
    long sum = 0;
    for (BytesRef term : terms) {
      sum += browser.floor(term);
    }
    return sum;
  }
}
