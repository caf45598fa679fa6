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

import com.sun.management.ThreadMXBean;
import dev.streak.codec.StreakCodec;
import dev.streak.inspection.KeptTerms;
import dev.streak.termhash.TermHashSettings;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.codecs.FieldsProducer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.CheckIndex;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FilterCodecReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Terms;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;

public class TestKeptFields extends LuceneTestCase {
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
          writer.addDocument(document(i == 250 ? different : "a" + i % 100));
        }
        writer.commit();
      }
    }
    reader = DirectoryReader.open(directory);
  }

  private static Document document(String term) {
    Document document = new Document();
    document.add(new StringField(FIELD, term, Field.Store.NO));
    document.add(new TextField("words", term, Field.Store.NO));
    return document;
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

  private KeptTerms kept(int number) throws IOException {
    return KeptTerms.of(segment(number), FIELD).orElseThrow();
  }

  public void testNothingWrong() throws Exception {
    open("a50", "b");
    for (int number = 0; number < 2; number++) {
      assertNull(KeptFields.check(segment(number)));
      assertNull(KeptFields.checkPrefixSets(segment(number)));
    }
  }

  public void testCheckIndexSeesTheOtherFields() throws Exception {
    open("a50");
    CodecReader left = KeptFields.left(segment(0));
    assertEquals(List.of("words"), listed(left.getPostingsReader()));
    assertNull(left.getPostingsReader().terms(FIELD));
    assertNull(CheckIndex.testPostings(left, null).error);
    try (Directory lucene = newDirectory();
        IndexWriter writer = new IndexWriter(lucene, new IndexWriterConfig())) {
      writer.addDocument(document("a"));
      try (DirectoryReader stock = DirectoryReader.open(writer)) {
        left = KeptFields.left((CodecReader) stock.leaves().get(0).reader());
        assertEquals(List.of(FIELD, "words"), listed(left.getPostingsReader()));
      }
    }
  }

  private static List<String> listed(FieldsProducer fields) {
    List<String> names = new ArrayList<>();
    fields.forEach(names::add);
    return names;
  }

  /** A term has a prefix of each length, and a segment may have a hundred million documents. */
  public void testMemoryDoesNotGrowWithLengths() throws Exception {
    directory = newDirectory();
    IndexWriterConfig config = new IndexWriterConfig();
    config.setCodec(StreakCodec.builder().prefixes(FIELD, 1, 16, 100).build());
    int documents = 200_000;
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      Document shared = new Document();
      StringField field = new StringField(FIELD, "", Field.Store.NO);
      shared.add(field);
      for (int i = 0; i < documents; i++) {
        field.setStringValue("a common beginning" + i % 100);
        writer.addDocument(shared);
      }
      writer.forceMerge(1);
    }
    reader = DirectoryReader.open(directory);
    assertTrue(kept(0).prefixes() >= 16);
    ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    // Classes that the first check loads take memory, too.
    assertNull(KeptFields.checkPrefixSets(segment(0)));
    long before = thread.getCurrentThreadAllocatedBytes();
    assertNull(KeptFields.checkPrefixSets(segment(0)));
    long allocated = thread.getCurrentThreadAllocatedBytes() - before;
    assertTrue(allocated + " bytes", allocated < 2L * Integer.BYTES * documents);
  }

  public void testAPrefixThatIsAnsweredWrongly() throws Exception {
    open("a50", "b50");
    Terms terms = segment(0).terms(FIELD);
    String wrong = new PrefixAnswers(new Liar(0), FIELD, terms, kept(0)).firstWrong();
    assertTrue(wrong, wrong.contains("prefix [61] has 500 documents, a query finds 499 of them"));
    assertNull(new PrefixAnswers(segment(0), FIELD, terms, kept(0)).firstWrong());
  }

  public void testAPrefixWhoseSetIsWrong() throws Exception {
    open("a50", "b50");
    Terms terms = segment(0).terms(FIELD);
    String wrong = new PrefixAnswers(segment(0), FIELD, terms, kept(1)).firstWrong();
    assertTrue(wrong, wrong.contains("prefix [61] has 500 documents, and the set has 499"));
  }

  public void testAPrefixThatNoTermHas() throws Exception {
    open("b50", "a50");
    Terms terms = segment(1).terms(FIELD);
    String wrong = new PrefixAnswers(segment(1), FIELD, terms, kept(0)).firstWrong();
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
