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
package dev.streak.bench.workload.general;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import org.apache.lucene.document.IntField;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.FuzzyQuery;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.RegexpQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TermRangeQuery;
import org.apache.lucene.search.WildcardQuery;

/** The kinds of queries that must not get slower, each with many different questions. */
final class GeneralQueries {
  /** Words before this rank are in a large part of all documents. */
  private static final int HIGH = 30;

  private static final int MEDIUM = 1_000;

  private static final int REPEATED = 4;

  private final GeneralIndex index;
  private final int docs;
  private final Random random;
  private final int count;

  GeneralQueries(GeneralIndex index, int docs, Random random, int count) {
    this.index = index;
    this.docs = docs;
    this.random = random;
    this.count = count;
  }

  /** Queries of which the ten best are wanted. */
  Map<String, Query[]> scored() {
    Map<String, Query[]> kinds = new LinkedHashMap<>();
    kinds.put("term", make(i -> new TermQuery(body(i % 2 == 0 ? high() : medium()))));
    kinds.put(
        "conjunction",
        make(
            i ->
                bool(
                    BooleanClause.Occur.MUST,
                    high(),
                    i % 2 == 0 ? high() : medium(),
                    i % 3 == 0 ? medium() : high())));
    kinds.put("disjunction", make(i -> bool(BooleanClause.Occur.SHOULD, high(), medium(), rare())));
    kinds.put("phrase", make(i -> phrase(0)));
    kinds.put("sloppy_phrase", make(i -> phrase(4)));
    kinds.put("fuzzy", make(i -> new FuzzyQuery(body(typo(medium())), 1 + i % 2)));
    return kinds;
  }

  /** Queries of which the hits are counted. */
  Map<String, Query[]> counted() {
    Map<String, Query[]> kinds = new LinkedHashMap<>();
    kinds.put("prefix", make(i -> new PrefixQuery(body(start(medium(), 2)))));
    kinds.put(
        "wildcard", make(i -> new WildcardQuery(body(start(medium(), 2) + "*" + end(medium())))));
    kinds.put("leading_wildcard", make(i -> new WildcardQuery(body("*" + end(rare())))));
    kinds.put("regexp", make(i -> new RegexpQuery(body(start(medium(), 1) + ".[a-m]{2,4}n?"))));
    kinds.put(
        "keyword_wildcard",
        make(i -> new WildcardQuery(new Term(GeneralIndex.TITLE, start(title(), 3) + "*7?"))));
    kinds.put(
        "keyword_fuzzy", make(i -> new FuzzyQuery(new Term(GeneralIndex.TITLE, typo(title())), 2)));
    kinds.put("keyword_term", make(i -> new TermQuery(category())));
    kinds.put("range_terms", make(i -> titleRange()));
    kinds.put("range_points", make(i -> priceRange()));
    kinds.put("filtered_conjunction", make(i -> filtered()));
    return kinds;
  }

  /** Filters that come again and again, as a cache of queries is there for. */
  Query[] repeatedFilters() {
    return Arrays.copyOf(make(i -> titleRange()), Math.min(REPEATED, count));
  }

  /** The same word within each of {@code filters}. */
  Query[] within(Query[] filters) {
    Query word = new TermQuery(body(high()));
    return Arrays.stream(filters)
        .map(
            filter ->
                new BooleanQuery.Builder()
                    .add(word, BooleanClause.Occur.MUST)
                    .add(filter, BooleanClause.Occur.FILTER)
                    .build())
        .toArray(Query[]::new);
  }

  /** Queries whose hits are sorted by a field, and whose hits are counted by category. */
  Query[] broad() {
    return make(i -> bool(BooleanClause.Occur.SHOULD, high(), medium()));
  }

  private Query[] make(IntFunction<Query> maker) {
    Query[] queries = new Query[count];
    for (int i = 0; i < count; i++) {
      queries[i] = maker.apply(i);
    }
    return queries;
  }

  private String high() {
    return index.text().word(random.nextInt(HIGH));
  }

  private String medium() {
    return index.text().word(HIGH + random.nextInt(MEDIUM - HIGH));
  }

  private String rare() {
    return index.text().word(MEDIUM + random.nextInt(index.text().vocabulary() - MEDIUM));
  }

  private String title() {
    return index.title(random.nextInt(docs));
  }

  private Term category() {
    return new Term(GeneralIndex.CATEGORY, "c" + random.nextInt(GeneralIndex.CATEGORIES));
  }

  private static Term body(String word) {
    return new Term(GeneralIndex.BODY, word);
  }

  private static String start(String word, int length) {
    return word.substring(0, Math.min(length, word.length()));
  }

  private static String end(String word) {
    return word.substring(Math.max(0, word.length() - 2));
  }

  private String typo(String word) {
    int at = word.length() / 2;
    return word.substring(0, at) + (char) ('a' + random.nextInt(26)) + word.substring(at + 1);
  }

  private static Query bool(BooleanClause.Occur occur, String... words) {
    BooleanQuery.Builder query = new BooleanQuery.Builder();
    for (String word : words) {
      query.add(new TermQuery(body(word)), occur);
    }
    return query.build();
  }

  private Query phrase(int slop) {
    String[] words = index.phrase(random.nextInt(docs), random.nextInt(20), 2);
    return new PhraseQuery(slop, GeneralIndex.BODY, words);
  }

  private Query titleRange() {
    String low = title();
    String high = start(low, 1) + (char) (low.charAt(1) + 1);
    return TermRangeQuery.newStringRange(GeneralIndex.TITLE, low, high, true, false);
  }

  private Query priceRange() {
    int low = random.nextInt(GeneralIndex.MAX_PRICE);
    return IntField.newRangeQuery(GeneralIndex.PRICE, low, low + GeneralIndex.MAX_PRICE / 10);
  }

  private Query filtered() {
    return new BooleanQuery.Builder()
        .add(new TermQuery(body(high())), BooleanClause.Occur.FILTER)
        .add(new TermQuery(category()), BooleanClause.Occur.FILTER)
        .add(priceRange(), BooleanClause.Occur.FILTER)
        .build();
  }
}
