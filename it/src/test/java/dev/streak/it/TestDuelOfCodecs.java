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

import java.io.IOException;
import java.util.Random;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.analysis.MockAnalyzer;
import org.apache.lucene.tests.util.LineFileDocs;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

/**
 * The same articles, deletions and merges through Lucene's default codec and through Streak with
 * random settings: the two indexes have the same terms, postings, positions, norms, stored fields,
 * vectors, doc values and points.
 */
public class TestDuelOfCodecs extends LuceneTestCase {

  public void testArticles() throws Exception {
    duel(400);
  }

  @Nightly
  public void testManyArticles() throws Exception {
    duel(20_000);
  }

  private void duel(int articles) throws Exception {
    long seed = random().nextLong();
    Codec streak = RandomSettings.codec(random());
    try (Directory theirs = newDirectory();
        Directory ours = newDirectory()) {
      index(theirs, TestUtil.getDefaultCodec(), seed, articles);
      index(ours, streak, seed, articles);
      try (DirectoryReader left = DirectoryReader.open(theirs);
          DirectoryReader right = DirectoryReader.open(ours)) {
        assertTrue(left.hasDeletions() || left.leaves().size() == 1);
        assertReaderEquals(streak.toString(), left, right);
      }
    }
  }

  private static void index(Directory directory, Codec codec, long seed, int articles)
      throws IOException {
    Random random = new Random(seed);
    try (Analyzer analyzer = new MockAnalyzer(new Random(seed));
        LineFileDocs docs = new LineFileDocs(random)) {
      IndexWriterConfig config = new IndexWriterConfig(analyzer).setCodec(codec);
      config.setMergePolicy(new LogDocMergePolicy());
      config.setMergeScheduler(new SerialMergeScheduler());
      config.setMaxBufferedDocs(articles / 20);
      config.setRAMBufferSizeMB(IndexWriterConfig.DISABLE_AUTO_FLUSH);
      config.setUseCompoundFile(random.nextBoolean());
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        for (int i = 0; i < articles; i++) {
          writer.addDocument(article(docs, i, random));
          if (random.nextInt(20) == 0) {
            writer.deleteDocuments(new Term("docid", Integer.toString(random.nextInt(i + 1))));
          }
          if (random.nextInt(articles / 4) == 0) {
            writer.deleteDocuments(new Term("tag", Integer.toString(random.nextInt(50))));
          }
        }
        if (random.nextBoolean()) {
          writer.forceMerge(1);
        } else {
          // Merges may have tidied up every deletion so far; this one stays.
          writer.getConfig().setMergePolicy(NoMergePolicy.INSTANCE);
          writer.addDocument(article(docs, articles, random));
          writer.addDocument(article(docs, articles + 1, random));
          writer.deleteDocuments(new Term("docid", Integer.toString(articles)));
        }
      }
    }
  }

  private static Document article(LineFileDocs docs, int number, Random random) throws IOException {
    Document article = new Document();
    docs.nextDoc().forEach(article::add);
    article.add(new StringField("shop", Integer.toString(number / 30), Field.Store.NO));
    article.add(new StringField("tag", Integer.toString(random.nextInt(50)), Field.Store.NO));
    article.add(new StringField("tag", Integer.toString(random.nextInt(50)), Field.Store.NO));
    return article;
  }
}
