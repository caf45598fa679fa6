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

import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.Query;

/** Tells sets of terms that a search wants the best documents only, and passes over others. */
@SuppressWarnings("ReferenceEquality") // the same object means that nothing was replaced
final class AmongBest {

  private AmongBest() {}

  /**
   * The query with sets that are told, or itself.
   *
   * @param looks about how many documents are asked for until the best ones are found
   */
  static Query of(Query query, int looks) {
    return switch (query) {
      case RunTermsQuery terms -> terms.amongBest(looks);
      case BooleanQuery bool -> Exchange.withClauses(bool, clause -> of(clause.query(), looks));
      case BoostQuery boost -> {
        Query inner = of(boost.getQuery(), looks);
        yield inner == boost.getQuery() ? boost : new BoostQuery(inner, boost.getBoost());
      }
      case ConstantScoreQuery constant -> {
        Query inner = of(constant.getQuery(), looks);
        yield inner == constant.getQuery() ? constant : new ConstantScoreQuery(inner);
      }
      default -> query;
    };
  }
}
