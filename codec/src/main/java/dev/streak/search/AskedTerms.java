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

import dev.streak.field.KeyProbe;
import dev.streak.field.KeyProbes;
import dev.streak.field.TermBatch;
import dev.streak.matches.ProbedTerms;
import dev.streak.queryterms.QueryTerms;
import org.apache.lucene.search.IndexSearcher;

/**
 * What is looked up for a query, once made for all segments.
 *
 * @param terms without those that are given twice, if somebody had looked before
 * @param batch the same
 * @param probed null unless all segments can be asked at once
 */
record AskedTerms(QueryTerms terms, TermBatch batch, ProbedTerms probed) {

  static AskedTerms of(QueryTerms given, IndexSearcher searcher, String field) {
    QueryTerms terms = given.unpacked().withoutRepeated();
    TermBatch batch = terms.batch(searcher.getLeafContexts().size());
    KeyProbe probe = KeyProbes.of(searcher.getIndexReader(), field);
    return new AskedTerms(terms, batch, probe == null ? null : new ProbedTerms(probe, batch));
  }
}
