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
package dev.streak.tools.compare;

import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.Term;
import org.apache.lucene.queryparser.classic.ParseException;
import org.apache.lucene.queryparser.classic.QueryParser;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TermRangeQuery;
import org.apache.lucene.search.WildcardQuery;

/**
 * Lucene's syntax. Words of fields without frequencies are taken as they stand, those of others go
 * through {@link StandardAnalyzer}.
 */
final class UserQueryParser extends QueryParser {
  private final FieldInfos fields;

  UserQueryParser(FieldInfos fields, Optional<String> defaultField) {
    super(defaultField.orElse(""), new StandardAnalyzer());
    this.fields = fields;
    setAllowLeadingWildcard(true);
  }

  /** The fields that a query asks; the empty one if it names none. */
  static Set<String> fields(Query query) {
    Set<String> fields = new TreeSet<>();
    query.visit(
        new QueryVisitor() {
          @Override
          public boolean acceptField(String field) {
            fields.add(field == null ? "" : field);
            return true;
          }

          @Override
          public QueryVisitor getSubVisitor(BooleanClause.Occur occur, Query parent) {
            return this;
          }
        });
    return fields;
  }

  private boolean isKeyword(String field) {
    FieldInfo info = fields.fieldInfo(field);
    return info != null && info.getIndexOptions() == IndexOptions.DOCS;
  }

  @Override
  protected Query getFieldQuery(String field, String text, boolean quoted) throws ParseException {
    if (isKeyword(field)) {
      return new TermQuery(new Term(field, text));
    }
    Query query = super.getFieldQuery(field, text, quoted);
    // Said before the index is copied, and not when it is searched.
    if (query instanceof PhraseQuery && hasPositions(field) == false) {
      throw new ParseException("no positions in field " + field);
    }
    return query;
  }

  /** Fields that are not there are refused by others. */
  private boolean hasPositions(String field) {
    FieldInfo info = fields.fieldInfo(field);
    return info == null
        || info.getIndexOptions().compareTo(IndexOptions.DOCS_AND_FREQS_AND_POSITIONS) >= 0;
  }

  @Override
  protected Query getPrefixQuery(String field, String text) throws ParseException {
    return isKeyword(field)
        ? new PrefixQuery(new Term(field, text))
        : super.getPrefixQuery(field, text);
  }

  @Override
  protected Query getWildcardQuery(String field, String text) throws ParseException {
    return isKeyword(field)
        ? new WildcardQuery(new Term(field, text))
        : super.getWildcardQuery(field, text);
  }

  @Override
  protected Query getRegexpQuery(String field, String text) throws ParseException {
    return isKeyword(field)
        ? newRegexpQuery(new Term(field, text))
        : super.getRegexpQuery(field, text);
  }

  @Override
  protected Query getFuzzyQuery(String field, String text, float similarity) throws ParseException {
    return isKeyword(field)
        ? newFuzzyQuery(new Term(field, text), similarity, getFuzzyPrefixLength())
        : super.getFuzzyQuery(field, text, similarity);
  }

  @Override
  protected Query getRangeQuery(
      String field, String low, String high, boolean withLow, boolean withHigh)
      throws ParseException {
    return isKeyword(field)
        ? TermRangeQuery.newStringRange(field, low, high, withLow, withHigh)
        : super.getRangeQuery(field, low, high, withLow, withHigh);
  }
}
