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
package dev.streak.keyvalue;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.NamedThreadFactory;

public class TestSlicesAhead extends LuceneTestCase {

  private ExecutorService threads;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    threads = Executors.newFixedThreadPool(4, new NamedThreadFactory("slices"));
  }

  @Override
  public void tearDown() throws Exception {
    threads.shutdown();
    assertTrue(threads.awaitTermination(30, TimeUnit.SECONDS));
    super.tearDown();
  }

  private static Batch batch(int from, int to) {
    int[] docs = new int[to - from];
    for (int i = 0; i < docs.length; i++) {
      docs[i] = from + i;
    }
    return new Batch(docs, docs.length, Map.of(), Map.of());
  }

  private static List<Integer> docs(Executor executor, int size, int slice, int ahead)
      throws IOException {
    List<Integer> docs = new ArrayList<>();
    new SlicesAhead(size, slice, executor, TestSlicesAhead::batch)
        .forEach(
            ahead,
            (from, batch) -> {
              assertEquals(docs.size(), from);
              for (int i = 0; i < batch.size(); i++) {
                docs.add(batch.doc(i));
              }
            });
    return docs;
  }

  public void testSlicesComeInOrder() throws Exception {
    int size = random().nextInt(1_000);
    List<Integer> docs = docs(threads, size, 1 + random().nextInt(50), 1 + random().nextInt(10));
    assertEquals(size, docs.size());
    for (int i = 0; i < size; i++) {
      assertEquals(i, (int) docs.get(i));
    }
  }

  public void testAsManyKeysAsAnArrayHasAtMost() throws Exception {
    int size = Integer.MAX_VALUE - 8;
    int slice = 1 << 30;
    List<Integer> ends = new ArrayList<>();
    new SlicesAhead(
            size,
            slice,
            Runnable::run,
            (from, to) -> {
              ends.add(to);
              return batch(0, 0);
            })
        .forEach(
            2,
            (from, batch) -> {
              // Whoever begins again at the least number never ends.
              assertTrue("from=" + from, from == 0 || from == slice);
            });
    assertEquals(List.of(slice, size), ends);
  }

  public void testAnExecutorThatRunsNothingMakesNothingWait() throws Exception {
    assertEquals(100, docs(task -> {}, 100, 7, 3).size());
  }

  /** Whoever asks for bounded memory gets it while an executor has no thread to spare. */
  public void testAnExecutorThatIsBusyKeepsNoAnswers() throws Exception {
    List<Runnable> waiting = new ArrayList<>();
    List<WeakReference<Batch>> answers = new ArrayList<>();
    new SlicesAhead(100, 7, waiting::add, TestSlicesAhead::batch)
        .forEach(3, (from, batch) -> answers.add(new WeakReference<>(batch)));
    for (int tries = 0; tries < 100 && kept(answers) > 0; tries++) {
      System.gc();
    }
    assertEquals(0, kept(answers));
    assertEquals(15, waiting.size());
  }

  private static long kept(List<WeakReference<Batch>> answers) {
    return answers.stream().filter(answer -> answer.get() != null).count();
  }

  public void testSlicesAreAnsweredAtTheSameTime() throws Exception {
    CountDownLatch both = new CountDownLatch(2);
    new SlicesAhead(
            2,
            1,
            threads,
            (from, to) -> {
              both.countDown();
              await(both);
              return batch(from, to);
            })
        .forEach(2, (from, batch) -> {});
    assertEquals(0, both.getCount());
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue("waited in vain", latch.await(30, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  public void testAsManyAreBegunAsWereAskedFor() throws Exception {
    AtomicInteger begun = new AtomicInteger();
    new SlicesAhead(
            50,
            1,
            Runnable::run,
            (from, to) -> {
              begun.incrementAndGet();
              return batch(from, to);
            })
        .forEach(3, (from, batch) -> assertEquals(Math.min(50, from + 3), begun.get()));
    assertEquals(50, begun.get());
  }

  /** Who gets a failure may close the reader: nobody else reads then. */
  public void testAFailureEndsAllThreads() throws Exception {
    for (boolean consumerFails : new boolean[] {true, false}) {
      AtomicInteger reading = new AtomicInteger();
      SlicesAhead slices =
          new SlicesAhead(
              20,
              1,
              threads,
              (from, to) -> {
                reading.incrementAndGet();
                try {
                  if (consumerFails == false && from == 3) {
                    throw new IOException("slice 3");
                  }
                  Thread.sleep(pause(from));
                } catch (InterruptedException e) {
                  throw new AssertionError(e);
                } finally {
                  reading.decrementAndGet();
                }
                return batch(from, to);
              });
      IOException e =
          expectThrows(
              IOException.class,
              () ->
                  slices.forEach(
                      4,
                      (from, batch) -> {
                        if (consumerFails && from == 3) {
                          throw new IOException("slice 3");
                        }
                      }));
      assertEquals("slice 3", e.getMessage());
      assertEquals(0, reading.get());
    }
  }

  /** It is the caller's, and ends no thread of the executor's. */
  public void testAnErrorInAThread() throws Exception {
    Executor waiting =
        task -> {
          FutureTask<Void> inThread = new FutureTask<>(task, null);
          new Thread(inThread).start();
          try {
            inThread.get();
          } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError(e);
          }
        };
    OutOfMemoryError error = new OutOfMemoryError("as told");
    SlicesAhead slices =
        new SlicesAhead(
            3,
            1,
            waiting,
            (from, to) -> {
              if (from == 1) {
                throw error;
              }
              return batch(from, to);
            });
    List<Integer> answered = new ArrayList<>();
    assertSame(
        error,
        expectThrows(
            OutOfMemoryError.class, () -> slices.forEach(2, (from, batch) -> answered.add(from))));
    assertEquals(List.of(0), answered);
  }

  /** As a pool does that has put a task into its queue, and cannot start a thread for it. */
  public void testAnExecutorThatFailsReadsNothingLater() {
    List<Runnable> queue = new ArrayList<>();
    AtomicInteger read = new AtomicInteger();
    SlicesAhead slices =
        new SlicesAhead(
            20,
            1,
            task -> {
              queue.add(task);
              if (queue.size() == 3) {
                throw new OutOfMemoryError("as told");
              }
            },
            (from, to) -> {
              read.incrementAndGet();
              return batch(from, to);
            });
    expectThrows(OutOfMemoryError.class, () -> slices.forEach(4, (from, batch) -> {}));
    queue.forEach(Runnable::run);
    assertEquals(0, read.get());
  }

  private static int pause(int slice) {
    return slice < 3 ? 0 : 20;
  }

  public void testTheCallerAnswersRejectedSlices() throws IOException {
    for (int accepted : new int[] {0, 3}) {
      AtomicInteger left = new AtomicInteger(accepted);
      Executor rejecting =
          task -> {
            if (left.getAndDecrement() <= 0) {
              throw new RejectedExecutionException("full");
            }
            threads.execute(task);
          };
      assertEquals(docs(threads, 100, 1, 2), docs(rejecting, 100, 1, 2));
    }
  }

  public void testInterruptsAreKept() throws Exception {
    try {
      Thread.currentThread().interrupt();
      assertEquals(10, docs(threads, 10, 1, 2).size());
    } finally {
      assertTrue(Thread.interrupted());
    }
  }
}
