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

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.util.BytesRef;

/**
 * Makes one query of many terms out of the clauses of a boolean query for one term each: {@code
 * shop:1 OR shop:2 OR ...}, or as many exclusions. Scores are not looked after.
 */
final class JoinedTerms {

  /** Fewer clauses of a field stay as they are: so few terms Lucene looks up one by one, too. */
  static final int FEWEST = 16;

  private final BooleanQuery query;
  private final Occur occur;

  /** Clauses that are joined, by their field. */
  private final Map<String, List<BooleanClause>> byField;

  private JoinedTerms(BooleanQuery query, Occur occur) {
    this.query = query;
    this.occur = occur;
    this.byField = new LinkedHashMap<>();
    for (BooleanClause clause : query) {
      Term term = term(clause);
      if (term != null) {
        byField.computeIfAbsent(term.field(), field -> new ArrayList<>()).add(clause);
      }
    }
    byField.values().removeIf(clauses -> clauses.size() < FEWEST);
  }

  /**
   * The same query with such clauses joined, or itself.
   *
   * @param scored whether clauses that are no exclusions may be asked for their scores
   */
  static Query of(BooleanQuery query, boolean scored) {
    if (query.clauses().size() < FEWEST) {
      return query;
    }
    Query excluded = new JoinedTerms(query, Occur.MUST_NOT).join();
    return scored || query.getMinimumNumberShouldMatch() > 1
        ? excluded
        : new JoinedTerms((BooleanQuery) excluded, Occur.SHOULD).join();
  }

  /** The term of a clause that may be joined, or null. */
  private Term term(BooleanClause clause) {
    return clause.occur() == occur ? term(clause.query()) : null;
  }

  /** The term that a query without scores finds, or null. */
  private static Term term(Query query) {
    return switch (query) {
      case BoostQuery boost -> term(boost.getQuery());
      case ConstantScoreQuery constant -> term(constant.getQuery());
      // What a subclass finds is not known.
      default -> query.getClass() == TermQuery.class ? term((TermQuery) query) : null;
    };
  }

  /** What a rewrite of Lucene's has looked up stays Lucene's: answers are compared with that. */
  private static Term term(TermQuery query) {
    return query.getTermStates() == null ? query.getTerm() : null;
  }

  private Query join() {
    if (byField.isEmpty()) {
      return query;
    }
    if (occur == Occur.SHOULD && byField.size() == 1) {
      Map.Entry<String, List<BooleanClause>> only = byField.entrySet().iterator().next();
      if (only.getValue().size() == query.clauses().size()) {
        return anyOf(only.getKey(), only.getValue(), query);
      }
    }
    BooleanQuery.Builder builder = new BooleanQuery.Builder();
    builder.setMinimumNumberShouldMatch(query.getMinimumNumberShouldMatch());
    for (BooleanClause clause : query) {
      Term term = term(clause);
      if (term == null || byField.containsKey(term.field()) == false) {
        builder.add(clause);
      }
    }
    byField.forEach(
        (field, clauses) -> builder.add(anyOf(field, clauses, disjunction(clauses)), occur));
    return builder.build();
  }

  private static Query anyOf(String field, List<BooleanClause> clauses, Query elsewhere) {
    BytesRef[] terms = new BytesRef[clauses.size()];
    for (int i = 0; i < terms.length; i++) {
      terms[i] = term(clauses.get(i).query()).bytes();
    }
    return RunTermsQuery.inPlace(field, terms, elsewhere);
  }

  private static BooleanQuery disjunction(List<BooleanClause> clauses) {
    BooleanQuery.Builder builder = new BooleanQuery.Builder();
    for (BooleanClause clause : clauses) {
      builder.add(clause.query(), Occur.SHOULD);
    }
    return builder.build();
  }
}
