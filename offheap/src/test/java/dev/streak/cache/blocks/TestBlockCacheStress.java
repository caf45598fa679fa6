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
package dev.streak.cache.blocks;

import static dev.streak.cache.blocks.PatternLoader.checkContent;

import dev.streak.cache.BlockCache;
import dev.streak.cache.monitor.CacheStats;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.tests.util.LuceneTestCase;

/**
 * Everything at once: reading, failing loads, closing and opening, pinning, resizing, switching.
 */
public class TestBlockCacheStress extends LuceneTestCase {
  private static final int READERS = 4;
  private static final int FILES = 3;
  private static final int BLOCKS = 64;

  private final BlockStore cache =
      BlockCache.builder().capacityBytes(1 << 17).slabBytes(1 << 14).debug(true).build().blocks();
  private final AtomicReference<HandleSource[]> files = new AtomicReference<>();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private volatile boolean done;

  private HandleSource open(int file) {
    PatternLoader loader = new PatternLoader(500 + 997 * file);
    loader.failureRate = 50;
    SegmentFileKey key = new SegmentFileKey("segment", "file" + file);
    return file == 0 ? cache.openInSpareRoom(key, BLOCKS, loader) : cache.open(key, BLOCKS, loader);
  }

  public void testForSeconds() throws Exception {
    stress(2_000);
  }

  @Nightly
  public void testForMinutes() throws Exception {
    stress(180_000);
  }

  private void stress(long millis) throws Exception {
    @SuppressWarnings({"unchecked", "rawtypes"})
    HandleSource[] opened = new HandleSource[FILES];
    for (int i = 0; i < FILES; i++) {
      opened[i] = open(i);
    }
    files.set(opened);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < READERS; i++) {
      threads.add(start(new Random(random().nextLong()), this::read));
    }
    threads.add(start(new Random(random().nextLong()), this::reopen));
    threads.add(start(new Random(random().nextLong()), this::control));
    long end = System.nanoTime() + millis * 1_000_000;
    while (System.nanoTime() < end && failure.get() == null) {
      Thread.sleep(20);
      System.gc();
      CacheStats stats = cache.stats();
      assertTrue(stats.toLine(), cache.pool().activeBytes() <= 1 << 18);
    }
    done = true;
    for (Thread thread : threads) {
      thread.join();
    }
    if (failure.get() != null) {
      throw new AssertionError(failure.get());
    }
    cache.setEnabled(true);
    BlockCacheInvariants.check(cache);
    assertTrue("nothing was tested: " + cache, cache.stats().loads() > 100);
    for (HandleSource file : files.getAndSet(null)) {
      file.close();
    }
    BlockCacheInvariants.collectAndCheckEmpty(cache);
    cache.setEnabled(false);
  }

  private interface Work {
    void run(Random random) throws Exception;
  }

  private Thread start(Random random, Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                while (done == false) {
                  work.run(random);
                }
              } catch (Throwable t) {
                failure.compareAndSet(null, t);
              }
            });
    thread.start();
    return thread;
  }

  private void read(Random random) {
    HandleSource file = files.get()[random.nextInt(FILES)];
    // Small numbers are used more.
    int block = random.nextInt(1 + random.nextInt(BLOCKS));
    try {
      BlockHandle handle = random.nextInt(50) == 0 ? file.pin(block) : file.get(block);
      if (handle != null) {
        checkContent(handle);
      }
    } catch (IOException e) {
      assertEquals("as told", e.getMessage());
    } catch (
        @SuppressWarnings("unused")
        AlreadyClosedException e) {
      // Another thread closed it between our taking it and using it.
    }
  }

  /** Closes a file and opens it again, now and then with both open for a while. */
  private void reopen(Random random) throws InterruptedException {
    Thread.sleep(random.nextInt(10));
    int index = random.nextInt(FILES);
    HandleSource[] next = files.get().clone();
    HandleSource old = next[index];
    if (random.nextBoolean()) {
      next[index] = open(index);
      files.set(next);
      old.close();
    } else {
      old.close();
      next[index] = open(index);
      files.set(next);
    }
  }

  private void control(Random random) throws InterruptedException {
    Thread.sleep(random.nextInt(10));
    switch (random.nextInt(4)) {
      case 0 -> cache.setEnabled(false);
      case 1 -> cache.setCapacityBytes((1 << 16) + random.nextInt(1 << 17));
      default -> cache.setEnabled(true);
    }
  }
}
