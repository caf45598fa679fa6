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
package dev.streak.tools.compare;

import dev.streak.tools.SampleDocuments;
import dev.streak.tools.cli.Refusal;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;

public class TestContest extends LuceneTestCase {

  private static UserQuery query(int line, String field, String term) {
    Query query = new TermQuery(new Term(field, term));
    return new UserQuery(line, query.toString(), () -> query, () -> query);
  }

  public void testDifferentAnswersAreFound() throws Exception {
    try (Directory one = newDirectory();
        Directory other = newDirectory()) {
      SampleDocuments.write(one, SampleDocuments.config(new Lucene104Codec()), 0, 100);
      SampleDocuments.write(other, SampleDocuments.config(new Lucene104Codec()), 1, 101);
      try (DirectoryReader first = DirectoryReader.open(one);
          DirectoryReader second = DirectoryReader.open(other)) {
        List<UserQuery> queries =
            List.of(query(1, "shop", "shop0"), query(2, "id", "50"), query(3, "id", "x"));
        Contest contest = new Contest(queries, first, second, 3);
        List<Contest.Difference> found = contest.differences(SampleDocuments.SILENT);
        assertEquals(found.toString(), 2, found.size());
        assertTrue(found.get(0).lucene(), found.get(0).lucene().startsWith("20 hits, 0 ("));
        assertTrue(found.get(0).streak(), found.get(0).streak().startsWith("19 hits, 0 ("));
        assertEquals("another document", 2, found.get(1).line());
        assertEquals(
            List.of(), new Contest(queries, first, first, 3).differences(SampleDocuments.SILENT));
      }
    }
  }

  /** The same documents, for other reasons. */
  public void testOtherScoresAreOtherAnswers() throws Exception {
    try (Directory directory = newDirectory()) {
      SampleDocuments.write(directory, SampleDocuments.config(new Lucene104Codec()), 0, 100);
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        Query query = new TermQuery(new Term("shop", "shop0"));
        UserQuery boosted = new UserQuery(4, "q", () -> query, () -> new BoostQuery(query, 2));
        Contest contest = new Contest(List.of(boosted), reader, reader, 3);
        List<Contest.Difference> found = contest.differences(SampleDocuments.SILENT);
        assertEquals(found.toString(), 1, found.size());
        assertTrue(found.get(0).lucene(), found.get(0).lucene().startsWith("20 hits, 0 ("));
        assertTrue(found.get(0).streak(), found.get(0).streak().startsWith("20 hits, 0 ("));
        assertEquals(3, found.get(0).streak().split(", ").length - 1);
      }
    }
  }

  public void testMediansAndTails() {
    assertEquals(7, Contest.median(new long[] {7}), 0);
    assertEquals(4.5, Contest.median(new long[] {1, 4, 5, 90}), 0);
    assertEquals(5, Contest.median(new long[] {1, 4, 5, 90, 91}), 0);
    assertEquals(7, Contest.tail(new long[] {7}));
    assertEquals(98, Contest.tail(LongStream.range(0, 100).toArray()));
    assertEquals(99, Contest.tail(LongStream.range(0, 101).toArray()));
    assertEquals(197, Contest.tail(LongStream.range(0, 200).toArray()));
  }

  public void testSummariesAreOfAllQueries() throws Exception {
    try (Directory directory = newDirectory()) {
      SampleDocuments.write(directory, SampleDocuments.config(new Lucene104Codec()), 0, 100);
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        List<UserQuery> queries = List.of(query(1, "shop", "shop0"), query(2, "id", "50"));
        Contest contest = new Contest(queries, reader, reader, 7);
        contest.run(1, SampleDocuments.SILENT);
        Contest.Summary top = contest.summaries().get(1);
        assertEquals("top 7", top.what());
        assertTrue(top.luceneMedianNanos() > 0 && top.luceneMedianNanos() <= top.luceneP99Nanos());
        List<Contest.Timing> timings = contest.timings();
        double first = timings.get(0).topBetterBy();
        double second = timings.get(1).topBetterBy();
        assertTrue(top.betterBy() >= Math.min(first, second) - 1e-9);
        assertTrue(top.betterBy() <= Math.max(first, second) + 1e-9);
        assertEquals(20, contest.timings().get(0).hits());
      }
    }
  }

  private static final long MICRO = 1_000;
  private static final long MILLI = 1_000_000;

  /** Nanoseconds that queries of a test pass by themselves. */
  private final AtomicLong clock = new AtomicLong();

  private final AtomicLong processor = new AtomicLong();

  /** A query that takes as long as it is said, by both clocks. */
  private UserQuery lasting(int line, long luceneNanos, long streakNanos) {
    Query query = new TermQuery(new Term("id", "50"));
    return new UserQuery(
        line, "q", () -> passed(query, luceneNanos), () -> passed(query, streakNanos));
  }

  private Query passed(Query query, long nanos) {
    clock.addAndGet(nanos);
    processor.addAndGet(nanos);
    return query;
  }

  private record Times(List<Contest.Timing> timings, List<Contest.Summary> summaries) {}

  /** Asks queries by a clock that nothing else moves. */
  private Times asked(int seconds, UserQuery... queries) throws Exception {
    try (Directory directory = newDirectory()) {
      SampleDocuments.write(directory, SampleDocuments.config(new Lucene104Codec()), 0, 100);
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        Contest contest =
            new Contest(List.of(queries), reader, reader, 3, clock::get, processor::get);
        contest.run(seconds, SampleDocuments.SILENT);
        return new Times(contest.timings(), contest.summaries());
      }
    }
  }

  public void testACheapQueryIsAskedThousandsOfTimesBesideASlowOne() throws Exception {
    AtomicLong inWarmUp = new AtomicLong();
    UserQuery cheap = lasting(1, 100 * MICRO, 100 * MICRO);
    UserQuery counted =
        new UserQuery(
            1,
            "q",
            () -> {
              inWarmUp.addAndGet(clock.get() < 3_000 * MILLI ? 1 : 0);
              return cheap.lucene().get();
            },
            cheap.streak());
    Times times = asked(10, counted, lasting(2, 50 * MILLI, 50 * MILLI));
    assertTrue("" + inWarmUp, inWarmUp.get() > 5_000);
    long cheapCalls = times.timings().get(0).calls();
    long slowCalls = times.timings().get(1).calls();
    assertTrue("" + cheapCalls, cheapCalls > 5_000);
    assertTrue("half of seven seconds: " + slowCalls, slowCalls >= 17 && slowCalls <= 19);
    assertFalse(times.timings().get(0).hasFewCalls());
    assertTrue(times.timings().get(1).hasFewCalls());
    Contest.Summary count = times.summaries().get(0);
    assertEquals("each counts alike", 25.05 * MILLI, count.luceneMedianNanos(), MICRO);
    assertEquals(50 * MILLI, count.luceneP99Nanos(), MICRO);
  }

  /** A batch of one side must not grow because the other side is fast. */
  public void testTurnsAreShort() throws Exception {
    AtomicLong since = new AtomicLong();
    AtomicLong longest = new AtomicLong();
    UserQuery query = lasting(1, 10 * MILLI, 10 * MICRO);
    UserQuery watched =
        new UserQuery(
            1,
            "q",
            query.lucene(),
            () -> {
              longest.accumulateAndGet(clock.get() - since.get(), Math::max);
              Query made = query.streak().get();
              since.set(clock.get());
              return made;
            });
    Times times = asked(2, watched);
    assertTrue("Lucene last, and first in the next round", longest.get() <= 20 * MILLI);
    assertEquals("fewest of all kinds", 70, times.timings().get(0).calls(), 3);
    assertEquals(1_000, times.timings().get(0).countBetterBy(), 1e-9);
  }

  public void testProcessorTimeDecides() throws Exception {
    UserQuery even = lasting(1, 2 * MILLI, 2 * MILLI);
    UserQuery waiting =
        new UserQuery(
            1,
            "q",
            () -> {
              processor.addAndGet(4 * MILLI);
              return even.lucene().get();
            },
            even.streak());
    Times times = asked(2, waiting);
    Contest.Timing timing = times.timings().get(0);
    assertEquals(2 * MILLI, timing.luceneCountNanos(), 0);
    assertEquals(2 * MILLI, timing.streakTopNanos(), 0);
    assertEquals(3, timing.countBetterBy(), 1e-9);
    assertEquals(3, timing.topBetterBy(), 1e-9);
    assertEquals(3, times.summaries().get(0).betterBy(), 1e-9);
  }

  /** A clock of 16 milliseconds, as some systems have, tells nothing of short calls. */
  public void testTheClockDecidesWhereThatOfTheProcessorIsCoarse() throws Exception {
    UserQuery query = lasting(1, 300 * MICRO, 100 * MICRO);
    try (Directory directory = newDirectory()) {
      SampleDocuments.write(directory, SampleDocuments.config(new Lucene104Codec()), 0, 100);
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        Contest contest =
            new Contest(
                List.of(query), reader, reader, 3, clock::get, () -> clock.get() >> 24 << 24);
        contest.run(1, SampleDocuments.SILENT);
        assertEquals(3, contest.timings().get(0).countBetterBy(), 1e-9);
        assertEquals(3, contest.summaries().get(1).betterBy(), 1e-9);
      }
    }
  }

  /** Slow ones, too. */
  public void testEachQueryIsAskedThreeTimes() throws Exception {
    Times times = asked(1, lasting(1, 2_000 * MILLI, MILLI), lasting(2, MILLI, MILLI));
    assertEquals(3, times.timings().get(0).calls());
  }

  /** An hour of fast queries must not fill the memory with times. */
  public void testTimesThatAreKeptAreBounded() throws Exception {
    for (int queries : new int[] {1, 100, 200, 201, 5_000, 1_000_000, 2_000_000}) {
      int rounds = Contest.mostRounds(queries);
      assertTrue(rounds >= 3 && rounds <= 10_000);
      assertTrue(rounds == 3 || (long) rounds * queries <= 2_000_000);
    }
    assertEquals(10_000, Contest.mostRounds(200));
    UserQuery query = lasting(1, 200 * MICRO, 200 * MICRO);
    assertEquals(10_000, asked(60, query).timings().get(0).calls());
  }

  public void testShortCallsAreRepeated() {
    assertEquals(1_000, AskedQuery.repeats(0));
    assertEquals(1_000, AskedQuery.repeats(150));
    assertEquals(20, AskedQuery.repeats(10_000));
    assertEquals(1, AskedQuery.repeats(100_001));
    assertEquals(1, AskedQuery.repeats(5_000_000));
  }

  private static Query anyOf(int from, int to) {
    BooleanQuery.Builder any = new BooleanQuery.Builder();
    for (int i = from; i < to; i++) {
      any.add(new TermQuery(new Term("text", "w" + i)), BooleanClause.Occur.SHOULD);
    }
    return any.build();
  }

  public void testTooManyClauses() throws Exception {
    int most = IndexSearcher.getMaxClauseCount();
    Query twice =
        new BooleanQuery.Builder()
            .add(anyOf(0, most), BooleanClause.Occur.MUST)
            .add(anyOf(most, 2 * most), BooleanClause.Occur.MUST)
            .build();
    try (Directory directory = newDirectory()) {
      SampleDocuments.write(directory, SampleDocuments.config(new Lucene104Codec()), 0, 9);
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        List<UserQuery> queries = List.of(new UserQuery(7, "many", () -> twice, () -> twice));
        Contest contest = new Contest(queries, reader, reader, 3);
        Refusal refusal =
            expectThrows(Refusal.class, () -> contest.differences(SampleDocuments.SILENT));
        assertTrue(refusal.getMessage().startsWith("line 7 has too many clauses: many ("));
      }
    }
  }

  private static Query nested(int depth) {
    Query query = new TermQuery(new Term("text", "w1"));
    for (int i = 0; i < depth; i++) {
      query = new BooleanQuery.Builder().add(query, BooleanClause.Occur.MUST).build();
    }
    return query;
  }

  public void testNestedTooDeeply() throws Exception {
    try (Directory directory = newDirectory()) {
      SampleDocuments.write(directory, SampleDocuments.config(new Lucene104Codec()), 0, 9);
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        UserQuery flat = new UserQuery(6, "flat", () -> nested(50), () -> nested(50));
        UserQuery deep = new UserQuery(7, "deep", () -> nested(100_000), () -> nested(100_000));
        Contest contest = new Contest(List.of(flat, deep), reader, reader, 3);
        Refusal refusal =
            expectThrows(Refusal.class, () -> contest.differences(SampleDocuments.SILENT));
        assertEquals("line 7 is nested too deeply: deep", refusal.getMessage());
      }
    }
  }
}
