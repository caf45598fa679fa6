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

import dev.streak.bench.data.Catalogue;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import org.roaringbitmap.RoaringBitmap;

/**
 * Sets of shops' ids, another for each request, half of them ids of no shop, in no order; and the
 * requests that ask for their items.
 */
final class ShopSets {
  private static final String[] WORDS = {"spicy", "noodles", "garlic", "salad", "mushroom", "lime"};

  /** How a request says which ids it wants. */
  enum Form {
    /** A query of the host's, ids as strings. */
    TERMS,
    /** Our query, ids as numbers. */
    STREAK_TERMS,
    /** Our query, a bitmap. */
    STREAK_IDS
  }

  /** One set, and a word to look for beside it. */
  static final class ShopSet {
    private final long[] ids;
    private final String word;
    private final long items;

    private ShopSet(long[] ids, String word, long items) {
      this.ids = ids;
      this.word = word;
      this.items = items;
    }

    /** How many items the shops have. */
    long items() {
      return items;
    }

    /** Counts all items of the shops. */
    byte[] count(Form form) {
      return bytes(
          "{\"size\":0,\"track_total_hits\":true,\"query\":{\"constant_score\":{\"filter\":"
              + query(form)
              + "}}}");
    }

    /** The first ten items of the shops whose description has a word. */
    byte[] top10(Form form) {
      return bytes(
          "{\"size\":10,\"query\":{\"bool\":{\"must\":[{\"match\":{\"description\":\""
              + word
              + "\"}}],\"filter\":["
              + query(form)
              + "]}}}");
    }

    private static byte[] bytes(String text) {
      return text.getBytes(StandardCharsets.UTF_8);
    }

    private String query(Form form) {
      return switch (form) {
        case TERMS -> "{\"terms\":{\"shop.id\":" + list("\"") + "}}";
        case STREAK_TERMS -> "{\"streak_terms\":{\"shop.id\":" + list("") + "}}";
        case STREAK_IDS -> "{\"streak_ids\":{\"shop.id\":{\"bitmap\":\"" + bitmap() + "\"}}}";
      };
    }

    private String list(String quote) {
      StringBuilder text = new StringBuilder("[");
      for (long id : ids) {
        text.append(text.length() == 1 ? "" : ",").append(quote).append(id).append(quote);
      }
      return text.append(']').toString();
    }

    private String bitmap() {
      RoaringBitmap bitmap = new RoaringBitmap();
      for (long id : ids) {
        bitmap.add(Math.toIntExact(id));
      }
      ByteBuffer bytes = ByteBuffer.allocate(bitmap.serializedSizeInBytes());
      bitmap.serialize(bytes);
      return Base64.getEncoder().encodeToString(bytes.array());
    }
  }

  private final List<Catalogue.Shop> shops;
  private final Set<Long> known = new HashSet<>();
  private final int size;
  private final long seed;

  /** Sets of {@code size} ids, fewer if there are too few shops. */
  ShopSets(Catalogue catalogue, int size, long seed) {
    this.shops = catalogue.shops();
    shops.forEach(shop -> known.add(shop.id()));
    this.size = Math.min(size, shops.size());
    this.seed = seed;
  }

  /** How many ids each has. */
  int size() {
    return size;
  }

  /** The {@code n}-th set of a kind; sets of different kinds differ. */
  ShopSet set(String kind, long n) {
    Random random = new Random((seed * 31 + kind.hashCode()) * 0x9E3779B97F4A7C15L + n);
    long[] ids = new long[size];
    long items = 0;
    int count = 0;
    for (int shop : random.ints(0, shops.size()).distinct().limit(size / 2).toArray()) {
      ids[count++] = shops.get(shop).id();
      items += shops.get(shop).items();
    }
    Set<Long> absent = new HashSet<>();
    long first = shops.getFirst().id();
    while (count < size) {
      long id = first + random.nextInt(7 * shops.size());
      if (known.contains(id) == false && absent.add(id)) {
        ids[count++] = id;
      }
    }
    for (int i = size - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      long swapped = ids[i];
      ids[i] = ids[j];
      ids[j] = swapped;
    }
    return new ShopSet(ids, WORDS[(int) (n % WORDS.length)], items);
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%,d ids", size);
  }
}
