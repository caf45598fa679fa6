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

import dev.streak.codec.StreakCodec;
import dev.streak.field.StreakTerms;
import dev.streak.field.TermBatch;
import dev.streak.field.TermEntry;
import dev.streak.monitor.StreakCounters;
import dev.streak.termhash.TermHashSettings;
import dev.streak.termhash.TermHashSwitch;
import dev.streak.termkeys.TermKeys;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BitUtil;
import org.apache.lucene.util.BytesRef;

/**
 * Terms with the same hash, which anybody can make: the table has one of them, and says neither of
 * the others nor of one that is absent that it is the one.
 */
public class TestTermsWithEqualHashes extends LuceneTestCase {

  private static final String FIELD = "id";

  /** Those of {@link TermKeys#hash}. */
  private static final long MULTIPLIER_1 = 0xA0761D6478BD642FL;

  private static final long MULTIPLIER_2 = 0xE7037ED1A0B428DBL;

  private boolean tablesBefore;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    tablesBefore = TermHashSwitch.isEnabled();
    TermHashSwitch.setEnabled(true);
  }

  @Override
  public void tearDown() throws Exception {
    TermHashSwitch.setEnabled(tablesBefore);
    super.tearDown();
  }

  /** Sixteen bytes: the first eight are given, the last are those that make up for them. */
  private static BytesRef term(long first, long state) {
    long begun = (MULTIPLIER_2 + 16 * MULTIPLIER_1) ^ first;
    long folded = begun * MULTIPLIER_1 ^ Math.unsignedMultiplyHigh(begun, MULTIPLIER_1);
    byte[] bytes = new byte[16];
    BitUtil.VH_LE_LONG.set(bytes, 0, first);
    BitUtil.VH_LE_LONG.set(bytes, Long.BYTES, folded ^ state);
    return new BytesRef(bytes);
  }

  /** So many terms of each hash, in any order. */
  private static List<BytesRef> terms(int hashes, int ofEach) {
    List<BytesRef> terms = new ArrayList<>();
    for (int i = 0; i < hashes; i++) {
      long state = random().nextLong();
      BytesRef first = term(random().nextLong(), state);
      terms.add(first);
      for (int j = 1; j < ofEach; j++) {
        BytesRef other = term(random().nextLong(), state);
        assertEquals(TermKeys.hash(first), TermKeys.hash(other));
        terms.add(other);
      }
    }
    Collections.shuffle(terms, random());
    return terms;
  }

  public void testFewOfEachHash() throws IOException {
    List<BytesRef> terms = terms(150, 4);
    // Some hashes have one term in the index, some have all four, and some none.
    check(terms, terms.subList(0, 350), "TAGS HASHED FEW_DOCUMENTS");
  }

  /** All absent terms have the hash of one that is there. */
  public void testOneOfEachHash() throws IOException {
    List<BytesRef> present = new ArrayList<>();
    List<BytesRef> terms = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      List<BytesRef> two = terms(1, 2);
      present.add(two.get(0));
      terms.addAll(two);
    }
    long unknown = StreakCounters.now().unknownLookups();
    check(terms, present, "TAGS HASHED FEW_DOCUMENTS");
    // What is not left out is known to be absent.
    assertEquals(unknown, StreakCounters.now().unknownLookups());
  }

  public void testManyOfOneHashHaveNoTable() throws IOException {
    List<BytesRef> terms = terms(1, 200);
    terms.addAll(terms(100, 1));
    long refused = StreakCounters.now().tablesRefused();
    check(terms, terms.subList(100, 300), "NONE REFUSED");
    assertTrue(StreakCounters.now().tablesRefused() > refused);
  }

  private static void check(List<BytesRef> terms, List<BytesRef> present, String choice)
      throws IOException {
    TermHashSettings settings = TermHashSettings.DEFAULT.withField(FIELD, true);
    IndexWriterConfig config =
        new IndexWriterConfig().setCodec(StreakCodec.builder().termHash(settings).build());
    try (Directory directory = newDirectory()) {
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        for (BytesRef term : present) {
          Document document = new Document();
          document.add(new StringField(FIELD, term, Field.Store.NO));
          writer.addDocument(document);
        }
        writer.forceMerge(1);
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        LeafReader leaf = getOnlyLeafReader(reader);
        assertEquals(
            choice, leaf.getFieldInfos().fieldInfo(FIELD).getAttribute(TermHashFile.ATTRIBUTE));
        check((StreakTerms) leaf.terms(FIELD), terms);
      }
    }
  }

  private static void check(StreakTerms terms, List<BytesRef> asked) throws IOException {
    BytesRef[] batch = asked.toArray(BytesRef[]::new);
    long[] expected = new long[batch.length];
    terms.dictionary().lookup(batch, 0, batch.length, expected);
    long[] entries = new long[batch.length];
    terms.lookup(batch, 0, batch.length, entries);
    assertArrayEquals(expected, entries);
    for (int segments : new int[] {1, 3}) {
      Arrays.fill(entries, 7);
      terms.lookup(TermBatch.of(batch, segments), entries);
      assertArrayEquals(expected, entries);
      terms.lookupInAnyOrder(TermBatch.of(batch, segments), entries);
      Arrays.sort(entries);
      long[] sorted = expected.clone();
      Arrays.sort(sorted);
      assertArrayEquals(sorted, entries);
    }
    TermsEnum each = terms.iterator();
    for (int i = 0; i < batch.length; i++) {
      assertEquals(expected[i] != TermEntry.ABSENT, each.seekExact(batch[i]));
    }
  }
}
