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
package dev.streak.bench.workload.termsindex;

import dev.streak.bench.data.KeyKind;
import dev.streak.bench.harness.BenchContext;
import dev.streak.bench.harness.DuelResult;
import dev.streak.bench.harness.Size;
import dev.streak.bench.harness.Workload;
import dev.streak.bench.workload.TwinIndex;
import dev.streak.codec.StreakCodec;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.BytesRef;

/** Finding terms by order, the heap of open fields, hit ratio, latency without a page cache. */
public final class TermsIndexWorkload implements Workload {
  private static final String FIELD = "id";
  private static final int LOOKUPS_PER_CALL = 1_000;
  private static final int CALLS = 16;

  @Override
  public String name() {
    return "termsindex";
  }

  @Override
  public String description() {
    return "terms index: finding by order, heap of open fields, hit ratio, cold page cache";
  }

  @Override
  public List<Size> sizes() {
    return List.of(
        new Size("keys", 2_000_000, 20_000, 1_000, 10_000_000, "keys found by order"),
        new Size("cold-docs", 1_000_000, 50_000, 10_000, 50_000_000, "documents, page cache cold"));
  }

  @Override
  public String needs() {
    return "1 GB of heap, 1 GB of disk; root for the part with a cold page cache";
  }

  @Override
  public void run(BenchContext context) throws Exception {
    byOrder(context);
    TermsIndexHeap.run(context);
    ZipfTrace.run(context);
    ColdLookups.run(context);
  }

  /** No table can help: the term asked for need not be there. */
  private static void byOrder(BenchContext context) throws Exception {
    int keys = context.size("keys");
    BytesRef[][] targets = new BytesRef[CALLS][LOOKUPS_PER_CALL];
    Random random = context.random("targets");
    for (BytesRef[] call : targets) {
      for (int i = 0; i < call.length; i++) {
        call[i] = KeyKind.UUID.key(0, keys + random.nextInt(Integer.MAX_VALUE - keys));
      }
    }
    List<TwinIndex.Side> sides =
        TwinIndex.build(
            context, keys, TermsIndexWorkload::document, IndexWriterConfig::new, new StreakCodec());
    try (DirectoryReader lucene = sides.get(0).open();
        DirectoryReader streak = sides.get(1).open()) {
      TermsEnum luceneTerms = lucene.leaves().get(0).reader().terms(FIELD).iterator();
      TermsEnum streakTerms = streak.leaves().get(0).reader().terms(FIELD).iterator();
      DuelResult result =
          context
              .duel("Next term after a random one, UUIDs, files mapped")
              .inputs(CALLS)
              .operationsPerCall(LOOKUPS_PER_CALL)
              .system("Lucene", i -> sum(luceneTerms, targets[i]))
              .system("Streak", i -> sum(streakTerms, targets[i]))
              .run();
      context.table(result.toTable());
      context.ratio("termsindex.seek_vs_lucene", result.speedup("Streak"));
    }
  }

  private static Document document(int number) {
    Document document = new Document();
    String key = KeyKind.UUID.key(0, number).utf8ToString();
    document.add(new StringField(FIELD, key, Field.Store.NO));
    return document;
  }

  private static long sum(TermsEnum terms, BytesRef[] targets) throws IOException {
    long sum = 0;
    for (BytesRef target : targets) {
      if (terms.seekCeil(target) != TermsEnum.SeekStatus.END) {
        BytesRef term = terms.term();
        sum += term.bytes[term.offset + term.length - 1];
      }
    }
    return sum;
  }
}
