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
package dev.streak.opensearch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertSame;

import dev.streak.search.RunPrefixQuery;
import java.util.List;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.junit.Test;
import org.opensearch.common.settings.Settings;
import org.opensearch.index.query.ParsedQuery;
import org.opensearch.search.fetch.subphase.FetchDocValuesContext;
import org.opensearch.search.fetch.subphase.FetchFieldsContext;
import org.opensearch.search.fetch.subphase.highlight.SearchHighlightContext;
import org.opensearch.search.internal.FilteredSearchContext;
import org.opensearch.search.internal.SearchContext;

public class TestSearchAcceleration {

  private static final Query ASKED = new PrefixQuery(new Term("name", "s"));
  private static final Query ALIAS = new TermQuery(new Term("name", "shirt"));

  /** Of a search through an alias that has a filter. */
  private static final class Context extends FilteredSearchContext {
    private final SearchHighlightContext highlight;
    private ParsedQuery parsed = new ParsedQuery(ASKED);
    private Query query = filtered(ASKED);

    Context(SearchHighlightContext highlight) {
      super(null);
      this.highlight = highlight;
    }

    @Override
    public SearchContext parsedQuery(ParsedQuery other) {
      parsed = other;
      query = other.query();
      return this;
    }

    @Override
    public ParsedQuery parsedQuery() {
      return parsed;
    }

    @Override
    public Query query() {
      return query;
    }

    @Override
    public ParsedQuery parsedPostFilter() {
      return null;
    }

    @Override
    public SearchHighlightContext highlight() {
      return highlight;
    }

    @Override
    public FetchDocValuesContext docValuesContext() {
      return null;
    }

    @Override
    public SearchContext docValuesContext(FetchDocValuesContext context) {
      return this;
    }

    @Override
    public FetchFieldsContext fetchFieldsContext() {
      return null;
    }

    @Override
    public SearchContext fetchFieldsContext(FetchFieldsContext context) {
      return this;
    }
  }

  private static Query filtered(Query query) {
    return new BooleanQuery.Builder().add(query, Occur.MUST).add(ALIAS, Occur.FILTER).build();
  }

  @Test
  public void testHighlightsAreOfWhatWasAsked() {
    SearchAcceleration acceleration = new SearchAcceleration(new NodeSettings(Settings.EMPTY));
    Query faster = filtered(new RunPrefixQuery("name", "s"));
    Context plain = new Context(null);
    acceleration.onPreQueryPhase(plain);
    assertEquals(faster, plain.query());
    acceleration.onPreFetchPhase(plain);
    assertEquals(faster, plain.query());
    Context highlighting = new Context(new SearchHighlightContext(List.of()));
    acceleration.onPreQueryPhase(highlighting);
    assertEquals(faster, highlighting.query());
    acceleration.onPreFetchPhase(highlighting);
    assertSame(ASKED, highlighting.parsedQuery().query());
    acceleration.onPreFetchPhase(highlighting);
    assertSame(ASKED, highlighting.parsedQuery().query());
  }
}
