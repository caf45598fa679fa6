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
package dev.streak.opensearch.nodes;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.roaringbitmap.RoaringBitmap;
import org.roaringbitmap.longlong.Roaring64NavigableMap;

/** Random trees of queries about the documents of {@link Twins}. */
final class RandomQueries {
  private static final List<String> WORDS =
      List.of("spicy", "noodles", "garlic", "salad", "mushroom", "lime", "rice", "duck", "pie");

  private final Random random;
  private final boolean ours;
  private int names;

  /**
   * Draws from {@code random}, the same whether ours or not.
   *
   * @param ours whether some of the queries of many values are written with Streak's names
   */
  RandomQueries(Random random, boolean ours) {
    this.random = random;
    this.ours = ours;
  }

  /** JSON with quotes in place of apostrophes. */
  static String json(String format, Object... args) {
    return String.format(Locale.ROOT, format, args).replace('\'', '"');
  }

  private int below(int bound) {
    return random.nextInt(bound);
  }

  private boolean oneOf(int count) {
    return below(count) == 0;
  }

  private String any(String... choices) {
    return choices[below(choices.length)];
  }

  private String some(int count, Supplier<String> query) {
    return Stream.generate(query).limit(count).collect(Collectors.joining(",", "[", "]"));
  }

  private String stem() {
    return WORDS.get(below(WORDS.size()));
  }

  private String word() {
    return stem() + below(4);
  }

  /** Boost and name, each followed by a comma. */
  private String more() {
    String boost = oneOf(4) ? json("'boost':%s,", any("2", "0.5", "3.25", "0")) : "";
    return oneOf(4) ? boost + json("'_name':'q%d',", names++) : boost;
  }

  /** A tree of at most this depth. */
  String tree(int depth) {
    if (depth == 0 || below(5) < 2) {
      return leaf();
    }
    Supplier<String> next = () -> tree(depth - 1);
    return switch (below(8)) {
      case 0 -> json("{'constant_score':{%s'filter':%s}}", more(), next.get());
      case 1 ->
          json(
              "{'dis_max':{%s'tie_breaker':%s,'queries':%s}}",
              more(), any("0", "0.3", "1"), some(1 + below(3), next));
      case 2 ->
          json(
              "{'boosting':{%s'positive':%s,'negative':%s,'negative_boost':0.5}}",
              more(), next.get(), next.get());
      case 3 -> scored(next);
      default -> bool(next);
    };
  }

  private String bool(Supplier<String> next) {
    StringBuilder bool = new StringBuilder(json("{'bool':{%s'should':", more()));
    bool.append(some(below(4), next));
    if (oneOf(3)) {
      bool.append(json(",'must':%s", some(1 + below(2), next)));
    }
    if (oneOf(3)) {
      bool.append(json(",'filter':%s", some(1 + below(2), next)));
    }
    if (oneOf(4)) {
      bool.append(json(",'must_not':%s", some(1 + below(2), next)));
    }
    if (oneOf(3)) {
      bool.append(json(",'minimum_should_match':%s", any("0", "1", "2", "'50%'", "-1")));
    }
    return bool.append("}}").toString();
  }

  /**
   * Without what the host itself has several answers to: {@code random_score} depends on an index's
   * name, and with {@code min_score} a boost counts only where scores are asked for.
   */
  private String scored(Supplier<String> next) {
    Supplier<String> function =
        () ->
            json(
                "{'filter':%s,%s}",
                next.get(),
                any("'weight':3", "'field_value_factor':{'field':'amount','factor':2}"));
    return json(
        "{'function_score':{%s'score_mode':'%s','boost_mode':'%s','query':%s,'functions':%s}}",
        more(),
        any("sum", "multiply", "max", "first"),
        any("sum", "multiply", "replace"),
        next.get(),
        some(1 + below(2), function));
  }

  /** Around the sixteen terms up to which the host takes another way. */
  private int size() {
    return List.of(1, 5, 16, 17, 18, 30, 40, 100).get(below(8));
  }

  private String name(String usual, String ofOurs, boolean own) {
    return ours && own ? ofOurs : usual;
  }

  private String strings(String field) {
    String name = name("terms", "streak_terms", field.startsWith("flat") == false && oneOf(3));
    String values = some(size(), () -> json("'%s'", value(field)));
    return json("{'%s':{%s'%s':%s}}", name, more(), field, values);
  }

  /** Numbers as terms, in arrays and in bitmaps. */
  private String numbers() {
    boolean ids = oneOf(4);
    String field = ids ? "_id" : any("shop", "bare", "column");
    int[] values = random.ints(size(), 0, ids ? 1500 : 70).toArray();
    String texts = quoted(values);
    String more = more();
    String name =
        switch (below(4)) {
          case 0 -> name("terms", "streak_terms", true);
          case 1 -> name("terms", "streak_ids", true);
          case 2 -> ids ? "ids" : "terms";
          default -> "terms";
        };
    return switch (name) {
      case "ids" -> json("{'ids':{%s'values':%s}}", more, texts);
      case "streak_ids" -> json("{'streak_ids':{%s'%s':%s}}", more, field, bitmap(values));
      case "streak_terms" ->
          json("{'streak_terms':{%s'%s':%s}}", more, field, Arrays.toString(values));
      default -> json("{'terms':{%s'%s':%s}}", more, field, texts);
    };
  }

  private static String quoted(int[] values) {
    return IntStream.of(values)
        .mapToObj(value -> json("'%d'", value))
        .collect(Collectors.joining(",", "[", "]"));
  }

  private static String bitmap(int[] values) {
    byte[] bytes;
    boolean wide = values[0] % 2 == 0;
    if (wide) {
      Roaring64NavigableMap ids = Roaring64NavigableMap.bitmapOf();
      IntStream.of(values).forEach(ids::addLong);
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      try {
        ids.serializePortable(new DataOutputStream(out));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      bytes = out.toByteArray();
    } else {
      RoaringBitmap ids = RoaringBitmap.bitmapOf(values);
      ids.runOptimize();
      bytes = new byte[ids.serializedSizeInBytes()];
      ids.serialize(ByteBuffer.wrap(bytes));
    }
    String text = Base64.getEncoder().encodeToString(bytes);
    return json("{'bits':%d,'bitmap':'%s'}", wide ? Long.SIZE : Integer.SIZE, text);
  }

  private String keyword() {
    return any(
        "shop",
        "bare",
        "column",
        "lower",
        "tags",
        "name",
        "key",
        "text.raw",
        "flat.a",
        "parts.code");
  }

  private String value(String field) {
    return switch (field) {
      case "shop", "bare", "column" -> Integer.toString(below(65));
      case "lower" -> any("shop", "SHOP", "Shop") + below(65);
      case "tags" -> "t" + below(10);
      case "key" -> String.format(Locale.ROOT, "%08d", below(1500));
      case "flat.a" -> "v" + below(6);
      case "parts.code" -> "p" + below(21);
      default -> word() + " " + word() + " " + word();
    };
  }

  private String start(String field) {
    String value = value(field);
    return value.substring(0, below(value.length() + 1));
  }

  /** A query without others in it. */
  String leaf() {
    String keyword = keyword();
    return switch (below(21)) {
      case 0 -> json("{'term':{'%s':{%s'value':'%s'}}}", keyword, more(), value(keyword));
      case 1, 2, 3, 4, 5 -> numbers();
      case 6, 7 -> strings(keyword);
      case 8, 9 -> prefix(oneOf(4) ? "text" : keyword);
      case 10, 11 ->
          json(
              "{'range':{'%s':{%s'%s':'%s','%s':'%s'}}}",
              keyword, more(), any("gt", "gte"), start(keyword), any("lt", "lte"), value(keyword));
      case 12 -> json("{'range':{'amount':{%s'gte':%d,'lt':%d}}}", more(), below(500), below(1000));
      case 13 -> json("{'range':{'day':{%s'gte':'2026-01-%d'}}}", more(), 10 + below(15));
      case 14 -> pattern();
      case 15 -> json("{'fuzzy':{'text':{%s'value':'%s','fuzziness':2}}}", more(), "l" + word());
      case 16 ->
          json("{'exists':{%s'field':'%s'}}", more(), any("bare", "parts", "text", "nowhere"));
      case 17 -> text();
      case 18 -> queryString();
      case 19 -> oneOf(3) ? json("{'match_none':{}}") : json("{'match_all':{'boost':2}}");
      default -> lookup();
    };
  }

  private String prefix(String field) {
    String start = field.equals("text") ? stem().substring(0, 1 + below(3)) : start(field);
    String anyCase = oneOf(4) ? json("'case_insensitive':true,") : "";
    return json("{'prefix':{'%s':{%s%s'value':'%s'}}}", field, more(), anyCase, start);
  }

  private String pattern() {
    String field = any("wild", "name", "key", "shop", "tags");
    return oneOf(3)
        ? json(
            "{'regexp':{'name':{%s'value':'%s'}}}",
            more(), any("(rice|duck)[0-2].*", "s.*", ".*", "[a-l].*3"))
        : json("{'wildcard':{'%s':{%s'value':'%s*'}}}", field, more(), any("*", "?", start(field)));
  }

  private String text() {
    return switch (below(4)) {
      case 0 ->
          json(
              "{'%s':{'%s':{%s'query':'%s %s','slop':%d}}}",
              any("match_phrase", "match_phrase_prefix"),
              any("text", "plain"),
              more(),
              word(),
              word(),
              below(3));
      case 1 ->
          json(
              "{'multi_match':{%s'query':'%s','fields':['text^2','tags','plain']}}",
              more(), word());
      default ->
          json(
              "{'match':{'text':{%s'query':'%s %s','operator':'%s'}}}",
              more(), word(), word(), any("and", "or"));
    };
  }

  private String queryString() {
    return json(
        "{'query_string':{%s'query':'%s'}}",
        more(),
        any(
            "text:(" + word() + " OR " + word() + ") AND shop:[1 TO 3]",
            "shop:(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18)",
            "name:" + stem() + "*",
            "-shop:[2 TO 4] tags:t1^2",
            "_exists_:lower AND NOT key:[00000100 TO *}"));
  }

  /** Values of a document that lies in the same index. */
  private String lookup() {
    return json(
        "{'%s':{%s'tags':{'index':'INDEX','id':'%d','path':'tags'}}}",
        name("terms", "streak_terms", oneOf(2)), more(), below(100));
  }

  /** A query of which the host gives parts of segments to several threads. */
  String span() {
    return json(
        "{'span_near':{'slop':9,'in_order':false,'clauses':[{'span_term':{'text':'%s'}},"
            + "{'span_term':{'text':'%s'}}]}}",
        word(), word());
  }
}
