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
package dev.streak.bench.workload;

import dev.streak.bench.data.Shuffle;
import dev.streak.bench.harness.BenchContext;
import dev.streak.codec.StreakCodec;
import java.util.List;
import java.util.Random;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.util.BytesRef;

/** Documents that belong to shops, equally many to each: in shop order, or in none. */
final class TermsIndex {
  static final String SHOP = "shop";
  static final String TEXT = "text";

  /** In one document of ten. */
  static final String WORD = "tofu";

  /** Ids are scattered over numbers of eight digits, and their order says nothing of the shops'. */
  private static final long ID_FACTOR = 48_271;

  private static final long ID_MODULUS = 99_999_989;

  private static final String[] TEXTS = new String[1024];

  static {
    Random random = new Random(7);
    for (int i = 0; i < TEXTS.length; i++) {
      StringBuilder text = new StringBuilder();
      for (int words = 2 + random.nextInt(8); words > 0; words--) {
        text.append("w").append(random.nextInt(300)).append(' ');
      }
      if (i % 10 == 0) {
        text.append((WORD + " ").repeat(1 + random.nextInt(3)));
      }
      TEXTS[i] = text.toString();
    }
  }

  private TermsIndex() {}

  /** The key of a shop. */
  static long id(int shop) {
    return (shop + 1) * ID_FACTOR % ID_MODULUS;
  }

  /** The shop of a document of the index that is in shop order. */
  static int sortedShop(int doc, int docsPerShop) {
    return doc / docsPerShop;
  }

  /** The shop of a document of the other, {@code order} being {@link #noOrder}. */
  static int scatteredShop(int doc, int docsPerShop, Shuffle order) {
    return order.apply(doc) / docsPerShop;
  }

  /** A permutation without any pattern: multiples of a number would leave one in the gaps. */
  static Shuffle noOrder(int docs) {
    return new Shuffle(docs, 7);
  }

  static List<TwinIndex.Side> build(
      BenchContext context, int docs, int docsPerShop, boolean sorted, boolean withText)
      throws Exception {
    Shuffle order = noOrder(docs);
    return TwinIndex.build(
        context,
        docs,
        doc -> {
          int shop = sorted ? sortedShop(doc, docsPerShop) : scatteredShop(doc, docsPerShop, order);
          return document(doc, id(shop), withText);
        },
        IndexWriterConfig::new,
        new StreakCodec());
  }

  private static Document document(int doc, long id, boolean withText) {
    Document document = new Document();
    String shop = Long.toString(id);
    document.add(new StringField(SHOP, shop, Field.Store.NO));
    if (withText) {
      document.add(new SortedDocValuesField(SHOP, new BytesRef(shop)));
      int mixed = doc * 0x9E37_79B1;
      document.add(new TextField(TEXT, TEXTS[mixed >>> 22], Field.Store.NO));
    }
    return document;
  }
}
