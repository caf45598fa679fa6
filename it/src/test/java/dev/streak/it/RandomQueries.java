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

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.lucene.document.IntPoint;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.FuzzyQuery;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TermRangeQuery;
import org.apache.lucene.search.WildcardQuery;
import org.apache.lucene.util.BytesRef;

/** Queries of every type, about a {@link Catalogue} of so many documents. */
final class RandomQueries {

  private final Random random;
  private final int documents;

  RandomQueries(Random random, int documents) {
    this.random = random;
    this.documents = documents;
  }

  Query next() {
    if (random.nextInt(3) > 0) {
      return simple();
    }
    BooleanQuery.Builder query = new BooleanQuery.Builder();
    query.add(simple(), Occur.MUST);
    for (int clauses = random.nextInt(3); clauses >= 0; clauses--) {
      Occur[] occurs = {Occur.MUST, Occur.FILTER, Occur.SHOULD, Occur.MUST_NOT};
      query.add(simple(), occurs[random.nextInt(occurs.length)]);
    }
    return query.build();
  }

  private Query simple() {
    int number = random.nextInt(documents);
    String shop = Integer.toString(Catalogue.shopOf(number));
    String name = Catalogue.nameOf(number);
    return switch (random.nextInt(14)) {
      case 0 -> new TermQuery(new Term(Catalogue.ID, Integer.toString(number)));
      case 1 -> new TermQuery(new Term(Catalogue.SHOP, shop));
      case 2 -> new TermQuery(new Term(Catalogue.SKU, Catalogue.skuOf(number)));
      case 3 -> new PrefixQuery(new Term(Catalogue.NAME, name.substring(0, 1 + random.nextInt(4))));
      case 4 -> new PrefixQuery(new Term(Catalogue.ID, Integer.toString(random.nextInt(40))));
      case 5 -> new WildcardQuery(new Term(Catalogue.NAME, "*" + name.charAt(1) + "?" + "*"));
      case 6 -> new FuzzyQuery(new Term(Catalogue.NAME, name));
      case 7 -> range();
      case 8 -> new PhraseQuery(Catalogue.BODY, "noodle", "soup");
      case 9 -> new TermQuery(new Term(Catalogue.BODY, random.nextBoolean() ? "the" : "東京"));
      case 10 -> IntPoint.newRangeQuery("place", new int[] {0, 0}, new int[] {number % 1000, 500});
      case 11 -> new ConstantScoreQuery(shops());
      case 12 -> new TermQuery(new Term(Catalogue.ORDER, Catalogue.orderOf(number)));
      default -> shops();
    };
  }

  private Query range() {
    BytesRef from = new BytesRef(Integer.toString(random.nextInt(documents)));
    BytesRef to = new BytesRef(Integer.toString(random.nextInt(documents)));
    return new TermRangeQuery(
        Catalogue.ID,
        from.compareTo(to) < 0 ? from : to,
        from.compareTo(to) < 0 ? to : from,
        random.nextBoolean(),
        random.nextBoolean());
  }

  private Query shops() {
    List<BytesRef> shops = new ArrayList<>();
    for (int count = 1 + random.nextInt(60); count > 0; count--) {
      shops.add(new BytesRef(Integer.toString(random.nextInt(documents / 25))));
    }
    return new TermInSetQuery(Catalogue.SHOP, shops);
  }
}
