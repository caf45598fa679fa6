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

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.opensearch.index.mapper.KeywordFieldMapper;
import org.opensearch.index.mapper.MappedFieldType;
import org.opensearch.index.query.BoolQueryBuilder;
import org.opensearch.index.query.ConstantScoreQueryBuilder;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.index.query.TermsQueryBuilder;
import org.opensearch.search.query.QueryRewriter;
import org.opensearch.search.query.rewriters.TermsMergingRewriter;

/**
 * Puts {@code streak_terms} in the place of large {@code terms} before the host sorts their values,
 * which takes it longer than anything after. The host asks rewriters only where {@code
 * search.query_rewriting.enabled} is set; elsewhere {@link SearchAcceleration} does what it can.
 */
@SuppressWarnings("ReferenceEquality") // the same object means that nothing was replaced
final class TermsRewriter implements QueryRewriter {
  /** As many as have the host merge the {@code terms} around them. */
  private static final int LEAST_TERMS = 16;

  private final NodeSettings settings;

  TermsRewriter(NodeSettings settings) {
    this.settings = settings;
  }

  @Override
  public QueryBuilder rewrite(QueryBuilder query, QueryShardContext context) {
    return settings.accelerates() && CreationChecks.isOurs(context.getIndexSettings())
        ? replace(query, context)
        : query;
  }

  private static QueryBuilder replace(QueryBuilder query, QueryShardContext context) {
    return switch (query) {
      case TermsQueryBuilder terms -> isFit(terms, context) ? replacement(terms) : terms;
      case BoolQueryBuilder bool -> bool(bool, context);
      case ConstantScoreQueryBuilder constant -> {
        QueryBuilder inner = replace(constant.innerQuery(), context);
        yield inner == constant.innerQuery()
            ? constant
            : new ConstantScoreQueryBuilder(inner)
                .boost(constant.boost())
                .queryName(constant.queryName());
      }
      default -> query;
    };
  }

  /** What the host would refuse stays, so that it can; so does what only our limit would refuse. */
  private static boolean isFit(TermsQueryBuilder terms, QueryShardContext context) {
    if (terms.valueType() != TermsQueryBuilder.ValueType.DEFAULT
        || terms.values().size() < LEAST_TERMS
        || terms.values().size() > context.getIndexSettings().getMaxTermsCount()
        || terms.values().size() > KeywordFields.limit(context)) {
      return false;
    }
    MappedFieldType mapped = context.fieldMapper(terms.fieldName());
    return mapped != null && mapped.unwrap() instanceof KeywordFieldMapper.KeywordFieldType;
  }

  private static QueryBuilder replacement(TermsQueryBuilder terms) {
    return new StreakTermsQueryBuilder(terms.fieldName(), IdValues.of(terms.values()))
        .boost(terms.boost())
        .queryName(terms.queryName());
  }

  private static QueryBuilder bool(BoolQueryBuilder bool, QueryShardContext context) {
    BoolQueryBuilder copy = new BoolQueryBuilder();
    boolean changed = replaceAll(bool.must(), copy::must, context);
    changed |= replaceAll(bool.filter(), copy::filter, context);
    changed |= replaceAll(bool.should(), copy::should, context);
    changed |= replaceAll(bool.mustNot(), copy::mustNot, context);
    if (changed == false) {
      return bool;
    }
    return copy.minimumShouldMatch(bool.minimumShouldMatch())
        .adjustPureNegative(bool.adjustPureNegative())
        .boost(bool.boost())
        .queryName(bool.queryName());
  }

  private static boolean replaceAll(
      List<QueryBuilder> clauses, Consumer<QueryBuilder> copy, QueryShardContext context) {
    boolean changed = false;
    for (QueryBuilder clause : new ArrayList<>(clauses)) {
      QueryBuilder replaced = replace(clause, context);
      changed |= replaced != clause;
      copy.accept(replaced);
    }
    return changed;
  }

  /**
   * Just before the host merges what it takes for clauses of one field: where it finds a large one,
   * it unites filters that must all match, and makes a filter of each value of small ones. After
   * those of the host's own that take nested clauses out, for they leave more to replace.
   */
  @Override
  public int priority() {
    return TermsMergingRewriter.INSTANCE.priority() - 1;
  }

  @Override
  public String name() {
    return "streak_terms";
  }
}
