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

import dev.streak.search.RunTermsQuery;
import dev.streak.search.StreakQueries;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.util.BytesRef;
import org.opensearch.common.lucene.Lucene;
import org.opensearch.common.settings.Setting;
import org.opensearch.index.mapper.IdFieldMapper;
import org.opensearch.index.mapper.KeywordFieldMapper;
import org.opensearch.index.mapper.MappedFieldType;
import org.opensearch.index.mapper.Uid;
import org.opensearch.index.query.QueryShardContext;

/** What our own query types share: which fields they take, and how many ids. */
final class KeywordFields {
  /** Own, because the host's limit is made for queries that sort. */
  static final Setting<Integer> MAX_IDS =
      Setting.intSetting(
          "index.streak.max_ids",
          1_000_000,
          1,
          100_000_000,
          Setting.Property.IndexScope,
          Setting.Property.Dynamic);

  private KeywordFields() {}

  /** How many ids the index allows. */
  static int limit(QueryShardContext context) {
    return MAX_IDS.get(context.getIndexSettings().getSettings());
  }

  /** Refuses more ids than the index allows. */
  static void checkCount(String query, long count, QueryShardContext context) {
    int limit = limit(context);
    if (count > limit) {
      throw new IllegalArgumentException(
          query
              + " has "
              + count
              + " ids, more than the limit of ["
              + limit
              + "] that ["
              + MAX_IDS.getKey()
              + "] sets");
    }
  }

  /**
   * The query of a field's terms.
   *
   * @param direct for fields that index values as they are
   * @param values for the others, which make their own terms of them
   */
  static Query query(
      String query,
      String field,
      QueryShardContext context,
      Function<String, Query> direct,
      Supplier<List<Object>> values) {
    MappedFieldType mapped = context.fieldMapper(field);
    if (mapped == null) {
      return new MatchNoDocsQuery(query + " on [" + field + "], which is not mapped");
    }
    MappedFieldType type = mapped.unwrap();
    if (IdFieldMapper.CONTENT_TYPE.equals(type.typeName())) {
      return KnownTermsQuery.of(ofIds(values.get()));
    }
    if (type instanceof KeywordFieldMapper.KeywordFieldType == false) {
      throw new IllegalArgumentException(
          query
              + " works on keyword fields; ["
              + field
              + "] is of type ["
              + type.typeName()
              + "]. Map ids as keyword.");
    }
    boolean asTheyAre =
        type.isSearchable()
            && type.getTextSearchInfo().getSearchAnalyzer().equals(Lucene.KEYWORD_ANALYZER);
    return asTheyAre
        ? KnownTermsQuery.of(direct.apply(type.name()))
        : ofHost(mapped, context, values);
  }

  /** Of the terms that the host makes of ids of documents, which it would sort. */
  private static Query ofIds(List<Object> ids) {
    BytesRef[] terms = new BytesRef[ids.size()];
    for (int i = 0; i < terms.length; i++) {
      terms[i] = Uid.encodeId(ids.get(i).toString());
    }
    return new RunTermsQuery(IdFieldMapper.NAME, terms);
  }

  /** Of the terms that the host makes of the values. */
  private static Query ofHost(
      MappedFieldType mapped, QueryShardContext context, Supplier<List<Object>> values) {
    return KnownTermsQuery.of(StreakQueries.accelerate(mapped.termsQuery(values.get(), context)));
  }
}
