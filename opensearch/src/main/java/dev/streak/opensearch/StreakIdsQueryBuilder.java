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

import dev.streak.search.RoaringIds;
import dev.streak.search.RunTermsQuery;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.lucene.search.Query;
import org.opensearch.core.common.ParsingException;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.index.query.AbstractQueryBuilder;
import org.opensearch.index.query.QueryShardContext;
import org.roaringbitmap.RoaringBitmap;

/**
 * {@code {"streak_ids": {"shop": {"bitmap": "OjAAAAEA..."}}}}: the decimal ids of a RoaringBitmap
 * in its portable form, base64. With {@code "bits": 64} it is one of 64-bit ids.
 */
final class StreakIdsQueryBuilder extends AbstractQueryBuilder<StreakIdsQueryBuilder> {
  static final String NAME = "streak_ids";

  /** How many ids the bitmaps have that a request has on a shard so far. */
  private static final Map<QueryShardContext, Set<AtomicLong>> OF_REQUESTS = new WeakHashMap<>();

  private final String field;
  private final byte[] bitmap;
  private final int bits;

  /** How many ids the bitmap has, once that is known. Equal to itself only. */
  private final AtomicLong count = new AtomicLong();

  StreakIdsQueryBuilder(String field, byte[] bitmap, int bits) {
    this.field = Objects.requireNonNull(field, "field");
    this.bitmap = Objects.requireNonNull(bitmap, "bitmap");
    this.bits = bits;
  }

  StreakIdsQueryBuilder(StreamInput in) throws IOException {
    super(in);
    field = in.readString();
    bitmap = in.readByteArray();
    bits = in.readVInt();
  }

  @Override
  protected void doWriteTo(StreamOutput out) throws IOException {
    out.writeString(field);
    out.writeByteArray(bitmap);
    out.writeVInt(bits);
  }

  static StreakIdsQueryBuilder fromXContent(XContentParser parser) throws IOException {
    String field = null;
    byte[] bitmap = null;
    int bits = Integer.SIZE;
    String name = null;
    float boost = DEFAULT_BOOST;
    String current = null;
    int depth = 1;
    while (depth > 0) {
      XContentParser.Token token = parser.nextToken();
      if (token == XContentParser.Token.FIELD_NAME) {
        current = parser.currentName();
      } else if (token == XContentParser.Token.START_OBJECT && depth == 1 && field == null) {
        field = current;
        depth++;
      } else if (token == XContentParser.Token.END_OBJECT) {
        depth--;
      } else if (depth == 2 && "bitmap".equals(current)) {
        bitmap = decode(parser);
      } else if (depth == 2 && "bits".equals(current) && token.isValue()) {
        bits = bits(parser);
      } else if (depth == 1
          && token.isValue()
          && NAME_FIELD.match(current, parser.getDeprecationHandler())) {
        name = parser.text();
      } else if (depth == 1
          && token.isValue()
          && BOOST_FIELD.match(current, parser.getDeprecationHandler())) {
        boost = parser.floatValue();
      } else {
        throw wrong(parser, "does not know what to do with [" + current + "]");
      }
    }
    if (field == null || field.isEmpty() || bitmap == null) {
      throw wrong(parser, "needs a field with a bitmap: {\"field\": {\"bitmap\": \"...\"}}");
    }
    return new StreakIdsQueryBuilder(field, bitmap, bits).queryName(name).boost(boost);
  }

  /** By its text: as a number, 32.5 would be 32. */
  private static int bits(XContentParser parser) throws IOException {
    return switch (parser.text()) {
      case "32" -> Integer.SIZE;
      case "64" -> Long.SIZE;
      default -> throw wrong(parser, "must have bits of 32 or 64: bits=" + parser.text());
    };
  }

  private static byte[] decode(XContentParser parser) throws IOException {
    if (parser.currentToken() != XContentParser.Token.VALUE_STRING) {
      throw wrong(parser, "must have a bitmap in base64; found " + parser.currentToken());
    }
    try {
      return Base64.getDecoder().decode(parser.text());
    } catch (IllegalArgumentException e) {
      throw wrong(parser, "must have a bitmap in base64: " + e.getMessage());
    }
  }

  private static ParsingException wrong(XContentParser parser, String what) {
    return new ParsingException(parser.getTokenLocation(), "[" + NAME + "] " + what);
  }

  @Override
  protected Query doToQuery(QueryShardContext context) {
    return bits == Integer.SIZE ? query32(context) : query64(context);
  }

  /**
   * Refuses more ids than the index allows in all bitmaps of a request together. All are on the
   * heap at once, where a bitmap of hundreds of bytes may take megabytes. The host asks twice for
   * what has inner hits or sorts nested documents. Stored queries, which the percolator makes one
   * after the other, are no part of a request.
   */
  private void checkCount(long ids, QueryShardContext context) {
    // Of damaged bytes a bitmap may say less than none.
    count.set(Math.max(0, ids));
    boolean isStored = context.getIndexReader() == null;
    KeywordFields.checkCount(NAME, isStored ? count.get() : countOfRequest(context), context);
  }

  private long countOfRequest(QueryShardContext context) {
    synchronized (OF_REQUESTS) {
      Set<AtomicLong> ofRequest = OF_REQUESTS.computeIfAbsent(context, any -> new HashSet<>());
      ofRequest.add(count);
      return ofRequest.stream().mapToLong(AtomicLong::get).sum();
    }
  }

  private Query query32(QueryShardContext context) {
    RoaringBitmap ids = new RoaringBitmap();
    try {
      ids.deserialize(ByteBuffer.wrap(bitmap));
    } catch (IOException | RuntimeException e) {
      throw notABitmap(e);
    }
    // A few bytes may stand for billions of ids: counted before any is written down.
    checkCount(ids.getLongCardinality(), context);
    return KeywordFields.query(
        NAME,
        field,
        context,
        name -> RoaringIds.query(name, ids),
        () -> {
          Texts texts = new Texts(ids.getLongCardinality());
          ids.forEach((int id) -> texts.add(Integer.toUnsignedLong(id)));
          return texts.all();
        });
  }

  private Query query64(QueryShardContext context) {
    // Of ids that lie far apart the library makes an object each, of 200 bytes.
    checkCount(count64(), context);
    long[] ids = RoaringIds.ids64(bitmap);
    return KeywordFields.query(
        NAME,
        field,
        context,
        name -> RunTermsQuery.ofIds(name, ids),
        () -> {
          List<Object> texts = new ArrayList<>(ids.length);
          for (long id : ids) {
            texts.add(Long.toString(id));
          }
          return texts;
        });
  }

  private long count64() {
    try {
      return RoaringIds.count64(bitmap);
    } catch (IllegalArgumentException e) {
      throw notABitmap(e);
    }
  }

  /** Ids as they are written. A bitmap of damaged bytes may hold billions more than it says. */
  private static final class Texts {
    private final List<Object> all = new ArrayList<>();
    private final long said;

    Texts(long said) {
      this.said = said;
    }

    void add(long id) {
      if (all.size() >= said) {
        throw damaged("more");
      }
      all.add(Long.toString(id));
    }

    List<Object> all() {
      if (all.size() < said) {
        throw damaged(Integer.toString(all.size()));
      }
      return all;
    }

    private IllegalArgumentException damaged(String found) {
      return new IllegalArgumentException(
          NAME + " has a damaged bitmap: cardinality=" + said + " ids=" + found);
    }
  }

  private IllegalArgumentException notABitmap(Exception cause) {
    return new IllegalArgumentException(
        NAME
            + " needs a portable "
            + bits
            + "-bit RoaringBitmap: bytes="
            + bitmap.length
            + ", "
            + cause,
        cause);
  }

  @Override
  protected void doXContent(XContentBuilder builder, Params params) throws IOException {
    builder.startObject(NAME).startObject(field);
    builder.field("bitmap", Base64.getEncoder().encodeToString(bitmap)).field("bits", bits);
    builder.endObject();
    printBoostAndQueryName(builder);
    builder.endObject();
  }

  @Override
  public String getWriteableName() {
    return NAME;
  }

  @Override
  protected boolean doEquals(StreakIdsQueryBuilder other) {
    return field.equals(other.field) && Arrays.equals(bitmap, other.bitmap) && bits == other.bits;
  }

  @Override
  protected int doHashCode() {
    return Objects.hash(field, Arrays.hashCode(bitmap), bits);
  }
}
