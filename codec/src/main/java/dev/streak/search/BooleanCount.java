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

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.FilterWeight;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.Weight;

/**
 * The weight of a boolean query that does not count where this is likely to be in vain. Lucene's
 * counts clause by clause, and forgets the numbers when a second clause turns out to match some of
 * the documents. To count ids or a prefix is to look all terms up, and the scorers do so again.
 */
final class BooleanCount extends FilterWeight {

  /** How many clauses are queries of ours. */
  private final int ours;

  /** The terms of other clauses. */
  private final List<Term> terms;

  private BooleanCount(Weight in, int ours, List<Term> terms) {
    super(in);
    this.ours = ours;
    this.terms = terms;
  }

  /** The weight of a query, or what counts less in its place. */
  static Weight of(BooleanQuery query, Weight weight) {
    boolean isRequired = query.clauses().stream().anyMatch(BooleanClause::isRequired);
    int ours = 0;
    List<Term> terms = new ArrayList<>();
    for (BooleanClause clause : query) {
      if (isRequired && clause.occur() == BooleanClause.Occur.SHOULD) {
        continue;
      }
      Query inner = inner(clause.query());
      if (inner instanceof TermQuery term) {
        terms.add(term.getTerm());
      } else if (Exchange.isOurs(inner)) {
        ours++;
      }
    }
    return ours == 0 || ours + terms.size() < 2 ? weight : new BooleanCount(weight, ours, terms);
  }

  private static Query inner(Query query) {
    return switch (query) {
      case BoostQuery boost -> inner(boost.getQuery());
      case ConstantScoreQuery constant -> inner(constant.getQuery());
      default -> query;
    };
  }

  @Override
  public int count(LeafReaderContext context) throws IOException {
    return ours > 1 || isOneTermOfSome(context.reader()) ? -1 : in.count(context);
  }

  /** Whether a term is in some documents, neither none nor all, or in nobody knows how many. */
  private boolean isOneTermOfSome(LeafReader reader) throws IOException {
    for (Term term : terms) {
      int docFreq = reader.hasDeletions() ? 1 : reader.docFreq(term);
      if (docFreq > 0 && docFreq < reader.maxDoc()) {
        return true;
      }
    }
    return false;
  }
}
