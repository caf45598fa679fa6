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
package dev.streak.tools.verify;

import dev.streak.codec.StreakCodec;
import dev.streak.field.PrefixSets;
import dev.streak.field.StreakTerms;
import dev.streak.termhash.TermHashSettings;
import java.io.IOException;
import org.apache.lucene.codecs.FieldsProducer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FilterCodecReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Terms;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;

public class TestShortcuts extends LuceneTestCase {
  private static final String FIELD = "shop";

  private Directory directory;
  private DirectoryReader reader;

  /** Two segments: the same terms, and one document in which they differ. */
  private void open(String... last) throws IOException {
    directory = newDirectory();
    IndexWriterConfig config =
        new IndexWriterConfig()
            .setMergePolicy(NoMergePolicy.INSTANCE)
            .setCodec(
                StreakCodec.builder()
                    .prefixes(FIELD, 1, 3, 100)
                    .termHash(TermHashSettings.DEFAULT.withField(FIELD, true))
                    .build());
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (String different : last) {
        for (int i = 0; i < 500; i++) {
          Document document = new Document();
          String term = i == 250 ? different : "a" + i % 100;
          document.add(new StringField(FIELD, term, Field.Store.NO));
          writer.addDocument(document);
        }
        writer.commit();
      }
    }
    reader = DirectoryReader.open(directory);
  }

  @Override
  public void tearDown() throws Exception {
    reader.close();
    directory.close();
    super.tearDown();
  }

  private CodecReader segment(int number) {
    return (CodecReader) reader.leaves().get(number).reader();
  }

  public void testNothingWrong() throws Exception {
    open("a50", "b");
    assertNull(new Shortcuts(segment(0)).firstError());
    assertNull(new Shortcuts(segment(1)).firstError());
  }

  private String lookups(int dictionary, int tables) throws IOException {
    StreakTerms sorted = ((StreakTerms) segment(dictionary).terms(FIELD)).dictionary();
    return Shortcuts.lookups(FIELD, sorted, (StreakTerms) segment(tables).terms(FIELD));
  }

  public void testATermThatIsFoundWrongly() throws Exception {
    open("a50", "a51");
    String wrong = lookups(0, 1);
    assertTrue(wrong, wrong.contains("term [61 35 31] has 5 documents, and 6 when looked up"));
    assertNull(lookups(1, 1));
  }

  public void testATermThatIsThereAndShouldNotBe() throws Exception {
    open("a50", "a50\0");
    assertNotNull(lookups(0, 1));
    assertNull("one that is next to another", lookups(1, 1));
  }

  public void testAPrefixThatIsAnsweredWrongly() throws Exception {
    open("a50", "b50");
    Terms terms = segment(0).terms(FIELD);
    PrefixSets sets = ((StreakTerms) terms).prefixSets();
    String wrong = new PrefixAnswers(new Liar(0), FIELD, terms, sets).firstWrong();
    assertTrue(wrong, wrong.contains("prefix [61] has 500 documents, a query finds 499 of them"));
    assertNull(new PrefixAnswers(segment(0), FIELD, terms, sets).firstWrong());
  }

  public void testAPrefixWhoseSetIsWrong() throws Exception {
    open("a50", "b50");
    PrefixSets sets = ((StreakTerms) segment(1).terms(FIELD)).prefixSets();
    Terms terms = segment(0).terms(FIELD);
    String wrong = new PrefixAnswers(segment(0), FIELD, terms, sets).firstWrong();
    assertTrue(wrong, wrong.contains("prefix [61] has 500 documents, and the set has 499"));
  }

  public void testAPrefixThatNoTermHas() throws Exception {
    open("b50", "a50");
    PrefixSets sets = ((StreakTerms) segment(0).terms(FIELD)).prefixSets();
    Terms terms = segment(1).terms(FIELD);
    String wrong = new PrefixAnswers(segment(1), FIELD, terms, sets).firstWrong();
    assertNotNull(wrong);
  }

  /** The first segment, which after some calls answers with the terms of the second. */
  private final class Liar extends FilterCodecReader {
    private int honest;

    Liar(int honest) {
      super(segment(0));
      this.honest = honest;
    }

    @Override
    public FieldsProducer getPostingsReader() {
      return segment(honest-- > 0 ? 0 : 1).getPostingsReader();
    }

    @Override
    public CacheHelper getCoreCacheHelper() {
      return null;
    }

    @Override
    public CacheHelper getReaderCacheHelper() {
      return null;
    }
  }
}
