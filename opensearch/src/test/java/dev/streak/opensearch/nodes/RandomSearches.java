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

import static dev.streak.opensearch.nodes.RandomQueries.json;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Random requests about {@link Twins} and their aliases; INDEX stands for the index's name. */
final class RandomSearches {
  /** An order, and after which hit of it to go on. */
  private record Order(String sort, String after) {}

  private static final List<Order> ORDERS =
      List.of(
          new Order("'key'", "'00000100'"),
          new Order("{'key':'desc'}", "'00000900'"),
          new Order("'shop','key'", "'30','00000050'"),
          new Order("{'shop':'desc'},'_score','key'", ""),
          new Order("'_score','key'", "1.0,'00000400'"),
          new Order("{'day':'desc'},'key'", "1768003200000,'00000400'"),
          new Order("'shop'", "'4'"),
          new Order("'amount','_doc'", ""),
          new Order("'_doc'", ""),
          new Order("{'lower':{'order':'asc','missing':'_first'}},'key'", ""));

  private static final List<String> ALIASES =
      List.of("shops", "tags", "names", "amounts", "others");

  private final Random random;
  private final RandomQueries queries;
  private final boolean inParts;
  private final List<String> parts = new ArrayList<>();

  private RandomSearches(long seed, boolean ours, boolean inParts) {
    this.inParts = inParts;
    random = new Random(seed);
    queries = new RandomQueries(random, ours);
  }

  /**
   * The request of a seed.
   *
   * @param ours whether some queries have Streak's names; all else is the same
   * @param inParts whether it is one of which the host gives parts of segments to threads
   */
  static Requests.Request of(long seed, boolean ours, boolean inParts) {
    return new RandomSearches(seed, ours, inParts).request();
  }

  /** Makes the aliases. */
  static String aliases(boolean ours) {
    String shops =
        IntStream.range(3, 40).mapToObj(Integer::toString).collect(Collectors.joining("','"));
    List<String> filters =
        List.of(
            "{'terms':{'shop':['" + shops + "']}}",
            "{'" + (ours ? "streak_terms" : "terms") + "':{'tags':['t1','t2','t3']}}",
            "{'prefix':{'name':'s'}}",
            "{'range':{'amount':{'lt':700}}}",
            "{'bool':{'must_not':[{'terms':{'bare':['" + shops + "']}}]}}");
    List<String> actions = new ArrayList<>();
    for (int i = 0; i < filters.size(); i++) {
      actions.add(
          json(
              "{'add':{'index':'INDEX','alias':'INDEX-%s','routing':'%d','filter':%s}}",
              ALIASES.get(i), i, filters.get(i)));
    }
    return json("{'actions':[%s]}", String.join(",", actions));
  }

  private boolean oneOf(int count) {
    return random.nextInt(count) == 0;
  }

  private String any(String... choices) {
    return choices[random.nextInt(choices.length)];
  }

  private void add(String format, Object... args) {
    parts.add(json(format, args));
  }

  private Requests.Request request() {
    random.nextInt(); // The first numbers of seeds that are near are near.
    String target = "/INDEX";
    if (inParts || oneOf(2)) {
      target += "-" + ALIASES.get(random.nextInt(ALIASES.size()));
    }
    if (inParts == false && oneOf(12)) {
      String path = oneOf(2) ? target + "/_count" : "/INDEX/_explain/7";
      return new Requests.Request("query", "POST", path, json("{'query':%s}", queries.tree(2)));
    }
    String path =
        target
            + "/_search"
            + any(
                "",
                "",
                "?request_cache=true",
                "?include_named_queries_score=true",
                "?search_type=dfs_query_then_fetch");
    search();
    Collections.shuffle(parts, random); // The first part of a body is not always the query.
    return new Requests.Request("search", "POST", path, "{" + String.join(",", parts) + "}");
  }

  private void search() {
    if (inParts && oneOf(4)) {
      add("'query':%s", queries.span());
    } else if (inParts == false) {
      add("'query':%s", queries.tree(random.nextInt(4)));
    }
    if (inParts || oneOf(3)) {
      add("'aggs':%s", inParts ? some(this::ofParts) : aggregations(2));
    }
    add("'size':%s", any("0", "0", "0", "1", "10", "500"));
    order();
    if (oneOf(6)) {
      add("'post_filter':%s", queries.tree(2));
    }
    if (oneOf(8)) {
      add("'min_score':%s", any("0.5", "1", "1.5"));
    }
    if (oneOf(5)) {
      add("'terminate_after':%s", any("1", "5", "20", "100", "1000"));
    }
    if (inParts || oneOf(3)) {
      add("'track_total_hits':%s", any("true", "true", "true", "false", "20"));
    }
    if (oneOf(8)) {
      // The other kinds of highlighting know none of Streak's queries.
      add("'highlight':{'fields':{'%s':{'type':'unified'}}}", any("text", "name", "shop"));
    }
    if (oneOf(10)) {
      add("'version':true,'timeout':'1h'");
    }
    if (oneOf(10) && parts.stream().noneMatch(part -> part.contains("rescore"))) {
      add("'explain':true"); // A cached answer's explanation knows nothing of a second score.
    }
    if (oneOf(2)) {
      add("'_source':false,'docvalue_fields':['amount'],'fields':['name','lower']");
    }
  }

  private void order() {
    boolean collapsed = oneOf(8);
    boolean further = false;
    if (oneOf(3)) {
      if (collapsed == false && oneOf(2)) {
        add(
            "'rescore':{'window_size':%s,'query':{'rescore_query':%s,'rescore_query_weight':2}}",
            any("5", "50", "1000"), queries.tree(1));
      }
    } else {
      Order order = ORDERS.get(random.nextInt(ORDERS.size()));
      add("'sort':[%s]", order.sort());
      further = collapsed == false && order.after().isEmpty() == false && oneOf(5);
      if (further) {
        add("'search_after':[%s]", order.after());
      }
      if (oneOf(4)) {
        add("'track_scores':true");
      }
    }
    if (collapsed) {
      add("'collapse':{'field':'%s','inner_hits':{'name':'in','size':2}}", any("shop", "name"));
    }
    if (further == false && oneOf(4)) {
      add("'from':%s", any("1", "7", "50"));
    }
  }

  private String some(Supplier<String> aggregation) {
    String first = json("{'a':%s", aggregation.get());
    return first + (oneOf(2) ? json(",'b':%s", aggregation.get()) : "") + "}";
  }

  /** Which the host counts in parts of segments. */
  private String ofParts() {
    return any(
        "{'sum':{'field':'amount'}}",
        "{'stats':{'field':'amount'}}",
        "{'value_count':{'field':'tags'}}",
        "{'cardinality':{'field':'shop'}}",
        "{'histogram':{'field':'amount','interval':100}}",
        "{'date_histogram':{'field':'day','calendar_interval':'day'}}",
        "{'range':{'field':'amount','ranges':[{'to':300},{'from':200}]}}");
  }

  private String aggregations(int depth) {
    return some(() -> aggregation(depth));
  }

  private String aggregation(int depth) {
    String within = depth > 0 && oneOf(2) ? json(",'aggs':%s", aggregations(depth - 1)) : "";
    return switch (random.nextInt(16)) {
      case 0, 1 ->
          json(
              "{'terms':{'field':'%s','size':%s%s}%s}",
              any("shop", "tags", "name", "column", "lower", "amount"),
              any("3", "100"),
              any("", "", ",'order':{'_key':'asc'}", ",'execution_hint':'map'"),
              within);
      case 2 ->
          json(
              "{'filters':{'other_bucket':%s,'filters':{'x':%s,'y':%s}}%s}",
              any("true", "false"), queries.tree(1), queries.leaf(), within);
      case 3 -> json("{'filter':%s%s}", queries.tree(2), within);
      case 4 -> depth == 2 ? json("{'global':{}%s}", within) : ofParts();
      case 5, 10 ->
          json(
              "{'significant_terms':{'field':'%s','min_doc_count':1}}",
              any("shop", "name", "tags"));
      case 6 -> json("{'cardinality':{'field':'%s'}}", any("shop", "name", "amount", "key"));
      case 7 -> json("{'value_count':{'field':'%s'}}", any("tags", "lower"));
      case 8 -> json("{'date_histogram':{'field':'day','calendar_interval':'week'}%s}", within);
      case 9 ->
          json(
              "{'composite':{'size':%s,'sources':[{'c':{'terms':{'field':'%s'}}}]}}",
              any("5", "200"), any("shop", "tags", "column"));
      case 11 ->
          json(
              "{'top_hits':{'size':3,'sort':['%s','key'],'_source':false}}", any("_score", "shop"));
      case 12 -> json("{'missing':{'field':'%s'}%s}", any("lower", "nowhere", "shop"), within);
      case 13 ->
          json("{'adjacency_matrix':{'filters':{'x':%s,'y':%s}}}", queries.leaf(), queries.leaf());
      case 14 -> json("{'rare_terms':{'field':'%s','max_doc_count':2}}", any("name", "shop"));
      default -> json("{'histogram':{'field':'amount','interval':100}%s}", within);
    };
  }
}
