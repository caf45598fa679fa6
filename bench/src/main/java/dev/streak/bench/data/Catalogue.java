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
package dev.streak.bench.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The catalogue of a food-delivery service: shops in cities, items in shops. Item {@code i} depends
 * on the seed and {@code i} alone, so items can be made in any order, again and again, by several
 * threads; items arrive shuffled, as they do in life.
 *
 * <p>Shops carry {@value #MIN_SHOP_ITEMS} to {@value #MAX_SHOP_ITEMS} items, about a hundred on
 * average. Shop ids and item ids are decimal numbers that say nothing about place.
 */
public final class Catalogue {
  private static final int MIN_SHOP_ITEMS = 20;
  private static final int MAX_SHOP_ITEMS = 180;
  private static final long ITEM_ID_BASE = 700_000_000_000L;

  /** A shop and the range of places in the sorted catalogue that its items take. */
  public record Shop(long id, String name, String city, String geohash, int firstItem, int items) {}

  /** An item as a document's content. */
  public record Item(
      long id, Shop shop, String name, String category, int priceCents, String description) {

    /** The item as an application would store it. */
    public String toJson() {
      return "{\"id\":"
          + id
          + ",\"shop\":{\"id\":"
          + shop.id()
          + ",\"name\":\""
          + shop.name()
          + "\",\"city\":\""
          + shop.city()
          + "\",\"geohash\":\""
          + shop.geohash()
          + "\"},\"name\":\""
          + name
          + "\",\"category\":\""
          + category
          + "\",\"price\":{\"amount\":"
          + priceCents / 100
          + "."
          + (priceCents % 100 < 10 ? "0" : "")
          + priceCents % 100
          + ",\"currency\":\"EUR\"},\"description\":\""
          + description
          + "\",\"available\":true}";
    }
  }

  private final long seed;
  private final int items;
  private final List<Shop> shops;
  private final int[] shopOfPlace;
  private final Shuffle arrival;
  private final Shuffle itemIds;
  private final CatalogueWords words = new CatalogueWords();

  /** A catalogue of {@code items} items. */
  public Catalogue(long seed, int items) {
    if (items < 1) {
      throw new IllegalArgumentException("items must be >= 1: items=" + items);
    }
    this.seed = seed;
    this.items = items;
    this.shopOfPlace = new int[items];
    this.shops = Collections.unmodifiableList(makeShops());
    this.arrival = new Shuffle(items, seed ^ 0x5DEECE66DL);
    this.itemIds = new Shuffle(items, seed ^ 0x2545F4914F6CDD1DL);
  }

  private List<Shop> makeShops() {
    SplittableRandom random = new SplittableRandom(seed);
    List<Shop> made = new ArrayList<>();
    int place = 0;
    while (place < items) {
      int wanted = MIN_SHOP_ITEMS + random.nextInt(MAX_SHOP_ITEMS - MIN_SHOP_ITEMS + 1);
      int count = Math.min(wanted, items - place);
      CatalogueWords.City city = words.city(random);
      String geohash =
          Geohash.encode(
              city.latitude() + random.nextDouble(-0.15, 0.15),
              city.longitude() + random.nextDouble(-0.2, 0.2),
              6);
      long id = 1_000_000L + 7L * made.size() + random.nextInt(7);
      Arrays.fill(shopOfPlace, place, place + count, made.size());
      made.add(new Shop(id, words.shopName(random), city.name(), geohash, place, count));
      place += count;
    }
    return made;
  }

  /** Number of items. */
  public int size() {
    return items;
  }

  /** All shops. */
  public List<Shop> shops() {
    return shops;
  }

  /** The {@code i}-th item to arrive. */
  public Item item(int i) {
    int place = arrival.apply(i);
    SplittableRandom random = new SplittableRandom(seed * 31 + place);
    CatalogueWords.Dish dish = words.dish(random);
    int price = 250 + 10 * random.nextInt(350) + (random.nextInt(4) == 0 ? 9 : 0);
    return new Item(
        itemId(i),
        shops.get(shopOfPlace[place]),
        dish.name(),
        dish.category(),
        price,
        words.description(random, dish));
  }

  /** The id of the {@code i}-th item to arrive: unique, in no order. */
  public long itemId(int i) {
    return ITEM_ID_BASE + 3L * itemIds.apply(i);
  }
}
