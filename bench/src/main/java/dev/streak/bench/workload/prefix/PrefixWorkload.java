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
package dev.streak.bench.workload.prefix;

import dev.streak.bench.harness.BenchContext;
import dev.streak.bench.harness.DuelResult;
import dev.streak.bench.harness.Numbers;
import dev.streak.bench.harness.Size;
import dev.streak.bench.harness.Table;
import dev.streak.bench.harness.Workload;
import dev.streak.bench.workload.Answers;
import dev.streak.bench.workload.TwinIndex;
import dev.streak.bench.workload.UncachedSearcher;
import dev.streak.bench.workload.postings.ListIndex;
import dev.streak.codec.StreakCodec;
import dev.streak.search.FirstDocsCollectorManager;
import dev.streak.search.RunPrefixQuery;
import dev.streak.search.StreakQueries;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopFieldCollectorManager;
import org.apache.lucene.search.TopFieldDocs;
import org.apache.lucene.search.WildcardQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;

/** What begins with one, two and three letters, wildcards, and sorted indexes that end early. */
public final class PrefixWorkload implements Workload {
  private static final String LUCENE = "Lucene PrefixQuery";
  private static final String STREAK = "Streak RunPrefixQuery";
  private static final String PLAIN = "Streak, no prefix sets";
  private static final String WILDCARD = "Lucene WildcardQuery";
  private static final String FASTER = "Streak, the query exchanged";
  private static final String STORED = "Streak, with prefix sets";
  private static final int INPUTS = 16;
  private static final int TOP = 10;

  @Override
  public String name() {
    return "prefix";
  }

  @Override
  public String description() {
    return "names that begin with one to three letters, wildcards, and top 10 of a sorted index";
  }

  @Override
  public List<Size> sizes() {
    return List.of(Size.docs(2_000_000, 100_000));
  }

  @Override
  public String needs() {
    return "2 GB of heap, 2 GB of disk";
  }

  @Override
  public void run(BenchContext context) throws Exception {
    for (boolean sorted : new boolean[] {true, false}) {
      String[] names = PrefixIndex.names(context, context.size("docs"), sorted);
      List<TwinIndex.Side> sides = PrefixIndex.build(context, names);
      try (DirectoryReader luceneReader = sides.get(0).open();
          DirectoryReader streakReader = sides.get(1).open()) {
        Run run = new Run(context, names, sorted, luceneReader, streakReader);
        for (int length = 1; length <= 3; length++) {
          run.count(length);
        }
        run.wildcards("beginning", name -> name.substring(0, 3) + "*");
        run.wildcards("within", name -> "*" + name.substring(1, 4) + "*");
        run.conjunction();
        run.cost(sides.get(1).path());
        if (sorted) {
          run.endEarly();
        }
      }
      if (sorted) {
        indexing(context, names);
      }
    }
  }

  /** One order of documents. */
  private static final class Run {
    private final BenchContext context;
    private final String[] names;
    private final String order;
    private final IndexSearcher lucene;
    private final IndexSearcher streak;

    Run(
        BenchContext context,
        String[] names,
        boolean sorted,
        DirectoryReader luceneReader,
        DirectoryReader streakReader) {
      this.context = context;
      this.names = names;
      this.order = sorted ? "sorted" : "unsorted";
      this.lucene = UncachedSearcher.of(luceneReader);
      this.streak = UncachedSearcher.of(streakReader);
    }

    /** As often as names begin with them. */
    private String[] prefixes(int length) {
      return context
          .random("prefixes " + length)
          .ints(INPUTS, 0, names.length)
          .mapToObj(i -> names[i].substring(0, length))
          .toArray(String[]::new);
    }

    private static Query stock(String prefix) {
      return new PrefixQuery(new Term(PrefixIndex.NAME, prefix));
    }

    void count(int length) throws Exception {
      String[] prefixes = prefixes(length);
      DuelResult result =
          context
              .duel("Count of a prefix of " + length + ", " + order + " index")
              .inputs(INPUTS)
              .byProcessorTime()
              .system(LUCENE, i -> lucene.count(stock(prefixes[i])))
              .system(STREAK, i -> streak.count(new RunPrefixQuery(PrefixIndex.NAME, prefixes[i])))
              .system(PLAIN, i -> streak.count(new RunPrefixQuery(PrefixIndex.PLAIN, prefixes[i])))
              .run();
      context.table(result.toTable());
      context.ratio(ratio(length + ".count"), result.speedup(STREAK));
      context.ratio(ratio(length + ".count_without_sets"), result.speedup(PLAIN));
    }

    /** Patterns that are made of names. */
    void wildcards(String place, UnaryOperator<String> pattern) throws Exception {
      String[] patterns =
          context
              .random("wildcards " + place)
              .ints(INPUTS, 0, names.length)
              .mapToObj(i -> pattern.apply(names[i]))
              .toArray(String[]::new);
      DuelResult result =
          context
              .duel("Count of wildcards, three letters " + place + ", " + order + " index")
              .inputs(INPUTS)
              .byProcessorTime()
              .system(WILDCARD, i -> lucene.count(wildcard(PrefixIndex.PLAIN, patterns[i])))
              .system(FASTER, i -> countExchanged(PrefixIndex.PLAIN, patterns[i]))
              .system(STORED, i -> countExchanged(PrefixIndex.NAME, patterns[i]))
              .run();
      context.table(result.toTable());
      context.ratio(ratio("wildcard." + place), result.speedup(FASTER));
      context.ratio(ratio("wildcard." + place + "_with_sets"), result.speedup(STORED));
    }

    private String ratio(String name) {
      return (order.equals("sorted") ? "prefix." : "prefix." + order + ".") + name;
    }

    private static Query wildcard(String field, String pattern) {
      return new WildcardQuery(new Term(field, pattern));
    }

    private int countExchanged(String field, String pattern) throws IOException {
      return streak.count(StreakQueries.accelerate(wildcard(field, pattern)));
    }

    void conjunction() throws Exception {
      String[] prefixes = prefixes(1);
      DuelResult result =
          context
              .duel("Top 10 of a word and a one-letter prefix, " + order + " index")
              .inputs(INPUTS)
              .byProcessorTime()
              .system(LUCENE, i -> Answers.top(lucene, withText(stock(prefixes[i]))))
              .system(
                  STREAK,
                  i ->
                      Answers.top(
                          streak, withText(new RunPrefixQuery(PrefixIndex.NAME, prefixes[i]))))
              .run();
      context.table(result.toTable());
      context.ratio(ratio("1.filter_top10"), result.speedup(STREAK));
    }

    private static Query withText(Query filter) {
      return new BooleanQuery.Builder()
          .add(new TermQuery(new Term(PrefixIndex.TEXT, PrefixIndex.WORD)), Occur.MUST)
          .add(filter, Occur.FILTER)
          .build();
    }

    /** Two fields have the same terms and one of them the sets. */
    void cost(Path index) throws IOException {
      long sets = ListIndex.bytes(index, "skx");
      long fields = ListIndex.bytes(index, "skp", "skh", "skd", "ski", "skm");
      context.table(
          new Table("Cost of the sets, " + order + " index", "what", "size", "share of the field")
              .row("field", Numbers.bytes(fields / 2), "")
              .row("prefix sets", Numbers.bytes(sets), Numbers.percent(sets * 2.0 / fields)));
      context.ratio("prefix." + order + ".bytes_vs_budget", sets * 2.0 / fields / 0.05);
    }

    void endEarly() throws Exception {
      Query query = new TermQuery(new Term(PrefixIndex.TEXT, PrefixIndex.WORD));
      DuelResult result =
          context
              .duel("Top 10 of a word in the order of the index")
              .system("all matches", i -> documents(top(query, Integer.MAX_VALUE)))
              .system("ends early", i -> documents(top(query, TOP)))
              .system(
                  "first documents", i -> Arrays.toString(streak.search(query, firstDocs()).docs()))
              .run();
      context.table(result.toTable());
      context.note(
          "Without an end, "
              + Numbers.count(top(query, Integer.MAX_VALUE).totalHits.value())
              + " documents are visited; with it, "
              + Numbers.count(top(query, TOP).totalHits.value())
              + ".");
      context.ratio("prefix.sorted_top10.ends_early", result.speedup("ends early"));
    }

    private TopFieldDocs top(Query query, int totalHitsThreshold) throws IOException {
      return streak.search(
          query, new TopFieldCollectorManager(PrefixIndex.SORT, TOP, totalHitsThreshold));
    }

    private static FirstDocsCollectorManager firstDocs() {
      return new FirstDocsCollectorManager(TOP);
    }

    private static String documents(TopFieldDocs top) {
      return Arrays.toString(Arrays.stream(top.scoreDocs).mapToInt(hit -> hit.doc).toArray());
    }
  }

  private static void indexing(BenchContext context, String[] names) throws Exception {
    String[] some = Arrays.copyOf(names, Math.min(names.length, 500_000));
    DuelResult result =
        context
            .duel("Indexing " + Numbers.count(some.length) + " names")
            .rounds(1, context.quick() ? 3 : 5)
            .byProcessorTime()
            .system("without prefix sets", i -> index(context, some, new StreakCodec()))
            .system("with prefix sets", i -> index(context, some, PrefixIndex.codec()))
            .run();
    context.table(result.toTable());
    context.ratio("prefix.indexing", result.speedup("with prefix sets"));
  }

  private static int index(BenchContext context, String[] names, Codec codec) throws IOException {
    try (Directory directory = FSDirectory.open(context.scratch("names"));
        IndexWriter writer =
            new IndexWriter(
                directory,
                new IndexWriterConfig()
                    .setCodec(codec)
                    .setMergeScheduler(new SerialMergeScheduler()))) {
      for (String name : names) {
        Document document = new Document();
        document.add(new StringField(PrefixIndex.NAME, name, Field.Store.NO));
        writer.addDocument(document);
      }
      writer.forceMerge(1);
      return writer.getDocStats().numDocs;
    }
  }
}
