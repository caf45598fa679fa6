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
package dev.streak.bench.workload.live;

import dev.streak.bench.data.Shuffle;
import java.util.Random;
import java.util.UUID;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;

/**
 * Items of shops, equally many to each, as they arrive: in no order, so that every segment has its
 * share of every shop. An item has a shop and two unique keys, a decimal number and a UUID.
 */
final class LiveDocuments {
  static final String SHOP = "shop";
  static final String DECIMAL = "id";
  static final String UUID_KEY = "uuid";
  static final String TEXT = "text";

  /** In one item of ten. */
  static final String WORD = "tofu";

  /** The place of an item's shop in the index order. */
  static final String PLACE = "place";

  static final Sort BY_PLACE = new Sort(new SortField(PLACE, SortField.Type.INT));

  /** Shop ids are scattered over numbers of eight digits, and their order is not that of places. */
  private static final long ID_FACTOR = 48_271;

  private static final long ID_MODULUS = 99_999_989;

  private static final long FIRST_KEY = 70_000_000_000L;

  private static final String[] TEXTS = texts();

  /** Which fields an item gets besides its place. */
  record Fields(boolean shop, boolean decimal, boolean uuid, boolean text) {}

  private final int docs;
  private final int docsPerShop;
  private final Fields fields;
  private final Shuffle arrival;
  private final Shuffle keys;

  LiveDocuments(int docs, int docsPerShop, Fields fields) {
    this.docs = docs;
    this.docsPerShop = docsPerShop;
    this.fields = fields;
    this.arrival = new Shuffle(docs, 17);
    this.keys = new Shuffle(docs, 29);
  }

  private static String[] texts() {
    Random random = new Random(7);
    String[] texts = new String[1024];
    for (int i = 0; i < texts.length; i++) {
      StringBuilder text = new StringBuilder();
      for (int words = 2 + random.nextInt(8); words > 0; words--) {
        text.append('w').append(random.nextInt(300)).append(' ');
      }
      texts[i] = i % 10 == 0 ? text + (WORD + " ").repeat(1 + random.nextInt(3)) : text.toString();
    }
    return texts;
  }

  int count() {
    return docs;
  }

  int shops() {
    return docs / docsPerShop;
  }

  /** The key of a shop. */
  static long shopId(int shop) {
    return (shop + 1) * ID_FACTOR % ID_MODULUS;
  }

  /** The decimal key of an item. */
  long decimal(int item) {
    return keyInOrder(keys.apply(item));
  }

  /** The decimal key that so many keys are less than. */
  long keyInOrder(int place) {
    return FIRST_KEY + 3L * place;
  }

  /** The UUID of an item, a version 4 one by its bits. */
  static String uuid(int item) {
    long high = (mix(2L * item) & ~0xF000L) | 0x4000L;
    long low = (mix(2L * item + 1) >>> 2) | Long.MIN_VALUE;
    return new UUID(high, low).toString();
  }

  private static long mix(long value) {
    long z = (value + 1) * 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /** What an update of an item goes by: its decimal key, or its UUID where it has no other. */
  Term key(int item) {
    return fields.decimal
        ? new Term(DECIMAL, Long.toString(decimal(item)))
        : new Term(UUID_KEY, uuid(item));
  }

  /** The {@code item}-th to arrive, as a document. */
  Document document(int item) {
    int shop = arrival.apply(item) / docsPerShop;
    Document document = new Document();
    document.add(new NumericDocValuesField(PLACE, shop));
    if (fields.shop) {
      document.add(new StringField(SHOP, Long.toString(shopId(shop)), Field.Store.NO));
    }
    if (fields.decimal) {
      document.add(new StringField(DECIMAL, Long.toString(decimal(item)), Field.Store.NO));
    }
    if (fields.uuid) {
      document.add(new StringField(UUID_KEY, uuid(item), Field.Store.NO));
    }
    if (fields.text) {
      String text = TEXTS[(item * 0x9E37_79B1) >>> 22];
      document.add(new TextField(TEXT, text, Field.Store.NO));
    }
    return document;
  }
}
