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
package dev.streak.bench.opensearch;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.streak.bench.data.Catalogue;
import dev.streak.bench.harness.BenchContext;
import dev.streak.bench.harness.Duel;
import dev.streak.bench.harness.DuelResult;
import dev.streak.node.KeptConnection;
import dev.streak.node.Rest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;

/**
 * Systems that answer over HTTP: an index and a way to ask. Each request has ids of its own, so
 * that neither caches of filters nor of answers help, and each answer is checked.
 */
final class HttpDuels implements AutoCloseable {
  private static final int INPUTS = 20;
  private static final int COMPARED = 12;
  private static final Set<String> OWN = Set.of("took", "_index", "_shards");

  /**
   * A system of a duel: how it is called, which index it asks, in which form, and how rewritten.
   */
  record Way(String name, String index, ShopSets.Form form, boolean rewriting) {}

  /** INDEX stands for the index's name. */
  static final String SEARCH = "/INDEX/_search?request_cache=false";

  static final String DEFAULT = "default";
  static final String UNCHANGED = "unchanged";
  static final String REWRITTEN = "rewritten";
  static final String STREAK_TERMS = "streak_terms";
  static final String STREAK_IDS = "streak_ids";

  static final List<Way> WAYS =
      List.of(
          new Way(DEFAULT, CatalogueTwins.PLAIN, ShopSets.Form.TERMS, false),
          new Way(UNCHANGED, CatalogueTwins.STREAK, ShopSets.Form.TERMS, false),
          new Way(REWRITTEN, CatalogueTwins.STREAK, ShopSets.Form.TERMS, true),
          new Way(STREAK_TERMS, CatalogueTwins.STREAK, ShopSets.Form.STREAK_TERMS, false),
          new Way(STREAK_IDS, CatalogueTwins.STREAK, ShopSets.Form.STREAK_IDS, false));

  private final BenchContext context;
  private final ShopSets sets;
  private final Rest rest;
  private final KeptConnection connection;
  private boolean rewriting;
  private long compared;

  HttpDuels(BenchContext context, ShopSets sets, Rest rest, int port) throws IOException {
    this.context = context;
    this.sets = sets;
    this.rest = rest;
    this.connection = new KeptConnection(port);
  }

  /** What is asked about the items of shops. */
  enum Kind {
    /** How many there are. */
    COUNT("Count of %s over HTTP") {
      @Override
      byte[] body(ShopSets.ShopSet set, ShopSets.Form form) {
        return set.count(form);
      }
    },
    /** The best ten with a word. */
    TOP10("A word and %s over HTTP, top 10") {
      @Override
      byte[] body(ShopSets.ShopSet set, ShopSets.Form form) {
        return set.top10(form);
      }
    };

    private final String title;

    Kind(String title) {
      this.title = title;
    }

    abstract byte[] body(ShopSets.ShopSet set, ShopSets.Form form);
  }

  /** Asks for the items of shops in several ways. */
  DuelResult filters(Kind kind, List<Way> ways) throws Exception {
    compare(ways, kind);
    Duel duel =
        context.duel(String.format(Locale.ROOT, kind.title, sets)).inputs(INPUTS).answersDiffer();
    for (Way way : ways) {
      Asked asked = new Asked(way, kind);
      duel.system(way.name(), asked::prepare, asked::ask);
    }
    return duel.run();
  }

  /** One system: the next set is made before the clock runs, the answer is checked after. */
  private final class Asked {
    private final Way way;
    private final Kind kind;
    private long calls;
    private ShopSets.ShopSet set;
    private byte[] request;
    private String answer;

    Asked(Way way, Kind kind) {
      this.way = way;
      this.kind = kind;
    }

    void prepare(int input) throws Exception {
      check();
      set = sets.set(kind + way.name(), calls++);
      request = kind.body(set, way.form());
      rewrite(way.rewriting());
    }

    Object ask(int input) throws IOException {
      answer = connection.post(searchPath(way), request);
      return answer;
    }

    /** Looks at the answer before. */
    private void check() {
      if (answer == null || kind != Kind.COUNT) {
        return;
      }
      JsonObject total = JsonParser.parseString(answer).getAsJsonObject().getAsJsonObject("hits");
      long found = total.getAsJsonObject("total").get("value").getAsLong();
      if (found != set.items()) {
        throw new IllegalStateException(
            way.name() + " counts " + found + " items of shops that have " + set.items());
      }
    }
  }

  private static String searchPath(Way way) {
    return SEARCH.replace("INDEX", way.index());
  }

  /** The host's own switch, for all indexes; turned where it stands the other way. */
  private void rewrite(boolean wanted) throws IOException, InterruptedException {
    if (rewriting != wanted) {
      rest.put(
          "/_cluster/settings",
          "{\"transient\":{\"search.query_rewriting.enabled\":" + wanted + "}}");
      rewriting = wanted;
    }
  }

  private void compare(List<Way> ways, Kind kind) throws IOException, InterruptedException {
    for (int i = 0; i < COMPARED; i++) {
      ShopSets.ShopSet set = sets.set("compared", i);
      List<JsonElement> answers = new ArrayList<>();
      for (Way way : ways) {
        rewrite(way.rewriting());
        answers.add(answer(searchPath(way), kind.body(set, way.form())));
        compared++;
        if (answers.getLast().equals(answers.getFirst()) == false) {
          throw new IllegalStateException(
              way.name() + " answers " + answers.getLast() + ", not " + answers.getFirst());
        }
      }
    }
    rewrite(false);
  }

  /** Asks both indexes the same in turns; bodies are given by the call's number. */
  DuelResult same(String title, String path, int inputs, ThrowingBody body) throws Exception {
    Duel duel = context.duel(title).inputs(inputs).answersDiffer();
    for (int i = 0; i < Math.min(inputs, COMPARED); i++) {
      byte[] request = body.of(i);
      JsonElement plain = answer(path.replace("INDEX", CatalogueTwins.PLAIN), request);
      JsonElement streak = answer(path.replace("INDEX", CatalogueTwins.STREAK), request);
      compared++;
      if (plain.equals(streak) == false) {
        throw new IllegalStateException(title + ": Streak answers " + streak + ", not " + plain);
      }
    }
    for (String index : List.of(CatalogueTwins.PLAIN, CatalogueTwins.STREAK)) {
      String ofIndex = path.replace("INDEX", index);
      long[] calls = new long[1];
      byte[][] request = new byte[1][];
      duel.system(
          index.equals(CatalogueTwins.PLAIN) ? DEFAULT : "streak",
          input -> request[0] = body.of(calls[0]++),
          input -> connection.post(ofIndex, request[0]));
    }
    return duel.run();
  }

  /** Makes the body of the {@code n}-th request. */
  interface ThrowingBody {
    byte[] of(long n) throws Exception;
  }

  /** A request for items by their keys. */
  static byte[] multiGet(Catalogue catalogue, Random random, int keys) {
    StringBuilder ids = new StringBuilder("{\"ids\":[");
    for (int i = 0; i < keys; i++) {
      long id = catalogue.itemId(random.nextInt(catalogue.size()));
      ids.append(i == 0 ? "\"" : ",\"").append(id).append('"');
    }
    return ids.append("]}").toString().getBytes(StandardCharsets.UTF_8);
  }

  /** How many answers of each system of a duel are compared in full. */
  int comparedEach() {
    return COMPARED;
  }

  /** How many answers were compared in full. */
  long compared() {
    return compared;
  }

  byte[] nextCount(Way way, long n) {
    return sets.set("shard" + way.name(), n).count(way.form());
  }

  String post(String path, byte[] body) throws IOException {
    return connection.post(path, body);
  }

  private JsonElement answer(String path, byte[] body) throws IOException {
    JsonElement answer = JsonParser.parseString(connection.post(path, body));
    stripOwn(answer);
    return answer;
  }

  private static void stripOwn(JsonElement element) {
    if (element instanceof JsonObject object) {
      OWN.forEach(object::remove);
      object.asMap().values().forEach(HttpDuels::stripOwn);
    } else if (element.isJsonArray()) {
      element.getAsJsonArray().forEach(HttpDuels::stripOwn);
    }
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }
}
