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
package dev.streak.bench.workload.postings;

import dev.streak.bench.data.PostingListSet;
import dev.streak.bench.harness.BenchContext;
import dev.streak.bench.harness.DuelResult;
import dev.streak.bench.harness.Numbers;
import dev.streak.bench.harness.Size;
import dev.streak.bench.harness.Table;
import dev.streak.bench.harness.Workload;
import dev.streak.bench.workload.TwinIndex;
import dev.streak.bench.workload.UncachedSearcher;
import dev.streak.codec.StreakCodec;
import dev.streak.search.RunTermsQuery;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;
import org.roaringbitmap.FastAggregation;
import org.roaringbitmap.RoaringBitmap;

/** Size of posting lists on disk, and how fast they are read in every way, by shape. */
public final class PostingsWorkload implements Workload {
  private static final int LISTS = 200;
  private static final int[] AVERAGE_RUNS = {2, 5, 20, 100};
  private static final int SHOP_ITEMS = 100;
  private static final int FILTER_IDS = 10_000;

  @Override
  public String name() {
    return "postings";
  }

  @Override
  public String description() {
    return "posting lists: bits per posting, unions, and reading by shape, against Lucene and Roaring";
  }

  @Override
  public List<Size> sizes() {
    return List.of(
        Size.docs(2_000_000, 200_000),
        new Size(
            "filter-docs",
            10_000_000,
            1_000_000,
            FILTER_IDS * SHOP_ITEMS,
            1_000_000_000,
            "documents of the index in which 10,000 ids are looked up"));
  }

  @Override
  public String needs() {
    return "2 GB of heap, 1 GB of disk";
  }

  @Override
  public void run(BenchContext context) throws Exception {
    for (PostingListSet set : sets(context)) {
      sizesAndUnion(context, set);
    }
    for (int averageRun : AVERAGE_RUNS) {
      Random random = context.random("runs " + averageRun);
      int docs = context.size("docs");
      sizesAndUnion(context, PostingListSet.runs(random, docs, LISTS, averageRun));
    }
    CatalogueLists.compareSizes(context, context.size("docs"));
    ShapeDuels.run(context, context.size("docs"));
    filter(context);
  }

  private static List<PostingListSet> sets(BenchContext context) throws IOException {
    if (context.data().isPresent()) {
      return PostingListSet.load(context.data().get().resolve("roaring"));
    }
    int docs = context.size("docs");
    return List.of(
        PostingListSet.unsorted(context.random("unsorted"), docs, LISTS),
        PostingListSet.sorted(context.random("sorted"), docs, LISTS));
  }

  private static void sizesAndUnion(BenchContext context, PostingListSet set) throws Exception {
    context.progress(set.name() + ": " + Numbers.count(set.postings()) + " postings");
    RoaringBitmap[] bitmaps = new RoaringBitmap[set.lists().size()];
    long roaringBytes = 0;
    for (int i = 0; i < bitmaps.length; i++) {
      bitmaps[i] = RoaringBitmap.bitmapOf(set.lists().get(i));
      bitmaps[i].runOptimize();
      roaringBytes += bitmaps[i].serializedSizeInBytes();
    }
    List<TwinIndex.Side> sides = ListIndex.build(context, set);
    long luceneBytes = ListIndex.bytes(sides.get(0).path(), "doc");
    long streakBytes = ListIndex.bytes(sides.get(1).path(), "skp");
    long luceneTerms = ListIndex.bytes(sides.get(0).path(), "tim", "tip");
    long streakTerms = ListIndex.bytes(sides.get(1).path(), "skd", "ski");
    double perPosting = 8.0 / set.postings();
    Table table = new Table("Size of " + set.name(), "", "lists", "bits a posting", "dictionary");
    table.row("Lucene", Numbers.bytes(luceneBytes), bits(luceneBytes, set), terms(luceneTerms));
    table.row("Roaring", Numbers.bytes(roaringBytes), bits(roaringBytes, set), "");
    table.row("Streak", Numbers.bytes(streakBytes), bits(streakBytes, set), terms(streakTerms));
    context.table(table);
    double best = Math.min(luceneBytes, roaringBytes) * perPosting;
    context.ratio("postings." + set.name() + ".bits_vs_best", streakBytes * perPosting / best);
    try (DirectoryReader lucene = sides.get(0).open();
        DirectoryReader streak = sides.get(1).open()) {
      FixedBitSet bits = new FixedBitSet(lucene.maxDoc());
      ListReads luceneReads = new ListReads(lucene, ListIndex.FIELD, bits);
      ListReads streakReads = new ListReads(streak, ListIndex.FIELD, bits);
      IndexSearcher searcher = UncachedSearcher.of(streak);
      Query query = RunTermsQuery.ofStrings(ListIndex.FIELD, ListIndex.terms(set.lists().size()));
      DuelResult result =
          context
              .duel("Union of all lists of " + set.name() + ", count")
              .byProcessorTime()
              .system("Roaring", i -> FastAggregation.or(bitmaps).getLongCardinality())
              .system("Lucene", i -> luceneReads.union())
              .system("Streak", i -> streakReads.union())
              .system("Streak RunTermsQuery", i -> (long) searcher.count(query))
              .run();
      context.table(result.toTable());
      context.ratio("postings." + set.name() + ".union_vs_roaring", result.speedup("Streak"));
    }
  }

  private static String bits(long bytes, PostingListSet set) {
    return String.format(Locale.ROOT, "%.2f", 8.0 * bytes / set.postings());
  }

  private static String terms(long bytes) {
    return Numbers.bytes(bytes);
  }

  /** Lucene's own query, unchanged, in an index in which the documents of an id are one run. */
  private static void filter(BenchContext context) throws Exception {
    int docs = context.size("filter-docs");
    int shops = docs / SHOP_ITEMS;
    int[] order = context.random("shops").ints(0, Integer.MAX_VALUE).limit(shops).toArray();
    String[] ids = new String[shops];
    for (int i = 0; i < shops; i++) {
      // In no order by place: the terms dictionary does not follow the index sort.
      ids[i] = Long.toString((order[i] & 0xFFL) << 40 | i);
    }
    List<TwinIndex.Side> sides =
        TwinIndex.build(
            context,
            shops * SHOP_ITEMS,
            doc -> shopDocument(ids[doc / SHOP_ITEMS]),
            IndexWriterConfig::new,
            new StreakCodec());
    long streakBytes = ListIndex.bytes(sides.get(1).path(), "skp");
    long streakTerms = ListIndex.bytes(sides.get(1).path(), "skd", "ski");
    long luceneBytes = ListIndex.bytes(sides.get(0).path(), "doc");
    long luceneTerms = ListIndex.bytes(sides.get(0).path(), "tim", "tip");
    Table sizes =
        new Table("Bytes a term, one run of 100 documents each", "", "lists", "dictionary");
    sizes.row("Lucene", perTerm(luceneBytes, shops), perTerm(luceneTerms, shops));
    sizes.row("Streak", perTerm(streakBytes, shops), perTerm(streakTerms, shops));
    context.table(sizes);
    Query query = new TermInSetQuery(ListIndex.FIELD, choose(context.random("filter"), ids));
    try (DirectoryReader lucene = sides.get(0).open();
        DirectoryReader streak = sides.get(1).open()) {
      IndexSearcher a = UncachedSearcher.of(lucene);
      IndexSearcher b = UncachedSearcher.of(streak);
      DuelResult result =
          context
              .duel("Lucene's TermInSetQuery, unchanged, 10,000 ids x 100 documents")
              .system("Lucene", i -> a.count(query))
              .system("Streak", i -> b.count(query))
              .run();
      context.table(result.toTable());
      context.ratio("postings.term_in_set.unchanged", result.speedup("Streak"));
    }
  }

  private static String perTerm(long bytes, int terms) {
    return String.format(Locale.ROOT, "%.1f", (double) bytes / terms);
  }

  private static Document shopDocument(String id) {
    Document document = new Document();
    document.add(new StringField(ListIndex.FIELD, id, Field.Store.NO));
    return document;
  }

  private static List<BytesRef> choose(Random random, String[] ids) {
    return random
        .ints(0, ids.length)
        .distinct()
        .limit(Math.min(FILTER_IDS, ids.length))
        .mapToObj(i -> new BytesRef(ids[i]))
        .toList();
  }
}
