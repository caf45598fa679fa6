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
package dev.streak.bench.workload.general;

import dev.streak.bench.data.ZipfText;
import dev.streak.bench.harness.BenchContext;
import dev.streak.bench.workload.TwinIndex;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.IntField;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.util.BytesRef;

/**
 * Unsorted documents of running text, keywords and numbers: an index that Streak has nothing for.
 */
final class GeneralIndex {
  static final String BODY = "body";
  static final String TITLE = "title";
  static final String CATEGORY = "category";
  static final String PRICE = "price";
  static final String TIME = "time";
  static final int CATEGORIES = 200;
  static final int MAX_PRICE = 100_000;

  private static final int BODY_WORDS = 60;

  private final ZipfText text;
  private final long seed;

  GeneralIndex(long seed, int docs) {
    this.seed = seed;
    this.text = new ZipfText(seed, Math.max(5_000, Math.min(docs, 200_000)));
  }

  ZipfText text() {
    return text;
  }

  /** A phrase of {@code words} words that some document contains. */
  String[] phrase(int doc, int from, int words) {
    String[] body = text.text(doc, BODY_WORDS).split(" ");
    String[] phrase = new String[words];
    System.arraycopy(body, Math.min(from, body.length - words), phrase, 0, words);
    return phrase;
  }

  /** A title is a keyword: two words and a number, so nearly unique. */
  String title(int doc) {
    SplittableRandom random = new SplittableRandom(seed ^ (doc * 0xD1342543DE82EF95L));
    return text.word(random.nextInt(text.vocabulary()))
        + " "
        + text.word(random.nextInt(text.vocabulary()))
        + " "
        + random.nextInt(1000);
  }

  List<TwinIndex.Side> build(BenchContext context, int docs, Codec streak) throws Exception {
    return TwinIndex.buildTimed(
        context, docs, this::document, () -> new IndexWriterConfig(new StandardAnalyzer()), streak);
  }

  private Document document(int i) {
    SplittableRandom random = new SplittableRandom(seed + 31L * i);
    Document document = new Document();
    document.add(new TextField(BODY, text.text(i, BODY_WORDS), Field.Store.NO));
    document.add(new StringField(TITLE, title(i), Field.Store.NO));
    int category = Math.min(random.nextInt(CATEGORIES), random.nextInt(CATEGORIES));
    document.add(new StringField(CATEGORY, "c" + category, Field.Store.NO));
    document.add(new SortedDocValuesField(CATEGORY, new BytesRef("c" + category)));
    document.add(new IntField(PRICE, random.nextInt(MAX_PRICE), Field.Store.NO));
    document.add(new NumericDocValuesField(TIME, random.nextLong(1L << 40)));
    return document;
  }
}
