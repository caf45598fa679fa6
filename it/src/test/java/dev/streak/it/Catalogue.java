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
package dev.streak.it;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.UUID;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.IntPoint;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.SortedNumericDocValuesField;
import org.apache.lucene.document.SortedSetDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.util.BytesRef;

/**
 * A shop catalogue: documents with every kind of field, each a function of its number and revision
 * alone, so that a process which never saw the index can say what must be in it.
 */
final class Catalogue {

  /** One run of documents per shop, once segments are merged. */
  static final Sort INDEX_SORT =
      new Sort(
          new SortField("shopOrder", SortField.Type.LONG),
          new SortField("number", SortField.Type.LONG));

  /** Decimal, one document each. */
  static final String ID = "id";

  /** Decimal, about thirty consecutive documents each. */
  static final String SHOP = "shop";

  /** At most eight bytes, scattered documents. */
  static final String TAG = "tag";

  /** Longer than eight bytes, one or two documents each, long common prefixes. */
  static final String SKU = "sku";

  /** A UUID, one document each. */
  static final String KEY = "key";

  /** Letters and a number, one document each. */
  static final String ORDER = "order";

  /** Names for prefixes. */
  static final String NAME = "name";

  /** The fields whose postings hold documents only. */
  static final List<String> KEYWORD_FIELDS = List.of(ID, SHOP, TAG, SKU, KEY, ORDER, NAME);

  /** Text with everything that postings can hold, and with term vectors. */
  static final String BODY = "body";

  /** Stored text that looks like a log line. */
  static final String SOURCE = "source";

  static final String REVISION = "revision";

  private static final String[] WORDS = {
    "streak", "of", "documents", "the", "noodle", "soup", "Зима", "東京", "naïve", "run", "and",
    "shop", "delivery", "with", "extra", "cheese", "to", "rice", "tofu", "peppers", "hot", "cold"
  };
  private static final FieldType TEXT = text();

  private Catalogue() {}

  static int shopOf(int number) {
    return number / 30;
  }

  static String skuOf(int number) {
    return String.format(Locale.ROOT, "https://shop.example/item/%08x", (number / 2) * 0x9E3779B1);
  }

  static String keyOf(int number) {
    long mixed = number * 0x9E3779B97F4A7C15L;
    return new UUID((mixed & ~0xF000L) | 0x4000L, (mixed >>> 2) | Long.MIN_VALUE).toString();
  }

  static String orderOf(int number) {
    return "no. " + number + "-" + "abc".charAt(number % 3);
  }

  static String nameOf(int number) {
    return WORDS[number % WORDS.length] + " " + WORDS[(number / 7) % WORDS.length] + number % 97;
  }

  /** The document with that number, as it looks after {@code revision} changes. */
  static Document document(int number, int revision) {
    Random random = new Random(((long) number << 20) ^ revision);
    Document document = new Document();
    document.add(new StringField(ID, Integer.toString(number), Field.Store.YES));
    document.add(new StringField(SHOP, Integer.toString(shopOf(number)), Field.Store.NO));
    document.add(new StringField(SKU, skuOf(number), Field.Store.NO));
    document.add(new StringField(KEY, keyOf(number), Field.Store.NO));
    document.add(new StringField(ORDER, orderOf(number), Field.Store.NO));
    document.add(new StringField(NAME, nameOf(number), Field.Store.NO));
    for (int tag = random.nextInt(4); tag > 0; tag--) {
      document.add(new StringField(TAG, "t" + random.nextInt(300), Field.Store.NO));
    }
    String body = sentence(random, 3 + random.nextInt(20));
    document.add(new Field(BODY, body, TEXT));
    document.add(new StoredField(SOURCE, source(number, revision, body)));
    document.add(new StoredField("blob", new BytesRef(body.getBytes(StandardCharsets.UTF_8))));
    document.add(new StoredField(REVISION, revision));
    document.add(new NumericDocValuesField("shopOrder", shopOf(number)));
    document.add(new NumericDocValuesField("number", number));
    document.add(new NumericDocValuesField("revisionValue", revision));
    addRareKinds(document, number, random);
    return document;
  }

  private static void addRareKinds(Document document, int number, Random random) {
    document.add(new SortedDocValuesField("nameValue", new BytesRef(nameOf(number))));
    document.add(new SortedSetDocValuesField("tags", new BytesRef("t" + random.nextInt(9))));
    document.add(new SortedSetDocValuesField("tags", new BytesRef("t" + random.nextInt(9))));
    document.add(new SortedNumericDocValuesField("prices", random.nextInt(1000)));
    document.add(new BinaryDocValuesField("raw", new BytesRef(skuOf(number))));
    document.add(new IntPoint("place", random.nextInt(1000), random.nextInt(1000)));
    if (number % 3 == 0) {
      float[] vector = {random.nextFloat() + 0.1f, random.nextFloat(), random.nextFloat(), 1};
      document.add(new KnnFloatVectorField("vector", vector));
    }
  }

  private static String source(int number, int revision, String body) {
    return "{\"id\":" + number + ",\"revision\":" + revision + ",\"message\":\"" + body + "\"}";
  }

  private static String sentence(Random random, int length) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append(i == 0 ? "" : " ").append(WORDS[random.nextInt(WORDS.length)]);
      if (random.nextInt(6) == 0) {
        text.append(random.nextInt(5000));
      }
    }
    return text.toString();
  }

  private static FieldType text() {
    FieldType type = new FieldType();
    type.setTokenized(true);
    type.setIndexOptions(IndexOptions.DOCS_AND_FREQS_AND_POSITIONS_AND_OFFSETS);
    type.setStoreTermVectors(true);
    type.setStoreTermVectorPositions(true);
    type.setStoreTermVectorOffsets(true);
    type.freeze();
    return type;
  }
}
