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
package dev.streak.bench.workload.lookup;

import com.carrotsearch.hppc.LongIntHashMap;
import dev.streak.bench.harness.BenchContext;
import dev.streak.bench.harness.DuelResult;
import dev.streak.bench.harness.Numbers;
import dev.streak.bench.harness.Size;
import dev.streak.bench.harness.Workload;
import dev.streak.bench.workload.TwinIndex;
import dev.streak.codec.StreakCodec;
import dev.streak.search.FoundTerms;
import dev.streak.search.TermLookup;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.BytesRef;

/** One key, and batches of keys: to their documents, and in bare tables. */
public final class LookupWorkload implements Workload {
  private static final String FIELD = "id";
  static final int BATCH = 10_000;
  static final int BATCHES = 16;

  @Override
  public String name() {
    return "lookup";
  }

  @Override
  public String description() {
    return "exact keys to documents, against Lucene's dictionary and hash maps; bare tables";
  }

  @Override
  public List<Size> sizes() {
    return List.of(
        new Size("keys", 2_000_000, 50_000, 1_000, 50_000_000, "random decimal keys of the index"),
        new Size(
            KeyLookups.SIZE,
            2_000_000,
            20_000,
            1_000,
            100_000_000,
            "unique keys of each kind: decimal, uuid and so on"),
        new Size(
            DictionaryGrowth.SIZE,
            3_000_000,
            100_000,
            20_000,
            50_000_000,
            "keys of the largest of the growing dictionaries"),
        new Size(
            OrderedTerms.SIZE,
            1_000_000,
            20_000,
            10_000,
            50_000_000,
            "names, UUIDs and numbers that are read in order"),
        new Size("buckets", 1 << 24, 1 << 18, 1 << 10, 1 << 27, "buckets of the bare table"));
  }

  @Override
  public String needs() {
    return "2 GB of heap, then as much in another JVM, 1 GB of disk";
  }

  @Override
  public void run(BenchContext context) throws Exception {
    documents(context);
    KeyLookups.run(context);
    DictionaryGrowth.run(context);
    OrderedTerms.run(context);
    BareTable.measure(context, context.size("buckets") & -4);
  }

  private static void documents(BenchContext context) throws Exception {
    int count = context.size("keys");
    long[] keys = randomKeys(context.random("keys"), count);
    List<TwinIndex.Side> sides =
        TwinIndex.build(
            context,
            count,
            i -> {
              Document document = new Document();
              document.add(new StringField(FIELD, Long.toString(keys[i]), Field.Store.NO));
              return document;
            },
            IndexWriterConfig::new,
            new StreakCodec());
    Random random = context.random("questions");
    long[][] hits = questions(keys, random, 1, BATCHES);
    long[][] misses = questions(keys, random, 0, BATCHES);
    try (DirectoryReader lucene = sides.get(0).open();
        DirectoryReader streak = sides.get(1).open()) {
      DuelResult found = duel(context, "Key to first document", hits, keys, lucene, streak);
      context.table(found.toTable());
      context.ratio("lookup.single.vs_lucene", found.speedup("Streak seekExact", "Lucene"));
      context.ratio("lookup.batch.vs_lucene", found.speedup("Streak batch", "Lucene"));
      context.ratio("lookup.batch.vs_hash_map", found.speedup("Streak batch", "HashMap"));
      context.ratio("lookup.batch.vs_hppc", found.speedup("Streak batch", "HPPC"));
      DuelResult missed = duel(context, "Absent key", misses, keys, lucene, streak);
      context.table(missed.toTable());
      context.ratio("lookup.miss.vs_lucene", missed.speedup("Streak batch", "Lucene"));
      context.note(
          "An absent key costs "
              + Numbers.digits(missed.median("Streak batch"))
              + " ns in a batch.");
    }
  }

  private static DuelResult duel(
      BenchContext context,
      String title,
      long[][] questions,
      long[] keys,
      IndexReader lucene,
      IndexReader streak)
      throws Exception {
    BytesRef[][] terms = new BytesRef[questions.length][BATCH];
    for (int i = 0; i < questions.length; i++) {
      for (int j = 0; j < BATCH; j++) {
        terms[i][j] = new BytesRef(Long.toString(questions[i][j]));
      }
    }
    Map<Long, Integer> map = HashMap.newHashMap(keys.length);
    LongIntHashMap hppc = new LongIntHashMap(keys.length);
    LinearProbingTable table = new LinearProbingTable(keys.length);
    for (int i = 0; i < keys.length; i++) {
      map.put(keys[i], i);
      hppc.put(keys[i], i);
      table.put(keys[i], i);
    }
    TermsEnum luceneTerms = lucene.leaves().get(0).reader().terms(FIELD).iterator();
    TermsEnum streakTerms = streak.leaves().get(0).reader().terms(FIELD).iterator();
    TermLookup batches = new TermLookup(streak, FIELD);
    return context
        .duel(title)
        .inputs(BATCHES)
        .operationsPerCall(BATCH)
        .system("Lucene", i -> firstDocs(luceneTerms, terms[i]))
        .system("Streak seekExact", i -> firstDocs(streakTerms, terms[i]))
        .system("Streak batch", i -> firstDocs(batches.find(questions[i])))
        .system("Streak batch of terms", i -> firstDocs(batches.find(terms[i])))
        .system("HashMap", i -> firstDocs(map, questions[i]))
        .system("HPPC", i -> firstDocs(hppc, questions[i]))
        .system("linear probing", i -> firstDocs(table, questions[i]))
        .run();
  }

  static long firstDocs(TermsEnum termsEnum, BytesRef[] terms) throws IOException {
    long sum = 0;
    PostingsEnum postings = null;
    for (BytesRef term : terms) {
      if (termsEnum.seekExact(term)) {
        postings = termsEnum.postings(postings, PostingsEnum.NONE);
        sum += postings.nextDoc();
      } else {
        sum--;
      }
    }
    return sum;
  }

  static long firstDocs(FoundTerms found) throws IOException {
    long sum = 0;
    for (int i = 0; i < found.size(); i++) {
      sum += found.firstDoc(i);
    }
    return sum;
  }

  private static long firstDocs(Map<Long, Integer> map, long[] keys) {
    long sum = 0;
    for (long key : keys) {
      Integer doc = map.get(key);
      sum += doc == null ? -1 : doc;
    }
    return sum;
  }

  private static long firstDocs(LongIntHashMap map, long[] keys) {
    long sum = 0;
    for (long key : keys) {
      sum += map.getOrDefault(key, -1);
    }
    return sum;
  }

  private static long firstDocs(LinearProbingTable table, long[] keys) {
    long sum = 0;
    for (long key : keys) {
      sum += table.get(key);
    }
    return sum;
  }

  /** Batches of keys, of which {@code share} are among {@code keys}. */
  static long[][] questions(long[] keys, Random random, double share, int batches) {
    long[][] questions = new long[batches][BATCH];
    for (long[] batch : questions) {
      for (int i = 0; i < BATCH; i++) {
        // Keys are even.
        batch[i] =
            random.nextDouble() < share ? keys[random.nextInt(keys.length)] : random.nextLong() | 1;
      }
    }
    return questions;
  }

  /** Different keys, even and not zero. */
  static long[] randomKeys(Random random, int count) {
    LinearProbingTable seen = new LinearProbingTable(count);
    long[] keys = new long[count];
    for (int i = 0; i < count; ) {
      long key = random.nextLong() & -2;
      if (key != 0 && seen.get(key) == LinearProbingTable.ABSENT) {
        seen.put(key, i);
        keys[i++] = key;
      }
    }
    return keys;
  }
}
