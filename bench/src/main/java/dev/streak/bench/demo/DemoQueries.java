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
package dev.streak.bench.demo;

import dev.streak.bench.data.Catalogue;
import dev.streak.bench.harness.BenchContext;
import dev.streak.bench.harness.Duel;
import dev.streak.bench.harness.Numbers;
import dev.streak.bench.workload.Answers;
import dev.streak.bench.workload.CatalogueIndex;
import dev.streak.bench.workload.TwinIndex;
import dev.streak.bench.workload.UncachedSearcher;
import dev.streak.search.FirstDocsCollectorManager;
import dev.streak.search.RunTermsQuery;
import dev.streak.search.StreakIndexSearcher;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopFieldCollectorManager;
import org.apache.lucene.util.BytesRef;

/** What the catalogue is asked, each question put to both indexes in turns. */
final class DemoQueries implements AutoCloseable {
  private static final int QUERIES = 20;
  private static final int MAX_FILTER_SHOPS = 10_000;
  private static final int FETCHES = 1_000;

  /** Lucene allows 1,024. */
  private static final int MAX_CLAUSES = 1_000;

  private static final String[] WORDS = {"spicy", "noodles", "garlic", "salad", "mushroom", "lime"};
  private static final String[][] PREFIXES = {
    {"S", "P", "T", "G", "B", "C", "宫"},
    {"Spi", "Sme", "Roa", "Tha", "麻辣"},
    {"Crispy Duck", "Mini Egg P", "宫保鸡丁"},
  };
  private static final int TOP = 10;
  private static final int ALL = Integer.MAX_VALUE;

  private final BenchContext context;
  private final Catalogue catalogue;
  private final DirectoryReader luceneReader;
  private final DirectoryReader streakReader;
  private final IndexSearcher lucene;
  private final IndexSearcher streak;
  private final IndexSearcher accelerated;

  DemoQueries(
      BenchContext context, Catalogue catalogue, TwinIndex.Side lucene, TwinIndex.Side streak)
      throws IOException {
    this.context = context;
    this.catalogue = catalogue;
    this.luceneReader = lucene.open();
    this.streakReader = streak.open();
    this.lucene = UncachedSearcher.of(luceneReader);
    this.streak = UncachedSearcher.of(streakReader);
    this.accelerated = UncachedSearcher.of(new StreakIndexSearcher(streakReader));
  }

  void measure(SideBySide table) throws Exception {
    filters(table);
    prefixes(table);
    firstInOrder(table);
    table.section("Keys and stored fields");
    keyLookUps(table);
    fetches(table);
  }

  private void filters(SideBySide table) throws Exception {
    List<long[]> shops = randomShops();
    String filter = Numbers.count(shops.get(0).length) + " shops";
    table.section("Filter of " + filter + ": build the query and run it");
    table.latencies(
        "RunTermsQuery for TermInSetQuery, count",
        duel("Filter of " + filter)
            .system("Lucene", i -> lucene.count(termInSet(shops.get(i))))
            .system("Streak", i -> streak.count(runTerms(shops.get(i))))
            .run());
    table.latencies(
        "TermInSetQuery unchanged, count",
        duel("Filter of " + filter + ", unchanged query")
            .system("Lucene", i -> lucene.count(termInSet(shops.get(i))))
            .system("Streak", i -> streak.count(termInSet(shops.get(i))))
            .run());
    table.latencies(
        "a word AND RunTermsQuery, top 10",
        duel("A word AND that filter, top 10")
            .system("Lucene", i -> Answers.top(lucene, wordAnd(i, termInSet(shops.get(i)))))
            .system("Streak", i -> Answers.top(streak, wordAnd(i, runTerms(shops.get(i)))))
            .run());
    int count = Math.min(MAX_CLAUSES, shops.get(0).length);
    String clauses = "BooleanQuery of " + Numbers.count(count) + " shops, a clause each, count";
    table.latencies(
        clauses,
        duel(clauses)
            .system("Lucene", i -> lucene.count(clauses(shops.get(i), count)))
            .system("Streak", i -> accelerated.count(clauses(shops.get(i), count)))
            .run());
  }

  private void prefixes(SideBySide table) throws Exception {
    table.section("Names that begin with letters, and first hits");
    for (String[] prefixes : PREFIXES) {
      String title = "PrefixQuery \"" + prefixes[0] + "\" and others, count";
      table.latencies(
          title,
          context
              .duel(title)
              .inputs(prefixes.length)
              .byProcessorTime()
              .system("Lucene", i -> lucene.count(prefix(prefixes[i])))
              .system("Streak", i -> accelerated.count(prefix(prefixes[i])))
              .run());
    }
  }

  /** Lucene, too, stops early on a sorted index, after having counted a thousand hits. */
  private void firstInOrder(SideBySide table) throws Exception {
    Sort sort = CatalogueIndex.sort();
    table.latencies(
        "first 10 with a word, in index order",
        context
            .duel("First 10 in index order")
            .inputs(WORDS.length)
            .byProcessorTime()
            .system("Lucene", i -> Answers.docs(lucene.search(word(i), TOP, sort).scoreDocs))
            .system(
                "Streak", i -> streak.search(word(i), new FirstDocsCollectorManager(TOP)).docs())
            .run());
    table.values(
        "matches visited, of " + visited(streak, ALL), visited(lucene, TOP), visited(streak, TOP));
  }

  /** How many matches a top ten in index order looks at when it need not count beyond a number. */
  private static String visited(IndexSearcher searcher, int countedHits) throws IOException {
    Sort sort = CatalogueIndex.sort();
    return Numbers.count(
        searcher
            .search(word(0), new TopFieldCollectorManager(sort, TOP, countedHits))
            .totalHits
            .value());
  }

  private void keyLookUps(SideBySide table) throws Exception {
    BytesRef[] keys = new BytesRef[FETCHES];
    Random random = context.random("keys");
    for (int i = 0; i < keys.length; i++) {
      keys[i] = new BytesRef(Long.toString(catalogue.itemId(random.nextInt(catalogue.size()))));
    }
    table.latencies(
        "document of a key, one by one",
        context
            .duel("Key look-ups")
            .operationsPerCall(FETCHES)
            .byProcessorTime()
            .system("Lucene", i -> Answers.documentsOf(luceneReader, CatalogueIndex.ID, keys))
            .system("Streak", i -> Answers.documentsOf(streakReader, CatalogueIndex.ID, keys))
            .run());
  }

  private void fetches(SideBySide table) throws Exception {
    Random random = context.random("fetches");
    int[] docs = random.ints(FETCHES, 0, catalogue.size()).toArray();
    table.latencies(
        "one stored document",
        context
            .duel("Stored documents")
            .inputs(FETCHES)
            .byProcessorTime()
            .system("Lucene", i -> stored(luceneReader, docs[i]))
            .system("Streak", i -> stored(streakReader, docs[i]))
            .run());
  }

  private static String stored(DirectoryReader reader, int doc) throws IOException {
    return reader.storedFields().document(doc).get(CatalogueIndex.SOURCE);
  }

  private Duel duel(String title) {
    return context.duel(title).inputs(QUERIES).byProcessorTime();
  }

  private List<long[]> randomShops() {
    Random random = context.random("shops");
    List<Catalogue.Shop> all = catalogue.shops();
    int wanted = Math.min(MAX_FILTER_SHOPS, Math.max(1, all.size() / 2));
    List<long[]> sets = new ArrayList<>();
    for (int i = 0; i < QUERIES; i++) {
      sets.add(
          random
              .ints(0, all.size())
              .distinct()
              .limit(wanted)
              .mapToLong(shop -> all.get(shop).id())
              .toArray());
    }
    return sets;
  }

  private static Query termInSet(long[] shops) {
    List<BytesRef> terms = new ArrayList<>(shops.length);
    for (long shop : shops) {
      terms.add(new BytesRef(Long.toString(shop)));
    }
    return new TermInSetQuery(CatalogueIndex.SHOP, terms);
  }

  private static Query clauses(long[] shops, int count) {
    BooleanQuery.Builder builder = new BooleanQuery.Builder();
    for (int i = 0; i < count; i++) {
      Term shop = new Term(CatalogueIndex.SHOP, Long.toString(shops[i]));
      builder.add(new TermQuery(shop), BooleanClause.Occur.SHOULD);
    }
    return builder.build();
  }

  private static Query runTerms(long[] shops) {
    return RunTermsQuery.ofIds(CatalogueIndex.SHOP, shops);
  }

  private static Query word(int i) {
    return new TermQuery(new Term(CatalogueIndex.DESCRIPTION, WORDS[i % WORDS.length]));
  }

  private static Query wordAnd(int i, Query filter) {
    return new BooleanQuery.Builder()
        .add(word(i), BooleanClause.Occur.MUST)
        .add(filter, BooleanClause.Occur.FILTER)
        .build();
  }

  private static Query prefix(String prefix) {
    return new PrefixQuery(new Term(CatalogueIndex.NAME, prefix));
  }

  @Override
  public void close() throws IOException {
    luceneReader.close();
    streakReader.close();
  }
}
