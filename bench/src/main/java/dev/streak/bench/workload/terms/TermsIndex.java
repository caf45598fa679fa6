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
package dev.streak.bench.workload.terms;

import dev.streak.bench.harness.BenchContext;
import dev.streak.bench.workload.TwinIndex;
import dev.streak.bench.workload.UncachedSearcher;
import dev.streak.codec.StreakCodec;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOUtils;

/** Documents that belong to shops, equally many to each, indexed by both codecs. */
public final class TermsIndex implements Closeable {
  public static final String SHOP = "shop";
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

  private final TermsLayout layout;
  private final DirectoryReader luceneReader;
  private final DirectoryReader streakReader;

  private TermsIndex(TermsLayout layout, List<TwinIndex.Side> sides) throws IOException {
    this.layout = layout;
    this.luceneReader = sides.get(0).open();
    this.streakReader = sides.get(1).open();
  }

  /** Builds both indexes and opens them. */
  static TermsIndex build(BenchContext context, TermsLayout layout, boolean withText)
      throws Exception {
    TermsLayout.Ownership ownership = layout.ownership();
    IntFunction<Document> documents = doc -> document(doc, id(ownership.ownerOf(doc)), withText);
    StreakCodec codec = new StreakCodec();
    List<TwinIndex.Side> sides =
        layout.segments() == 1
            ? TwinIndex.build(context, layout.docs(), documents, IndexWriterConfig::new, codec)
            : TwinIndex.buildSegments(
                context,
                layout.docs(),
                documents,
                IndexWriterConfig::new,
                codec,
                layout.segments());
    return new TermsIndex(layout, sides);
  }

  /** The key of an owner. */
  public static long id(int owner) {
    return (owner + 1) * ID_FACTOR % ID_MODULUS;
  }

  public static Document document(int doc, long id, boolean withText) {
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

  TermsLayout layout() {
    return layout;
  }

  /** Searches Lucene's index. */
  IndexSearcher lucene() {
    return UncachedSearcher.of(luceneReader);
  }

  /** Searches Streak's index. */
  IndexSearcher streak() {
    return UncachedSearcher.of(streakReader);
  }

  @Override
  public void close() throws IOException {
    IOUtils.close(luceneReader, streakReader);
  }
}
