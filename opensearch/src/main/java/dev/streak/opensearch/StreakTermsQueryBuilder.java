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

import java.io.IOException;
import java.util.Objects;
import org.apache.lucene.search.Query;
import org.opensearch.core.common.ParsingException;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.index.query.AbstractQueryBuilder;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.index.query.QueryRewriteContext;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.index.query.TermsQueryBuilder;
import org.opensearch.indices.TermsLookup;

/**
 * {@code {"streak_terms": {"shop": [17, 18]}}}: as {@code terms}, for thousands of ids of a keyword
 * field. In place of the array, a field of another document, as {@code terms} takes it.
 */
final class StreakTermsQueryBuilder extends AbstractQueryBuilder<StreakTermsQueryBuilder> {
  static final String NAME = "streak_terms";

  private final String field;

  /** Null while they have to be fetched. */
  private final IdValues values;

  /** Fetches the values; null if they are there. */
  private final TermsQueryBuilder lookup;

  StreakTermsQueryBuilder(String field, IdValues values) {
    this(field, values, null);
  }

  private StreakTermsQueryBuilder(String field, IdValues values, TermsQueryBuilder lookup) {
    this.field = Objects.requireNonNull(field, "field");
    this.values = values;
    this.lookup = lookup;
  }

  StreakTermsQueryBuilder(StreamInput in) throws IOException {
    super(in);
    field = in.readString();
    if (in.readBoolean()) {
      values = IdValues.read(in);
      lookup = null;
    } else {
      values = null;
      lookup = new TermsQueryBuilder(in);
    }
  }

  @Override
  protected void doWriteTo(StreamOutput out) throws IOException {
    out.writeString(field);
    out.writeBoolean(values != null);
    if (values != null) {
      values.write(out);
    } else {
      lookup.writeTo(out);
    }
  }

  static StreakTermsQueryBuilder fromXContent(XContentParser parser) throws IOException {
    String field = null;
    IdValues values = null;
    TermsQueryBuilder lookup = null;
    String name = null;
    float boost = DEFAULT_BOOST;
    String current = null;
    for (XContentParser.Token token = parser.nextToken();
        token != XContentParser.Token.END_OBJECT;
        token = parser.nextToken()) {
      if (token == XContentParser.Token.FIELD_NAME) {
        current = parser.currentName();
      } else if (token == XContentParser.Token.START_ARRAY
          || token == XContentParser.Token.START_OBJECT) {
        if (current.isEmpty()) {
          throw wrong(parser, "needs a field with a name");
        }
        if (field != null) {
          throw wrong(parser, "has two fields: [" + field + "] and [" + current + "]");
        }
        field = current;
        if (token == XContentParser.Token.START_ARRAY) {
          values = parseValues(parser);
        } else {
          lookup = new TermsQueryBuilder(field, TermsLookup.parseTermsLookup(parser));
        }
      } else if (token.isValue() && NAME_FIELD.match(current, parser.getDeprecationHandler())) {
        name = parser.text();
      } else if (token.isValue() && BOOST_FIELD.match(current, parser.getDeprecationHandler())) {
        boost = parser.floatValue();
      } else {
        throw wrong(parser, "needs an array or a look-up for [" + current + "]");
      }
    }
    if (field == null) {
      throw wrong(parser, "needs a field with an array of ids");
    }
    return new StreakTermsQueryBuilder(field, values, lookup).queryName(name).boost(boost);
  }

  private static IdValues parseValues(XContentParser parser) throws IOException {
    try {
      return IdValues.parse(parser);
    } catch (IllegalArgumentException e) {
      throw wrong(parser, e.getMessage());
    }
  }

  private static ParsingException wrong(XContentParser parser, String what) {
    return new ParsingException(parser.getTokenLocation(), "[" + NAME + "] " + what);
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // the host's sign that nothing is left to rewrite
  protected QueryBuilder doRewrite(QueryRewriteContext context) throws IOException {
    if (lookup == null) {
      return this;
    }
    QueryBuilder rewritten = lookup.rewrite(context);
    if (rewritten == lookup) {
      return this;
    }
    if (rewritten instanceof TermsQueryBuilder terms) {
      // First it asks for the document, then it has the values.
      return lookup.termsLookup() == null
          ? new StreakTermsQueryBuilder(field, IdValues.of(terms.values()))
              .boost(boost)
              .queryName(queryName)
          : new StreakTermsQueryBuilder(field, null, terms).boost(boost).queryName(queryName);
    }
    return rewritten;
  }

  @Override
  protected Query doToQuery(QueryShardContext context) {
    if (values == null) {
      throw new UnsupportedOperationException("query must be rewritten first");
    }
    KeywordFields.checkCount(NAME, values.size(), context);
    return KeywordFields.query(NAME, field, context, values::query, values::asObjects);
  }

  @Override
  protected void doXContent(XContentBuilder builder, Params params) throws IOException {
    builder.startObject(NAME);
    if (values != null) {
      builder.field(field, values.asArray());
    } else {
      builder.startObject(field);
      if (lookup.termsLookup() != null) {
        lookup.termsLookup().toXContent(builder, params);
      }
      builder.endObject();
    }
    printBoostAndQueryName(builder);
    builder.endObject();
  }

  @Override
  public String getWriteableName() {
    return NAME;
  }

  @Override
  protected boolean doEquals(StreakTermsQueryBuilder other) {
    return field.equals(other.field)
        && Objects.equals(values, other.values)
        && Objects.equals(lookup, other.lookup);
  }

  @Override
  protected int doHashCode() {
    return Objects.hash(field, values, lookup);
  }
}
