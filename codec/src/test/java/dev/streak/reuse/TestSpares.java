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
package dev.streak.reuse;

import java.lang.ref.WeakReference;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.tests.util.LuceneTestCase;

public class TestSpares extends LuceneTestCase {

  private static final class Thing {
    private final WeakReference<Thing> weakly = new WeakReference<>(this);
    private final AtomicInteger users = new AtomicInteger();
  }

  public void testOneAfterTheOther() {
    Spares<Thing> spares = new Spares<>();
    assertNull(spares.take());
    Thing thing = new Thing();
    for (int i = 0; i < 10; i++) {
      spares.giveBack(thing.weakly);
      assertSame(thing, spares.take());
      assertNull(spares.take());
    }
  }

  public void testWhatTwoHadAtOnceIsKept() {
    Spares<Thing> spares = new Spares<>();
    Thing one = new Thing();
    Thing other = new Thing();
    for (int i = 0; i < 3; i++) {
      spares.giveBack(one.weakly);
      spares.giveBack(other.weakly);
      // The first round makes room for several, in which one of the two gets lost.
      Thing first = spares.take();
      Thing second = spares.take();
      assertNotNull(first);
      assertNotSame(first, second);
      assertTrue(second != null || i == 0);
    }
  }

  public void testWhatIsGoneLeavesItsPlace() {
    Spares<Thing> spares = new Spares<>();
    Thing thing = new Thing();
    for (int i = 0; i < 100; i++) {
      WeakReference<Thing> gone = new WeakReference<>(new Thing());
      gone.clear();
      spares.giveBack(gone);
      if (i % 3 == 0) {
        spares.giveBack(thing.weakly);
        assertSame(thing, spares.take());
      }
    }
  }

  public void testThreadsShareWhatTheyMade() throws Exception {
    int threads = 6;
    int rounds = 2_000;
    Spares<Thing> spares = new Spares<>();
    CyclicBarrier barrier = new CyclicBarrier(threads);
    CountDownLatch ended = new CountDownLatch(threads);
    AtomicInteger failures = new AtomicInteger();
    for (int t = 0; t < threads; t++) {
      Thread thread =
          new Thread(
              () -> {
                try {
                  barrier.await();
                  for (int i = 0; i < rounds; i++) {
                    Thing thing = spares.take();
                    if (thing == null) {
                      thing = new Thing();
                    }
                    if (thing.users.incrementAndGet() != 1) {
                      failures.incrementAndGet();
                    }
                    Thread.onSpinWait();
                    thing.users.decrementAndGet();
                    spares.giveBack(thing.weakly);
                  }
                } catch (Exception e) {
                  failures.incrementAndGet();
                  throw new AssertionError(e);
                } finally {
                  ended.countDown();
                }
              });
      thread.start();
    }
    ended.await();
    assertEquals("threads that had what another one had", 0, failures.get());
  }
}
