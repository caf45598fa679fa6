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
package dev.streak.terms;

import dev.streak.codec.StreakCodec;
import dev.streak.termhash.TermHashSettings;
import java.util.List;
import java.util.TreeSet;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;

/** Seeks for what {@link TermsEnum#term} returned, which the enumeration writes over. */
public class TestOwnTerm extends LuceneTestCase {

  private static final String FIELD = "key";

  public void testAmongTermsThatBeginAlike() throws Exception {
    TreeSet<String> keys = new TreeSet<>();
    int count = TestUtil.nextInt(random(), 1, 400);
    for (int i = 0; i < count; i++) {
      String middle = random().nextBoolean() ? "-and-a-long-head-" : "-head-";
      String first = String.valueOf((char) ('a' + random().nextInt(3)));
      keys.add(first + middle + TestUtil.nextInt(random(), 100, 999));
    }
    boolean inTables = random().nextBoolean();
    IndexWriterConfig config =
        new IndexWriterConfig()
            .setCodec(
                StreakCodec.builder()
                    .termHash(TermHashSettings.DEFAULT.withField(FIELD, inTables))
                    .build());
    try (Directory directory = newDirectory()) {
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        for (String key : keys) {
          Document document = new Document();
          document.add(new StringField(FIELD, key, Field.Store.NO));
          writer.addDocument(document);
        }
        writer.forceMerge(1);
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        TermsEnum terms = getOnlyLeafReader(reader).terms(FIELD).iterator();
        List<String> sorted = List.copyOf(keys);
        int at = 0;
        for (int round = 0; round < 2_000; round++) {
          // Close to each other and ascending, as those of somebody who applies deletions.
          at = (at + random().nextInt(3)) % sorted.size();
          String key = sorted.get(at);
          assertFound(terms, new BytesRef(key), key);
          if (random().nextInt(4) == 0) {
            assertFound(terms, terms.term(), key);
          }
        }
      }
    }
  }

  private static void assertFound(TermsEnum terms, BytesRef target, String key) throws Exception {
    if (random().nextBoolean()) {
      assertTrue(key, terms.seekExact(target));
    } else {
      assertSame(key, TermsEnum.SeekStatus.FOUND, terms.seekCeil(target));
    }
    assertEquals(key, terms.term().utf8ToString());
  }
}
