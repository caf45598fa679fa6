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

import dev.streak.queryterms.QueryTerms;
import java.util.Arrays;
import java.util.StringJoiner;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.automaton.Automata;
import org.apache.lucene.util.automaton.ByteRunAutomaton;

/** What people and highlighters are told of the terms of a query. */
final class TermsToShow {

  /** Highlighters take the text for a term, which must have less than 32 kB. */
  private static final int MOST_IN_TEXT = 100;

  /** Highlighters make an automaton of these: 300,000 ids take 170 MB. */
  private static final int MOST_TO_MATCH = 10_000;

  private TermsToShow() {}

  static void visit(QueryVisitor visitor, Query query, String field, QueryTerms terms) {
    if (terms.length() > MOST_TO_MATCH) {
      visitor.visitLeaf(query);
    } else {
      visitor.consumeTermsMatching(query, field, () -> automaton(terms));
    }
  }

  private static ByteRunAutomaton automaton(QueryTerms terms) {
    return new ByteRunAutomaton(
        Automata.makeBinaryStringUnion(Arrays.asList(terms.sortedTerms())), true);
  }

  static String text(String field, QueryTerms terms) {
    StringJoiner shown = new StringJoiner(" ", field + ":(", ")");
    BytesRef[] sorted = terms.sortedTerms();
    int most = Math.min(sorted.length, MOST_IN_TEXT);
    for (int i = 0; i < most; i++) {
      shown.add(Term.toString(sorted[i]));
    }
    if (most < sorted.length) {
      shown.add("... " + (sorted.length - most) + " more");
    }
    return shown.toString();
  }
}
