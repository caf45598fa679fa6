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

import dev.streak.management.StreakLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.DoubleValuesSource;
import org.apache.lucene.search.MultiTermQuery;
import org.apache.lucene.search.NamedMatches;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.util.automaton.ByteRunAutomaton;

/**
 * Looks into queries of Lucene that cannot be named here, with the visitor that they receive or by
 * reflection.
 */
final class OpaqueQueries {

  private static final String PACKAGE = "org.apache.lucene.search.";

  /** What a query of many terms becomes when it is rewritten. */
  private static final Set<String> REWRITTEN =
      Set.of(
          PACKAGE + "MultiTermQueryConstantScoreBlendedWrapper",
          PACKAGE + "MultiTermQueryConstantScoreWrapper");

  private static final String NAMED = PACKAGE + "NamedMatches$NamedQuery";

  /** In a jar that need not be there. */
  private static final String SCORED = "org.apache.lucene.queries.function.FunctionScoreQuery";

  private OpaqueQueries() {}

  /** The query of many terms that {@code query} is the rewritten form of, or null. */
  static MultiTermQuery multiTerm(Query query) {
    Query shown = REWRITTEN.contains(query.getClass().getName()) ? inside(query) : null;
    return shown instanceof MultiTermQuery terms && becomes(terms, query) ? terms : null;
  }

  /** Whether {@code terms} is rewritten to this. A query may show another one than itself. */
  private static boolean becomes(MultiTermQuery terms, Query rewritten) {
    try {
      return Exchange.isConstantScore(terms)
          && terms.getRewriteMethod().rewrite(null, terms).equals(rewritten);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether the query only gives another one a name. */
  static boolean isNamed(Query query) {
    return query.getClass().getName().equals(NAMED);
  }

  /** The same name for the query inside, exchanged; or {@code named} itself. */
  static Query named(Query named, UnaryOperator<Query> exchange) {
    Query inner = inside(named);
    if (inner == null) {
      return named;
    }
    Query exchanged = exchange.apply(inner);
    if (exchanged.equals(inner)) {
      return named;
    }
    // Not before: spelling out thousands of terms takes longer than looking them up.
    String name = name(named.toString(""), inner.toString(""));
    boolean known = name != null && NamedMatches.wrapQuery(name, inner).equals(named);
    return known ? NamedMatches.wrapQuery(name, exchanged) : named;
  }

  /** Whether the query gives another one a score of a function. */
  static boolean isScored(Query query) {
    return query.getClass().getName().equals(SCORED);
  }

  /** The same function for the query inside, exchanged; or {@code scored} itself. */
  @SuppressWarnings("ReferenceEquality") // the same object means that nothing was replaced
  static Query scored(Query scored, UnaryOperator<Query> exchange) {
    Class<?> type = scored.getClass();
    try {
      Query inner = (Query) type.getMethod("getWrappedQuery").invoke(scored);
      Query exchanged = exchange.apply(inner);
      return exchanged == inner
          ? scored
          : (Query)
              type.getConstructor(Query.class, DoubleValuesSource.class)
                  .newInstance(exchanged, type.getMethod("getSource").invoke(scored));
    } catch (ReflectiveOperationException e) {
      StreakLog.warnOnce(
          SCORED, () -> "This Lucene's " + SCORED + " is not known; it is left as it is: " + e);
      return scored;
    }
  }

  /** Out of {@code NamedQuery(name,inner)}. */
  private static String name(String named, String inner) {
    int start = named.indexOf('(') + 1;
    int end = named.length() - inner.length() - 2;
    return end < start ? null : named.substring(start, end);
  }

  /** The first query below {@code query} that shows itself to a visitor, or null. */
  private static Query inside(Query query) {
    First first = new First(query);
    query.visit(first);
    return first.found;
  }

  private static final class First extends QueryVisitor {
    private final Query outer;
    private Query found;

    First(Query outer) {
      this.outer = outer;
    }

    @SuppressWarnings("ReferenceEquality") // a query of the same content may stand inside
    private void see(Query query) {
      if (found == null && query != outer) {
        found = query;
      }
    }

    @Override
    public void consumeTerms(Query query, Term... terms) {
      see(query);
    }

    @Override
    public void consumeTermsMatching(
        Query query, String field, Supplier<ByteRunAutomaton> automaton) {
      see(query);
    }

    @Override
    public void visitLeaf(Query query) {
      see(query);
    }

    @Override
    public QueryVisitor getSubVisitor(Occur occur, Query parent) {
      see(parent);
      return this;
    }
  }
}
