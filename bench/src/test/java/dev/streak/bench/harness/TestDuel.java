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
package dev.streak.bench.harness;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.apache.lucene.tests.util.LuceneTestCase;

// Files that the framework adds to temporary directories would count as left behind.
@LuceneTestCase.SuppressFileSystems("ExtrasFS")
public class TestDuel extends LuceneTestCase {
  private static final PrintStream NOWHERE =
      new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);

  private BenchContext context;
  private Path directory;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    directory = createTempDir();
    BenchOptions options =
        new BenchOptions(Optional.empty(), directory, Optional.empty(), 7, true, Map.of());
    context = new BenchContext(new FixedWorkload(), options, NOWHERE, NOWHERE);
  }

  @Override
  public void tearDown() throws Exception {
    context.close();
    try (Stream<Path> left = Files.list(directory)) {
      assertEquals("scratch files are deleted", 0, left.count());
    }
    super.tearDown();
  }

  public void testSystemsTakeTurnsForthAndBack() throws Exception {
    List<String> calls = new ArrayList<>();
    context
        .duel("turns")
        .rounds(0, 2)
        .inputs(2)
        .system("a", i -> log(calls, "a" + i))
        .system("b", i -> log(calls, "b" + i))
        .run();
    assertEquals(
        List.of(
            // answers, question by question
            "a0",
            "b0",
            "a1",
            "b1",
            // first round
            "a0",
            "a1",
            "b0",
            "b1",
            // second round, backwards
            "b0",
            "b1",
            "a0",
            "a1"),
        calls);
  }

  private static Object log(List<String> calls, String call) {
    calls.add(call);
    return "same answer";
  }

  public void testRoundsOfATurnFollowEachOther() throws Exception {
    List<String> calls = new ArrayList<>();
    Rounds rounds =
        new Rounds(
            List.of(contestant(calls, "a"), contestant(calls, "b")), 2, random().nextBoolean());
    rounds.take(1);
    rounds.take(3);
    assertEquals("a0 a1 b0 b1 b0 b1 b0 b1 b0 b1 a0 a1 a0 a1 a0 a1", String.join(" ", calls));
    rounds.take(1);
    assertEquals("a0 a1 b0 b1", String.join(" ", calls.subList(16, calls.size())));
    assertEquals(5, rounds.size());
    assertEquals(5, rounds.nanos().size());
    rounds.clear();
    rounds.take(1);
    assertEquals("a0 a1 b0 b1", String.join(" ", calls.subList(20, calls.size())));
    assertEquals(1, rounds.size());
  }

  private static Duel.Contestant contestant(List<String> calls, String name) {
    return new Duel.Contestant(
        name, Duel.NO_PREPARATION, i -> log(calls, name + i), new Histogram(3));
  }

  public void testShortCallsShareATurn() throws Exception {
    List<String> calls = new ArrayList<>();
    context
        .duel("short calls")
        .system("a", i -> spin(calls, "a"))
        .system("b", i -> spin(calls, "b"))
        .run();
    int longest = 0;
    for (int i = 1, length = 1; i < calls.size(); i++) {
      length = calls.get(i).equals(calls.get(i - 1)) ? length + 1 : 1;
      longest = Math.max(longest, length);
    }
    // Two turns of one round each may meet.
    assertTrue("longest=" + longest, longest > 2);
    long first = calls.stream().filter("a"::equals).count();
    assertEquals("each as often as the other", calls.size(), 2 * first);
  }

  private static Object spin(List<String> calls, String call) {
    long end = System.nanoTime() + 20_000;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
    return log(calls, call);
  }

  public void testDifferentAnswersEndTheRun() {
    Duel duel =
        context
            .duel("answers")
            .inputs(3)
            .system("a", i -> new int[] {i, 5})
            .system("b", i -> new int[] {i, i < 2 ? 5 : 6});
    AnswerMismatchException mismatch = expectThrows(AnswerMismatchException.class, duel::run);
    assertEquals("answers, input 2: a answers [[2, 5]], b answers [[2, 6]]", mismatch.getMessage());
  }

  public void testEqualArraysAreEqualAnswers() throws Exception {
    context
        .duel("arrays")
        .rounds(0, 1)
        .system("a", i -> new long[] {1, 2})
        .system("b", i -> new long[] {1, 2})
        .run();
  }

  public void testPreparationIsNotTimed() throws Exception {
    DuelResult result =
        context
            .duel("preparation")
            .rounds(0, 3)
            .system("a", i -> Thread.sleep(30), i -> 1)
            .system("b", i -> 1)
            .run();
    assertTrue("nanos=" + result.median("a"), result.median("a") < 20e6);
  }

  public void testSpeedUpIsThatOfTheOperations() throws Exception {
    DuelResult result =
        context
            .duel("speed")
            .rounds(0, 5)
            .inputs(2)
            .system("slow", i -> sleep(40))
            .system("fast", i -> sleep(4))
            .run();
    assertTrue("speedup=" + result.speedup("fast"), result.speedup("fast") > 3);
    assertEquals(1.0, result.speedup("slow"), 0);
    assertTrue(result.mean("slow") >= 40e6);
    assertEquals(List.of("slow", "fast"), result.systems());
  }

  public void testProcessorTimeDoesNotCountWaiting() throws Exception {
    DuelResult result =
        context
            .duel("processor time")
            .byProcessorTime()
            .rounds(0, 5)
            .system("works", i -> work(20_000_000) != 1)
            .system("waits", i -> sleep(20))
            .run();
    assertTrue("speedup=" + result.speedup("waits"), result.speedup("waits") > 3);
  }

  private static long work(int steps) {
    long value = 3;
    for (int i = 0; i < steps; i++) {
      value = value * 0x9E3779B97F4A7C15L + (value >>> 7);
    }
    return value;
  }

  private static Object sleep(int millis) throws InterruptedException {
    Thread.sleep(millis);
    return true;
  }

  public void testTimesAreThoseOfOneOperation() throws Exception {
    DuelResult result =
        context
            .duel("many")
            .rounds(0, 3)
            .operationsPerCall(1_000)
            .system("a", i -> sleep(10))
            .run();
    assertTrue("nanos=" + result.mean("a"), result.mean("a") < 1e6);
    assertTrue("nanos=" + result.mean("a"), result.mean("a") >= 10e3);
  }

  public void testWarmUpAndMeasuringEnd() throws Exception {
    DuelResult result = context.duel("budget").system("a", i -> i).system("b", i -> i).run();
    assertEquals(3, result.toTable().columns().size() - 4);
  }

  public void testRatioNames() {
    context.ratio("terms.sorted.10k.run_terms_query", 63);
    expectThrows(
        IllegalArgumentException.class,
        () -> context.ratio("terms.sorted.10k.run_terms_query", 64));
    expectThrows(IllegalArgumentException.class, () -> context.ratio("terms", 1));
    expectThrows(IllegalArgumentException.class, () -> context.ratio("Terms.sorted", 1));
    expectThrows(IllegalArgumentException.class, () -> context.ratio("terms.nan", Double.NaN));
    assertEquals(Map.of("terms.sorted.10k.run_terms_query", 63.0), context.ratios());
  }

  public void testSizesAndRandomness() {
    assertEquals(1_000, context.size("docs"));
    expectThrows(IllegalArgumentException.class, () -> context.size("ids"));
    assertEquals(context.random("keys").nextLong(), context.random("keys").nextLong());
    assertNotEquals(context.random("keys").nextLong(), context.random("docs").nextLong());
  }
}
