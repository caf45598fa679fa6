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
package dev.streak.hashedterms;

import java.io.IOException;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.MultiTerms;
import org.apache.lucene.index.Terms;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.index.RandomIndexWriter;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;

/** Terms of the field are never excluded; those before and behind them are. */
public class TestTermBounds extends LuceneTestCase {

  private static final String FIELD = "id";

  public void testTermsOfTheFieldAreNeverExcluded() throws IOException {
    for (int round = 0; round < 20; round++) {
      String beginning = random().nextBoolean() ? "" : TestUtil.randomSimpleString(random(), 20);
      int most = 1 + random().nextInt(20);
      TreeSet<BytesRef> terms =
          terms(() -> beginning + TestUtil.randomUnicodeString(random(), most));
      check(
          terms,
          bounds -> {
            for (BytesRef term : terms) {
              assertFalse(term.toString(), bounds.exclude(withOffset(term)));
            }
            for (int i = 0; i < 200; i++) {
              BytesRef other = new BytesRef(TestUtil.randomUnicodeString(random(), 30));
              assertFalse(other.toString(), bounds.exclude(other) && terms.contains(other));
            }
          });
    }
  }

  public void testKeysThatAscendAreExcluded() throws IOException {
    TreeSet<BytesRef> terms =
        terms(() -> "order-" + TestUtil.nextLong(random(), 1_000_000_000_000L, 2_000_000_000_000L));
    check(
        terms,
        bounds -> {
          for (String outside :
              new String[] {
                "order-2100000000000", "order-9", "order-0999999999999", "order", "", "a", "z"
              }) {
            assertTrue(outside, bounds.exclude(withOffset(new BytesRef(outside))));
          }
        });
  }

  private static TreeSet<BytesRef> terms(Supplier<String> newTerm) {
    TreeSet<BytesRef> terms = new TreeSet<>();
    for (int i = 2 + random().nextInt(20); i > 0; i--) {
      terms.add(new BytesRef(newTerm.get()));
    }
    return terms;
  }

  private interface Check {
    void with(TermBounds bounds);
  }

  private static void check(TreeSet<BytesRef> terms, Check check) throws IOException {
    try (Directory directory = newDirectory();
        RandomIndexWriter writer = new RandomIndexWriter(random(), directory)) {
      for (BytesRef term : terms) {
        Document document = new Document();
        document.add(new StringField(FIELD, term, Field.Store.NO));
        writer.addDocument(document);
      }
      try (DirectoryReader reader = writer.getReader()) {
        Terms field = MultiTerms.getTerms(reader, FIELD);
        TermBounds bounds = new TermBounds();
        BytesRef behindAll = new BytesRef(new byte[] {-1});
        int absent = 0;
        while (bounds.exclude(behindAll) == false) {
          bounds.noteAbsent(field);
          absent++;
          assertTrue("terms looked for in vain", absent < 100);
        }
        assertTrue("read the bounds after " + absent, absent > 1);
        check.with(bounds);
      }
    }
  }

  private static BytesRef withOffset(BytesRef term) {
    byte[] bytes = new byte[term.length + 5];
    random().nextBytes(bytes);
    System.arraycopy(term.bytes, term.offset, bytes, 3, term.length);
    return new BytesRef(bytes, 3, term.length);
  }
}
