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
package dev.streak.tools.advise;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;

/** What stands for a field of few terms, where a small share of its documents is to be read. */
public class TestTermsSample extends LuceneTestCase {
  private static final int SEEDS = 50;
  private static final int DOCUMENTS = 200_000;

  private final List<BytesRef> terms = new ArrayList<>();
  private final List<int[]> lists = new ArrayList<>();

  private void add(int documents, IntUnaryOperator doc) {
    terms.add(new BytesRef(String.format(Locale.ROOT, "t%05d", terms.size())));
    lists.add(IntStream.range(0, documents).map(doc).toArray());
  }

  private TermsSample sample(long seed) throws IOException {
    return TermsSample.of(new ListsOfTerms(terms, lists), 0, seed);
  }

  private static FieldForecast forecast(TermsSample sample) throws IOException {
    return FieldForecast.of("f", sample, DocumentOrder.asItIs(), DOCUMENTS);
  }

  /** As of a field that says yes or no. */
  public void testTwoLongLists() throws IOException {
    add(DOCUMENTS / 2, i -> 2 * i);
    add(DOCUMENTS / 2, i -> 2 * i + 1);
    for (int seed = 0; seed < SEEDS; seed++) {
      TermsSample sample = sample(seed);
      assertEquals(2, sample.allTerms());
      assertEquals(DOCUMENTS, sample.allPostings());
      assertEquals("seed " + seed, 1, sample.strata()[1].lists().size());
    }
    FieldForecast forecast = forecast(sample(42));
    assertEquals(DOCUMENTS, forecast.runs());
    assertTrue(forecast.toString(), forecast.luceneBytes() > DOCUMENTS / 16);
    assertTrue(forecast.toString(), forecast.streakBytes() > DOCUMENTS / 16);
  }

  public void testSomeOfTheLongLists() throws IOException {
    for (int term = 0; term < 40; term++) {
      add(5000 + term, i -> i);
    }
    for (int seed = 0; seed < SEEDS; seed++) {
      // A thirty-second of three million.
      int taken = sample(seed).strata()[1].lists().size();
      assertTrue(taken + " lists, seed " + seed, taken == 18 || taken == 19);
    }
    assertEquals(40, forecast(sample(42)).runs(), 1);
  }

  /** As of a status: their terms are no whole stretch of those from which a group is taken. */
  public void testTwoHundredShortLists() throws IOException {
    for (int term = 0; term < 200; term++) {
      int first = term;
      add(1000, i -> first + 200 * i);
    }
    for (int seed = 0; seed < SEEDS; seed++) {
      assertEquals("seed " + seed, 128, sample(seed).strata()[0].lists().size());
    }
    assertEquals(DOCUMENTS, forecast(sample(42)).runs());
  }

  /** Those with long lists stand between them, and take no place in a group. */
  public void testShortListsAmongLongOnes() throws IOException {
    for (int term = 0; term < 260; term++) {
      int first = term;
      add(term % 2 == 0 ? 4097 : 4096, i -> first + i);
    }
    for (int seed = 0; seed < SEEDS; seed++) {
      assertEquals("seed " + seed, 128, sample(seed).strata()[0].lists().size());
      assertFalse("seed " + seed, sample(seed).strata()[1].lists().isEmpty());
    }
  }

  /** One list in a few runs, and a shorter one in many: each is drawn as often as it is long. */
  public void testOneListStandsForAll() throws IOException {
    add(270_000, i -> i);
    add(30_000, i -> 2 * i);
    double runs = 0;
    int seeds = 20 * SEEDS;
    for (int seed = 0; seed < seeds; seed++) {
      Stratum drawn = sample(seed).strata()[1];
      assertEquals(1, drawn.lists().size());
      int length = drawn.lists().get(0).length;
      runs += (length == 30_000 ? length : 1) * drawn.postingsScale();
    }
    assertEquals(30_001, runs / seeds, 6000);
  }

  /** A group is of neighbours, and their documents are all of theirs. */
  public void testAGroupHasItsOwnDocuments() throws IOException {
    for (int term = 0; term < 2000; term++) {
      int first = term;
      add(100, i -> first + 2000 * i);
    }
    Stratum taken = sample(7).strata()[0];
    int size = taken.terms().size();
    assertTrue(size + "", size >= 128 && size < 1000);
    for (int i = 0; i < size; i++) {
      int at = terms.indexOf(taken.terms().get(i));
      assertArrayEquals(lists.get(at), taken.lists().get(i));
      assertTrue(i % 128 == 0 || terms.get(at - 1).equals(taken.terms().get(i - 1)));
    }
    assertEquals(2000.0 / size, taken.scale(), 1e-9);
    assertEquals(2000.0 / size, taken.postingsScale(), 1e-9);
  }

  private void addTerm(String term, int documents) {
    terms.add(new BytesRef(term));
    lists.add(IntStream.range(0, documents).toArray());
  }

  /** The prefixes that are worth a set, as they are recommended. */
  private String prefixes() throws IOException {
    FieldForecast forecast = forecast(sample(1));
    return forecast.prefixFrom() + "-" + forecast.prefixLength();
  }

  public void testTermsThatShareAPrefix() throws IOException {
    // They have no prefix of two letters.
    addTerm("", 1);
    addTerm("t", 1);
    for (int term = 2; term < 300; term++) {
      addTerm(String.format(Locale.ROOT, "t%03d", term), 2);
    }
    assertEquals("t0, t1 and t2, for t alone is what all begin with", "2-2", prefixes());
  }

  public void testWhatAllTermsBeginWithIsNoPrefix() throws IOException {
    for (int term = 0; term < 10_000; term++) {
      addTerm(String.format(Locale.ROOT, "kunde-%04d-ü", term), 2);
    }
    assertEquals("kunde-0 to kunde-9, to three digits", "7-8", prefixes());
    terms.replaceAll(term -> new BytesRef(term.utf8ToString().replace("kunde", "künde")));
    assertEquals("in letters, not in bytes", "7-8", prefixes());
    terms.replaceAll(term -> new BytesRef("a-beginning-of-" + term.utf8ToString()));
    assertEquals("longer than any set", "0-0", prefixes());
  }

  public void testKeysAreNotTyped() throws IOException {
    for (int term = 0; term < 10_000; term++) {
      addTerm(String.format(Locale.ROOT, "%c%05d-%s", 'a' + term / 400, term, "z"), 1);
    }
    assertEquals("all of one length", "0-0", prefixes());
    terms.set(9999, new BytesRef("z09999-zz"));
    assertEquals("1-3", prefixes());
    for (int term = 0; term < 10_000; term++) {
      String key = "TCK-" + (char) ('0' + term / 1000) + "-" + Integer.toHexString(0xff0 + term);
      terms.set(term, new BytesRef(key));
    }
    terms.sort(null);
    assertEquals("digits behind what all begin with", "0-0", prefixes());
    for (int term = 0; term < 2000; term++) {
      lists.set(term, new int[] {1, 2});
    }
    assertEquals("a fifth has more than one document", "5-7", prefixes());
  }
}
