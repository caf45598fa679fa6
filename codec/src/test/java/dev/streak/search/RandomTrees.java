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
package dev.streak.search;

import static dev.streak.search.RandomIndex.SHOP;
import static dev.streak.search.RandomIndex.SHOPS;
import static dev.streak.search.RandomIndex.TAG;
import static dev.streak.search.RandomIndex.TAGS;
import static dev.streak.search.RandomIndex.TEXT;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.AutomatonQuery;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.DisjunctionMaxQuery;
import org.apache.lucene.search.FieldExistsQuery;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.MultiTermQuery;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.RegexpQuery;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TermRangeQuery;
import org.apache.lucene.search.WildcardQuery;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.automaton.RegExp;

/** Trees of Lucene's queries about a {@link RandomIndex}; some of their leaves become runs. */
final class RandomTrees {

  private final Random random;

  RandomTrees(Random random) {
    this.random = random;
  }

  /** A tree of so many levels of queries around others at most. */
  Query tree(int depth) {
    return switch (random.nextInt(depth == 0 ? 7 : 12)) {
      case 0 -> plain();
      case 1 -> new TermInSetQuery(TAG, terms(TAGS));
      case 2 -> new TermInSetQuery(SHOP, terms(SHOPS));
      case 3 ->
          TermInSetQuery.newIndexOrDocValuesQuery(
              MultiTermQuery.CONSTANT_SCORE_BLENDED_REWRITE, SHOP, terms(SHOPS));
      case 4 ->
          random.nextBoolean()
              ? new PrefixQuery(new Term(SHOP, Integer.toString(random.nextInt(SHOPS / 10))))
              : new PrefixQuery(new Term(TAG, Integer.toString(random.nextInt(TAGS / 10))));
      case 5 -> random.nextBoolean() ? range(SHOP, SHOPS) : range(TAG, TAGS);
      case 6 -> random.nextBoolean() ? pattern(SHOP, SHOPS) : pattern(TAG, TAGS);
      case 7 -> new ConstantScoreQuery(tree(depth - 1));
      case 8 -> new BoostQuery(tree(depth - 1), random.nextInt(10));
      case 9 ->
          new DisjunctionMaxQuery(
              List.of(tree(depth - 1), tree(depth - 1)), random.nextInt(3) / 2f);
      default -> bool(depth);
    };
  }

  /** Nothing to be exchanged. */
  private Query plain() {
    return switch (random.nextInt(8)) {
      case 0 -> MatchAllDocsQuery.INSTANCE;
      case 1 -> new FieldExistsQuery(SHOP);
      case 2 -> new TermQuery(new Term(SHOP, Integer.toString(random.nextInt(SHOPS + 10))));
      default -> new TermQuery(new Term(TEXT, "" + (char) ('a' + random.nextInt(8))));
    };
  }

  /** What an automaton accepts: some numbers, one, none or all. */
  private Query pattern(String field, int most) {
    String number = Integer.toString(random.nextInt(most));
    int middle = random.nextInt(number.length() + 1);
    String begin = number.substring(0, middle);
    String end = number.substring(middle);
    String pattern =
        switch (random.nextInt(4)) {
          case 0 -> begin + "*";
          case 1 -> "*" + end;
          case 2 -> begin + "*" + end;
          default -> begin + "?" + end.substring(Math.min(1, end.length()));
        };
    if (random.nextBoolean()) {
      return new WildcardQuery(new Term(field, pattern));
    }
    String regexp = pattern.replace("*", ".*").replace('?', '.');
    return random.nextBoolean()
        ? new RegexpQuery(new Term(field, regexp))
        : new AutomatonQuery(new Term(field, regexp), new RegExp(begin + "[0-5]*").toAutomaton());
  }

  private Query range(String field, int most) {
    return TermRangeQuery.newStringRange(
        field,
        random.nextInt(8) == 0 ? null : Integer.toString(random.nextInt(most)),
        random.nextInt(8) == 0 ? null : Integer.toString(random.nextInt(most)),
        random.nextBoolean(),
        random.nextBoolean());
  }

  private Query bool(int depth) {
    if (random.nextInt(3) == 0) {
      return manyClauses(depth);
    }
    BooleanQuery.Builder builder = new BooleanQuery.Builder();
    int optional = 0;
    for (int i = random.nextInt(4); i >= 0; i--) {
      Occur occur = Occur.values()[random.nextInt(Occur.values().length)];
      optional += occur == Occur.SHOULD ? 1 : 0;
      builder.add(tree(depth - 1), occur);
    }
    builder.setMinimumNumberShouldMatch(random.nextInt(optional + 1));
    return builder.build();
  }

  /** Many clauses for one term each, which are made one where nobody asks for their scores. */
  private Query manyClauses(int depth) {
    BooleanQuery.Builder builder = new BooleanQuery.Builder();
    Occur occur = random.nextInt(3) == 0 ? Occur.MUST_NOT : Occur.SHOULD;
    int most = 10 + random.nextInt(60);
    for (int i = 0; i < most; i++) {
      builder.add(new TermQuery(new Term(SHOP, "" + random.nextInt(SHOPS + 10))), occur);
      builder.add(new TermQuery(new Term(TAG, "" + random.nextInt(TAGS + 10))), occur);
    }
    if (random.nextBoolean()) {
      builder.add(tree(depth - 1), Occur.values()[random.nextInt(Occur.values().length)]);
    }
    builder.setMinimumNumberShouldMatch(occur == Occur.SHOULD ? random.nextInt(4) : 0);
    Query many = builder.build();
    return random.nextBoolean() ? new ConstantScoreQuery(many) : many;
  }

  /** As many of the numbers below {@code most}, and of a few above; some of them twice. */
  List<BytesRef> terms(int most) {
    List<BytesRef> terms = new ArrayList<>();
    for (int i = random.nextInt(most); i >= 0; i--) {
      terms.add(new BytesRef("" + random.nextInt(most + 10)));
    }
    return terms;
  }
}
