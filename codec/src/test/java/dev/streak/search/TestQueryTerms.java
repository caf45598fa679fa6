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

import dev.streak.codec.StreakCodec;
import dev.streak.queryterms.BytesTerms;
import dev.streak.queryterms.IdTerms;
import dev.streak.queryterms.QueryTerms;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.LRUQueryCache;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryCachingPolicy;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.RamUsageTester;
import org.apache.lucene.util.BitUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.BytesRefIterator;

/** Sets of terms are compared by what is in them. */
public class TestQueryTerms extends LuceneTestCase {

  private static List<Long> randomIds(int count) {
    List<Long> ids = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ids.add((long) random().nextInt(2 * count));
    }
    return ids;
  }

  private static RunTermsQuery byNumber(List<Long> ids) {
    return RunTermsQuery.ofIds("id", ids.stream().mapToLong(Long::longValue).toArray());
  }

  private static RunTermsQuery byBytes(List<Long> ids) {
    return new RunTermsQuery("id", ids.stream().map(TestQueryTerms::term).toList());
  }

  private static BytesRef term(long id) {
    return new BytesRef(Long.toString(id));
  }

  public void testEqualExactlyWhenTheSetsAre() {
    for (int i = 0; i < 200; i++) {
      List<Long> ids = randomIds(1 + random().nextInt(i < 100 ? 5 : 300));
      List<Long> others = new ArrayList<>(ids);
      switch (random().nextInt(5)) {
        case 0 -> Collections.shuffle(others, random());
        case 1 -> others.addAll(ids.subList(0, random().nextInt(ids.size())));
        case 2 -> others = new ArrayList<>(new HashSet<>(ids));
        case 3 -> others.set(random().nextInt(ids.size()), 1000L + random().nextInt(3));
        default -> others = randomIds(ids.size());
      }
      boolean same = new HashSet<>(ids).equals(new HashSet<>(others));
      check(same, byNumber(ids), byNumber(others));
      check(same, byBytes(ids), byBytes(others));
      check(same, inPlaceOfSet(ids), inPlaceOfSet(others));
    }
  }

  private static RunTermsQuery inPlaceOfSet(List<Long> ids) {
    CountedSet set = new CountedSet(ids);
    return RunTermsQuery.inPlace(set, set);
  }

  /** Counts how often its terms are unpacked. */
  private static final class CountedSet extends TermInSetQuery {
    private int unpacked;

    CountedSet(List<Long> ids) {
      super("id", ids.stream().map(TestQueryTerms::term).toList());
    }

    @Override
    public BytesRefIterator getBytesRefIterator() {
      unpacked++;
      return super.getBytesRefIterator();
    }
  }

  /** Or a search that takes nothing from the index would take its time for the terms. */
  public void testTermsOfSetsStayPackedWhereACacheAnswers() throws IOException {
    List<Long> ids = randomIds(200);
    try (Directory directory = newDirectory()) {
      try (IndexWriter writer =
          new IndexWriter(directory, new IndexWriterConfig().setCodec(new StreakCodec()))) {
        for (int i = 0; i < 300; i++) {
          Document document = new Document();
          document.add(new StringField("id", Integer.toString(i), Field.Store.NO));
          writer.addDocument(document);
        }
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        IndexSearcher searcher = new IndexSearcher(reader);
        searcher.setQueryCache(new LRUQueryCache(10, 1_000_000, context -> true, 1));
        searcher.setQueryCachingPolicy(
            new QueryCachingPolicy() {
              @Override
              public void onUse(Query query) {}

              @Override
              public boolean shouldCache(Query query) {
                return true;
              }
            });
        CountedSet first = new CountedSet(ids);
        RunTermsQuery asked = RunTermsQuery.inPlace(first, first);
        long before = asked.ramBytesUsed();
        int expected = searcher.search(new ConstantScoreQuery(asked), 500).scoreDocs.length;
        assertEquals(1, first.unpacked);
        assertEquals("as when the cache took it", before, asked.ramBytesUsed());
        assertTrue("told=" + before, before < first.ramBytesUsed() + 200);
        long held = RamUsageTester.ramUsed(asked);
        assertTrue("held=" + held, held < before + before / 2);
        CountedSet again = new CountedSet(ids);
        RunTermsQuery same = RunTermsQuery.inPlace(again, again);
        assertEquals(expected, searcher.search(new ConstantScoreQuery(same), 500).scoreDocs.length);
        assertEquals(expected, searcher.count(same));
        assertEquals(0, again.unpacked);
        searcher.setQueryCache(null);
        assertEquals(expected, searcher.count(same));
        assertEquals(1, again.unpacked);
      }
    }
  }

  private static void check(boolean same, RunTermsQuery a, RunTermsQuery b) {
    assertEquals(same, a.equals(b));
    assertEquals(same, b.equals(a));
    if (same) {
      assertEquals(a.hashCode(), b.hashCode());
    }
  }

  /** Or a cache would take usage of one for usage of another. */
  public void testHashesOfSetsThatDifferALittleDiffer() {
    List<Long> ids = randomIds(1000);
    Set<Integer> numbers = new HashSet<>();
    Set<Integer> bytes = new HashSet<>();
    for (int i = 0; i < 1000; i++) {
      ids.set(i, 5000L + i);
      numbers.add(byNumber(ids).hashCode());
      bytes.add(byBytes(ids).hashCode());
    }
    assertTrue("numbers=" + numbers.size(), numbers.size() > 995);
    assertTrue("bytes=" + bytes.size(), bytes.size() > 995);
  }

  /** Few repeated ones among many, so that most are told apart by a bit of their hashes. */
  public void testRepeatedTermsAreFoundAmongMany() {
    List<Long> ids = new ArrayList<>();
    for (int i = 0; i < 5000; i++) {
      ids.add(7_000_000L + 3L * i);
    }
    Collections.shuffle(ids, random());
    checkDistinct(ids, true);
    int repeated = 1 + random().nextInt(4);
    for (int i = 0; i < repeated; i++) {
      ids.add(random().nextInt(ids.size()), ids.get(random().nextInt(ids.size())));
      checkDistinct(ids, false);
    }
  }

  private static void checkDistinct(List<Long> ids, boolean distinct) {
    QueryTerms numbers = new IdTerms(ids.stream().mapToLong(Long::longValue).toArray());
    assertEquals(distinct, numbers.isDistinct());
    assertEquals(distinct, numbers.isKnownDistinct());
    BytesRef[] terms = ids.stream().map(TestQueryTerms::term).toArray(BytesRef[]::new);
    QueryTerms bytes = new BytesTerms(terms, false);
    assertSame("nobody has looked", bytes, bytes.withoutRepeated());
    assertEquals(distinct, bytes.isDistinct());
    for (QueryTerms given : List.of(numbers, bytes)) {
      QueryTerms kept = given.withoutRepeated();
      assertEquals(distinct, kept == given);
      assertTrue(kept.isDistinct());
      assertEquals(given, kept);
      assertArrayEquals(given.sortedTerms(), kept.sortedTerms());
    }
    Set<Long> set = new HashSet<>(ids);
    QueryTerms once = new IdTerms(set.stream().mapToLong(Long::longValue).toArray());
    assertEquals(once, numbers);
    assertEquals(once.hashCode(), numbers.hashCode());
  }

  /**
   * Terms that have one hash in Lucene, whatever its seed, have different ones: a query of many
   * would compare each with each.
   */
  public void testTermsThatCollideInLuceneDoNot() {
    // In a pair of blocks, the difference of the first moves to the highest bit, where the
    // difference of the second takes it away.
    byte[] chosen = new byte[8];
    random().nextBytes(chosen);
    int pairs = 12;
    BytesRef[] terms = new BytesRef[1 << pairs];
    Set<Long> hashes = new HashSet<>();
    for (int i = 0; i < terms.length; i++) {
      byte[] bytes = new byte[pairs * Long.BYTES];
      for (int pair = 0; pair < pairs; pair++) {
        int bit = i >>> pair & 1;
        int first = (int) BitUtil.VH_LE_INT.get(chosen, 0) ^ bit << 18;
        int second = (int) BitUtil.VH_LE_INT.get(chosen, 4) ^ bit << 31;
        BitUtil.VH_LE_INT.set(bytes, pair * Long.BYTES, unmixed(first));
        BitUtil.VH_LE_INT.set(bytes, pair * Long.BYTES + Integer.BYTES, unmixed(second));
      }
      terms[i] = new BytesRef(bytes);
      assertEquals(terms[0].hashCode(), terms[i].hashCode());
    }
    QueryTerms asked = new BytesTerms(terms, false);
    for (int i = 0; i < terms.length; i++) {
      hashes.add(asked.hash(i));
    }
    assertEquals(terms.length, hashes.size());
    assertTrue(asked.isDistinct());
  }

  /** The block that MurmurHash3 makes {@code mixed} of. */
  private static int unmixed(int mixed) {
    return Integer.rotateRight(mixed * inverse(0x1B873593), 15) * inverse(0xCC9E2D51);
  }

  private static int inverse(int odd) {
    return BigInteger.valueOf(odd).modInverse(BigInteger.ONE.shiftLeft(Integer.SIZE)).intValue();
  }

  public void testTermsInBuffersThatAreLargerThanTheyAre() {
    BytesRef slice = new BytesRef("x12345");
    slice.offset = 1;
    slice.length = 3;
    assertEquals(
        new RunTermsQuery("id", new BytesRef("123"), new BytesRef("7")),
        new RunTermsQuery("id", Arrays.asList(new BytesRef("7"), slice)));
  }
}
