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
package dev.streak.tools.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.lucene.tests.util.LuceneTestCase;

public class TestWorkers extends LuceneTestCase {

  private static Callable<Integer> failing(Exception failure) {
    return () -> {
      throw failure;
    };
  }

  public void testResultsAreInTheOrderOfThePieces() throws Exception {
    for (int threads : new int[] {1, 2, 7}) {
      assertEquals(List.of(), Workers.run(List.of(), threads));
      List<Callable<Integer>> pieces = new ArrayList<>();
      CountDownLatch second = new CountDownLatch(threads == 1 ? 0 : 1);
      pieces.add(
          () -> {
            second.await();
            return 0;
          });
      for (int i = 1; i < 50; i++) {
        int number = i;
        pieces.add(
            () -> {
              second.countDown();
              return number;
            });
      }
      assertEquals(IntStream.range(0, 50).boxed().toList(), Workers.run(pieces, threads));
    }
  }

  /** Whoever closes what is read has to know that nobody reads it any more. */
  public void testAFailureIsToldWhenAllHaveEnded() throws Exception {
    IOException first = new IOException("first");
    AtomicInteger ended = new AtomicInteger();
    CountDownLatch failed = new CountDownLatch(1);
    Callable<Integer> slow =
        () -> {
          failed.await();
          return ended.incrementAndGet();
        };
    Callable<Integer> last =
        () -> {
          failed.countDown();
          throw new IllegalStateException("last");
        };
    IOException told =
        expectThrows(
            IOException.class, () -> Workers.run(List.of(failing(first), slow, slow, last), 3));
    assertSame(first, told);
    assertEquals(2, ended.get());
    assertEquals(1, told.getSuppressed().length);
    assertEquals("java.lang.IllegalStateException: last", told.getSuppressed()[0].getMessage());
  }

  /** Its cause says in a sentence what damaged bytes made of a reader. */
  public void testWhatAPieceThrows() {
    IOException io = new IOException("of a disk");
    Refusal refusal = new Refusal("not like that");
    RuntimeException damage = new IndexOutOfBoundsException("7");
    for (int threads : new int[] {1, 2}) {
      List<Callable<Integer>> pieces = List.of(() -> 1, failing(io), () -> 2);
      assertSame(io, expectThrows(IOException.class, () -> Workers.run(pieces, threads)));
      assertSame(
          refusal,
          expectThrows(
              Refusal.class, () -> Workers.run(List.of(() -> 1, failing(refusal)), threads)));
      IOException told =
          expectThrows(
              IOException.class, () -> Workers.run(List.of(failing(damage), () -> 1), threads));
      assertSame(damage, told.getCause());
      assertEquals(damage.toString(), told.getMessage());
    }
  }

  public void testWhoeverIsInterruptedStaysSo() {
    CountDownLatch never = new CountDownLatch(1);
    Callable<Integer> waiting =
        () -> {
          never.await();
          return 0;
        };
    Thread.currentThread().interrupt();
    assertEquals(
        "interrupted",
        expectThrows(IOException.class, () -> Workers.run(List.of(waiting, waiting), 2))
            .getMessage());
    assertTrue(Thread.interrupted());
  }

  public void testThreadsEnd() throws Exception {
    List<Thread> threads = new ArrayList<>();
    Callable<Integer> piece =
        () -> {
          synchronized (threads) {
            threads.add(Thread.currentThread());
          }
          return 0;
        };
    Workers.run(List.of(piece, piece), 2);
    expectThrows(
        IOException.class, () -> Workers.run(List.of(piece, failing(new IOException())), 2));
    assertEquals(3, threads.size());
    for (Thread thread : threads) {
      thread.join(10_000);
      assertFalse(thread.isAlive());
    }
  }
}
