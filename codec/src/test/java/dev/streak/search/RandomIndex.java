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
package dev.streak.search;

import static org.apache.lucene.tests.util.LuceneTestCase.newDirectory;
import static org.apache.lucene.tests.util.LuceneTestCase.newIndexWriterConfig;
import static org.apache.lucene.tests.util.LuceneTestCase.random;

import dev.streak.cache.CachePolicy;
import dev.streak.codec.StreakCodec;
import dev.streak.termhash.TermHashSettings;
import java.io.Closeable;
import java.io.IOException;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.MultiReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.index.RandomIndexWriter;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOUtils;

/**
 * A random catalogue: written by Streak, by another codec or by both, sorted or not, with deletions
 * or without. Streak's part in an index of another codec is played by {@link ModelStreakTerms}.
 */
final class RandomIndex implements Closeable {

  /** Single-valued, a decimal number, also as doc values; sorted indexes are sorted by it. */
  static final String SHOP = "shop";

  /** Multi-valued, a decimal number. */
  static final String TAG = "tag";

  /** Analysed, with frequencies: never Streak's terms. */
  static final String TEXT = "text";

  static final int SHOPS = 400;
  static final int TAGS = 100;

  /** Of many documents, each has so many that its list is read no further than is wanted. */
  private static final int FEW = 6;

  private final Directory directory = newDirectory();
  private final int shops;
  private final int tags;
  private final DirectoryReader plain;

  /** Some of its segments have terms that queries can make runs of. */
  private final IndexReader reader;

  RandomIndex(int documents, boolean fewValues) throws IOException {
    shops = fewValues ? FEW : SHOPS;
    tags = fewValues ? FEW : TAGS;
    boolean sorted = random().nextBoolean();
    int writers = random().nextInt(3) == 0 ? 2 : 1;
    boolean streak = random().nextBoolean();
    DirectoryReader written = null;
    for (int i = 0; i < writers; i++) {
      IndexWriterConfig config = newIndexWriterConfig();
      if (fewValues) {
        config.setMaxBufferedDocs(documents);
        config.setRAMBufferSizeMB(IndexWriterConfig.DISABLE_AUTO_FLUSH);
      }
      if (sorted) {
        config.setIndexSort(new Sort(new SortField(SHOP, SortField.Type.STRING)));
      }
      if (streak || i > 0) {
        config.setCodec(codec());
      }
      IOUtils.close(written);
      written = write(config, documents / writers);
    }
    plain = written;
    reader = streak || writers > 1 ? plain : wrap(plain);
  }

  private static Codec codec() {
    if (random().nextBoolean()) {
      return new StreakCodec();
    }
    TermHashSettings hash = TermHashSettings.DEFAULT.withMinTerms(1 + random().nextInt(300));
    StreakCodec.Builder builder = StreakCodec.builder();
    builder.termHash(hash.withField(TAG, random().nextBoolean()));
    builder.termsIndex(SHOP, anyOf(CachePolicy.PINNED, CachePolicy.CACHED, CachePolicy.UNCACHED));
    builder.termBlocks(SHOP, anyOf(CachePolicy.values()));
    if (random().nextBoolean()) {
      builder.prefixes(SHOP, 1, 1 + random().nextInt(3), 100);
    }
    return builder.build();
  }

  private static CachePolicy anyOf(CachePolicy... policies) {
    return policies[random().nextInt(policies.length)];
  }

  private DirectoryReader write(IndexWriterConfig config, int documents) throws IOException {
    try (RandomIndexWriter writer = new RandomIndexWriter(random(), directory, config)) {
      for (int i = 0; i < documents; i++) {
        writer.addDocument(document());
      }
      if (random().nextBoolean()) {
        for (int i = 0; i < 20; i++) {
          writer.deleteDocuments(new Term(TAG, "" + random().nextInt(TAGS)));
        }
      }
      return writer.getReader();
    }
  }

  private static IndexReader wrap(DirectoryReader plain) throws IOException {
    DirectoryReader model = ModelStreakTerms.wrap(plain);
    return random().nextInt(3) > 0 ? model : new MultiReader(model, plain);
  }

  private Document document() {
    Document document = new Document();
    String shop = Integer.toString(random().nextInt(shops));
    document.add(new StringField(SHOP, shop, Field.Store.NO));
    document.add(new SortedDocValuesField(SHOP, new BytesRef(shop)));
    for (int i = random().nextInt(4); i > 0; i--) {
      document.add(new StringField(TAG, "" + random().nextInt(tags), Field.Store.NO));
    }
    StringBuilder text = new StringBuilder();
    for (int i = random().nextInt(8); i >= 0; i--) {
      text.append((char) ('a' + random().nextInt(8))).append(' ');
    }
    document.add(new TextField(TEXT, text.toString(), Field.Store.NO));
    document.add(new NumericDocValuesField("price", random().nextInt(100)));
    return document;
  }

  IndexReader reader() {
    return reader;
  }

  @Override
  public void close() throws IOException {
    if (reader != plain) {
      reader.close();
    }
    plain.close();
    directory.close();
  }
}
