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

import dev.streak.bench.data.KeyKind;
import dev.streak.bench.data.Names;
import dev.streak.bench.harness.BenchContext;
import dev.streak.bench.harness.Duel;
import dev.streak.bench.harness.DuelResult;
import dev.streak.bench.harness.Numbers;
import dev.streak.bench.harness.Table;
import dev.streak.bench.workload.TwinIndex;
import dev.streak.codec.StreakCodec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.index.TermsEnum.SeekStatus;
import org.apache.lucene.search.FuzzyTermsEnum;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.WildcardQuery;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.automaton.CompiledAutomaton;

/**
 * Terms in their order: all of them, sought, and those that an automaton accepts. And terms of a
 * text field, which are kept as Lucene keeps them.
 */
final class OrderedTerms {
  static final String SIZE = "ordered-terms";

  private static final String FIELD = "id";
  private static final String LUCENE = "Lucene";
  private static final String STREAK = "Streak";
  private static final int TARGETS = 10_000;
  private static final int COMPLETIONS = 1_000;
  private static final int QUESTIONS = 8;
  private static final int EDITS = 2;
  private static final int MAX_STATES = 10_000;

  /** Two indexes that Lucene alone wrote differ by up to seven percent, another time by others. */
  private static final int TEXT_BUILDS = 5;

  /** Answers a question from terms. */
  private interface Work {
    long run(Terms terms, int question) throws IOException;
  }

  private final BenchContext context;
  private final int count;
  private final Table table =
      new Table("Terms in their order", "terms", "work", LUCENE, STREAK, "speed");

  private OrderedTerms(BenchContext context) {
    this.context = context;
    this.count = context.size(SIZE);
  }

  static void run(BenchContext context) throws Exception {
    OrderedTerms ordered = new OrderedTerms(context);
    Random random = context.random("ordered names");
    String[] names = ordered.terms(i -> Names.name(random));
    ordered.measure("names", names, "*ab*", "*eal", "sa*to*", "?a*n?");
    ordered.measure(
        "uuid",
        ordered.terms(i -> key(context, KeyKind.UUID, i)),
        "*ab*",
        "*abc",
        "a1*b2*",
        "?a*f?");
    ordered.measure(
        "numbers",
        ordered.terms(i -> key(context, KeyKind.DECIMAL, i)),
        "*42*",
        "*421",
        "12*34*",
        "?2*7?");
    ordered.measureText(names);
    context.table(ordered.table);
  }

  private static String key(BenchContext context, KeyKind kind, int number) {
    return kind.key(context.seed(), number).utf8ToString();
  }

  private String[] terms(IntFunction<String> shape) {
    String[] terms = new String[count];
    Arrays.setAll(terms, shape);
    return terms;
  }

  private void measure(String kind, String[] all, String... wildcards) throws Exception {
    List<TwinIndex.Side> sides =
        TwinIndex.build(
            context,
            count,
            i -> document(all[i], StringField.TYPE_NOT_STORED),
            IndexWriterConfig::new,
            new StreakCodec());
    Random random = context.random("questions of " + kind);
    String[] some = new String[QUESTIONS];
    Arrays.setAll(some, i -> all[random.nextInt(count)]);
    BytesRef[][] targets = new BytesRef[QUESTIONS][];
    Arrays.setAll(targets, i -> targets(all, random));
    BytesRef[][] beginnings = new BytesRef[QUESTIONS][];
    Arrays.setAll(beginnings, i -> beginnings(all, random));
    CompiledAutomaton[] prefixes =
        Stream.of(some).map(OrderedTerms::prefix).toArray(CompiledAutomaton[]::new);
    CompiledAutomaton[] patterns =
        Stream.of(wildcards).map(OrderedTerms::wildcard).toArray(CompiledAutomaton[]::new);
    try (DirectoryReader lucene = sides.get(0).open();
        DirectoryReader streak = sides.get(1).open()) {
      Terms[] terms = {terms(lucene), terms(streak)};
      measure(kind, "iteration", terms, 1, (t, i) -> read(t.iterator()));
      measure(kind, "seek_ceil", terms, QUESTIONS, (t, i) -> seek(t.iterator(), targets[i]));
      measure(kind, "completion", terms, QUESTIONS, (t, i) -> complete(t, beginnings[i]));
      measure(kind, "prefix", terms, QUESTIONS, (t, i) -> read(t.intersect(prefixes[i], null)));
      measure(
          kind, "wildcard", terms, patterns.length, (t, i) -> read(t.intersect(patterns[i], null)));
      measure(
          kind,
          "fuzzy",
          terms,
          QUESTIONS,
          (t, i) -> read(new FuzzyTermsEnum(t, new Term(FIELD, some[i]), EDITS, 0, true)));
    }
  }

  private void measure(String kind, String name, Terms[] terms, int questions, Work work)
      throws Exception {
    report(kind, name, duel(kind, name, terms, questions, work));
  }

  /**
   * Look-ups in a field with frequencies and positions, one word a document. Both codecs keep its
   * terms alike, so what differs is where the files come to lie: the index is built several times.
   */
  private void measureText(String[] all) throws Exception {
    Random random = context.random("questions of text");
    BytesRef[][] ascending = new BytesRef[QUESTIONS][];
    Arrays.setAll(ascending, i -> targets(all, random));
    BytesRef[][] present = new BytesRef[QUESTIONS][TARGETS];
    BytesRef[][] absent = new BytesRef[QUESTIONS][TARGETS];
    for (int i = 0; i < QUESTIONS; i++) {
      for (int j = 0; j < TARGETS; j++) {
        String term = all[random.nextInt(count)];
        present[i][j] = new BytesRef(term);
        absent[i][j] = new BytesRef(term + '~');
      }
    }
    Map<String, Work> works = new LinkedHashMap<>();
    works.put("seek_exact", (t, i) -> find(t.iterator(), present[i]));
    works.put("absent", (t, i) -> find(t.iterator(), absent[i]));
    works.put("seek_ceil", (t, i) -> seek(t.iterator(), ascending[i]));
    Map<String, List<DuelResult>> results = new LinkedHashMap<>();
    for (int build = 0; build < (context.quick() ? 1 : TEXT_BUILDS); build++) {
      measureText(all, works, results);
    }
    results.forEach(
        (name, builds) -> {
          builds.sort(Comparator.comparingDouble(result -> result.speedup(STREAK)));
          report("text", name, builds.get(builds.size() / 2));
        });
  }

  private void measureText(
      String[] all, Map<String, Work> works, Map<String, List<DuelResult>> results)
      throws Exception {
    FieldType type = new FieldType(TextField.TYPE_NOT_STORED);
    type.setTokenized(false);
    List<TwinIndex.Side> sides =
        TwinIndex.build(
            context, count, i -> document(all[i], type), IndexWriterConfig::new, new StreakCodec());
    try (DirectoryReader lucene = sides.get(0).open();
        DirectoryReader streak = sides.get(1).open()) {
      Terms[] terms = {terms(lucene), terms(streak)};
      for (Map.Entry<String, Work> work : works.entrySet()) {
        results
            .computeIfAbsent(work.getKey(), name -> new ArrayList<>())
            .add(duel("text", work.getKey(), terms, QUESTIONS, work.getValue()));
      }
    }
    for (TwinIndex.Side side : sides) {
      context.discard(side.path());
    }
  }

  private static Document document(String term, FieldType type) {
    Document document = new Document();
    document.add(new Field(FIELD, term, type));
    return document;
  }

  private static Terms terms(DirectoryReader reader) throws IOException {
    return reader.leaves().get(0).reader().terms(FIELD);
  }

  /** Ascending, every other one a term of the index. */
  private static BytesRef[] targets(String[] all, Random random) {
    BytesRef[] targets = new BytesRef[TARGETS];
    for (int i = 0; i < TARGETS; i++) {
      BytesRef target = new BytesRef(all[random.nextInt(all.length)]);
      if (i % 2 == 0) {
        target.bytes[target.length - 1 - random.nextInt(target.length / 2)]++;
      }
      targets[i] = target;
    }
    Arrays.sort(targets);
    return targets;
  }

  /** What somebody typed of terms so far, in no order. */
  private static BytesRef[] beginnings(String[] all, Random random) {
    BytesRef[] beginnings = new BytesRef[COMPLETIONS];
    for (int i = 0; i < COMPLETIONS; i++) {
      String term = all[random.nextInt(all.length)];
      beginnings[i] = new BytesRef(term.substring(0, Math.min(term.length(), 2 + i % 4)));
    }
    return beginnings;
  }

  private static CompiledAutomaton prefix(String term) {
    BytesRef prefix = new BytesRef(term.substring(0, 2));
    return new CompiledAutomaton(PrefixQuery.toAutomaton(prefix), false, true, true);
  }

  private static CompiledAutomaton wildcard(String pattern) {
    return new CompiledAutomaton(
        WildcardQuery.toAutomaton(new Term(FIELD, pattern), MAX_STATES), false, true, false);
  }

  private static long read(TermsEnum terms) throws IOException {
    long sum = 0;
    for (BytesRef term = terms.next(); term != null; term = terms.next()) {
      sum = sum * 31 + term.length + term.bytes[term.offset + term.length - 1];
    }
    return sum;
  }

  private static long seek(TermsEnum terms, BytesRef[] targets) throws IOException {
    long sum = 0;
    for (BytesRef target : targets) {
      if (terms.seekCeil(target) != SeekStatus.END) {
        BytesRef term = terms.term();
        sum = sum * 31 + term.length + term.bytes[term.offset + term.length - 1];
      }
    }
    return sum;
  }

  /** Reads ten terms from each beginning on, and how many documents they have. */
  private static long complete(Terms terms, BytesRef[] beginnings) throws IOException {
    long sum = 0;
    for (BytesRef beginning : beginnings) {
      TermsEnum each = terms.iterator();
      BytesRef term = each.seekCeil(beginning) == SeekStatus.END ? null : each.term();
      for (int i = 0; i < 10 && term != null; i++) {
        sum = sum * 31 + term.length + term.bytes[term.offset + term.length - 1] + each.docFreq();
        term = each.next();
      }
    }
    return sum;
  }

  private static long find(TermsEnum terms, BytesRef[] targets) throws IOException {
    PostingsEnum postings = null;
    long sum = 0;
    for (BytesRef target : targets) {
      if (terms.seekExact(target)) {
        postings = terms.postings(postings, PostingsEnum.FREQS);
        sum = sum * 31 + postings.nextDoc();
      }
    }
    return sum;
  }

  private DuelResult duel(String kind, String name, Terms[] terms, int questions, Work work)
      throws Exception {
    Duel duel = context.duel("Dictionary of " + kind + ", " + name.replace('_', ' '));
    return duel.inputs(questions)
        .byProcessorTime()
        .system(LUCENE, i -> work.run(terms[0], i))
        .system(STREAK, i -> work.run(terms[1], i))
        .run();
  }

  private void report(String kind, String name, DuelResult result) {
    table.row(
        kind,
        name,
        Numbers.nanos(result.mean(LUCENE)),
        Numbers.nanos(result.mean(STREAK)),
        Numbers.times(result.speedup(STREAK)));
    context.ratio("dictionary." + kind + "." + name, result.speedup(STREAK));
  }
}
