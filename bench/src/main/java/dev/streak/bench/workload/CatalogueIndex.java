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

import dev.streak.bench.data.Catalogue;
import dev.streak.codec.StreakCodec;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.IntField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.util.BytesRef;

/** A catalogue as Lucene documents, in an index sorted by city, geohash and shop. */
public final class CatalogueIndex {
  /** Key of an item, a decimal number. */
  public static final String ID = "id";

  /** Key of a shop, a decimal number: what filters ask for. */
  public static final String SHOP = "shop";

  /** City, also as doc values. */
  public static final String CITY = "city";

  /** Geohash of six digits, also as doc values. */
  public static final String GEOHASH = "geohash";

  /** Item name as one term, for prefixes. */
  public static final String NAME = "name";

  /** Kind of dish, also as doc values. */
  public static final String CATEGORY = "category";

  /** Price in cents: points and doc values. */
  public static final String PRICE = "price";

  /** Analysed description, with positions. */
  public static final String DESCRIPTION = "description";

  /** The whole item as JSON, stored. */
  public static final String SOURCE = "source";

  private CatalogueIndex() {}

  /** The order in which documents lie. */
  public static Sort sort() {
    return new Sort(
        new SortField(CITY, SortField.Type.STRING),
        new SortField(GEOHASH, SortField.Type.STRING),
        new SortField(SHOP, SortField.Type.STRING));
  }

  /** The codec with the choices that this catalogue wants. */
  public static StreakCodec streakCodec() {
    return StreakCodec.builder().prefixes(NAME, 1, 3).build();
  }

  /** Settings of a sorted index. */
  public static IndexWriterConfig config(Codec codec) {
    return new IndexWriterConfig(new StandardAnalyzer()).setCodec(codec).setIndexSort(sort());
  }

  /** An item as a document. */
  public static Document document(Catalogue.Item item) {
    Document document = new Document();
    document.add(new StringField(ID, Long.toString(item.id()), Field.Store.NO));
    keyword(document, SHOP, Long.toString(item.shop().id()));
    keyword(document, CITY, item.shop().city());
    keyword(document, GEOHASH, item.shop().geohash());
    document.add(new StringField(NAME, item.name(), Field.Store.NO));
    keyword(document, CATEGORY, item.category());
    document.add(new IntField(PRICE, item.priceCents(), Field.Store.NO));
    document.add(new TextField(DESCRIPTION, item.description(), Field.Store.NO));
    document.add(new StoredField(SOURCE, item.toJson()));
    return document;
  }

  private static void keyword(Document document, String field, String value) {
    document.add(new StringField(field, value, Field.Store.NO));
    document.add(new SortedDocValuesField(field, new BytesRef(value)));
  }
}
