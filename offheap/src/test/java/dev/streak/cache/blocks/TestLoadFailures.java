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

import dev.streak.cache.monitor.CacheStats;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.lucene.store.AlreadyClosedException;

/** Loads that fail: whoever waits loads for himself, and nothing of it stays. */
public class TestLoadFailures extends BlockCacheTestCase {

  /** Where a load goes wrong. */
  private enum Fault {
    LOAD,
    UNFILLED
  }

  public void testWaitersOfFailingLoadersFailByThemselvesAndCacheNothing() throws Exception {
    for (Fault fault : Fault.values()) {
      for (Throwable failure :
          List.of(
              new IOException("as told"),
              new IllegalStateException("as told"),
              new OutOfMemoryError("as told"))) {
        checkFailure(fault, failure, false);
        checkFailure(fault, failure, true);
      }
    }
  }

  private void checkFailure(Fault fault, Throwable failure, boolean inSpareRoom) throws Exception {
    int threads = 4;
    FailingLoader loader = new FailingLoader(fault, failure);
    SegmentFileKey key = new SegmentFileKey("segment", "file");
    try (HandleSource handles =
        inSpareRoom ? cache.openInSpareRoom(key, 4, loader) : cache.open(key, 4, loader)) {
      long failuresBefore = cache.stats().loadFailures();
      List<Throwable> caught = Collections.synchronizedList(new ArrayList<>());
      List<Thread> waiting = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        Thread thread =
            new Thread(
                () -> {
                  try {
                    handles.get(3);
                  } catch (Throwable t) {
                    caught.add(t);
                  }
                });
        thread.start();
        waiting.add(thread);
      }
      for (Thread thread : waiting) {
        while (thread.getState() != Thread.State.WAITING) {
          Thread.onSpinWait();
        }
      }
      loader.gate.countDown();
      for (Thread thread : waiting) {
        thread.join();
      }
      assertEquals("one failure for each thread", threads, caught.size());
      for (Throwable each : caught) {
        assertEquals(caught.get(0).getMessage(), each.getMessage());
        assertTrue(each.toString(), fault == Fault.UNFILLED || each == failure);
      }
      assertEquals("each with a load of its own", threads, loader.attempts.get());
      assertEquals(0, cache.stats().usedBytes());
      assertEquals(0, cache.stats().blocks());
      assertEquals(failuresBefore + threads, cache.stats().loadFailures());
      BlockCacheInvariants.check(cache);
      // Each later try loads again, until one goes well.
      Throwable again = expectThrows(Throwable.class, () -> handles.get(3));
      assertEquals(caught.get(0).getMessage(), again.getMessage());
      assertEquals(threads + 1, loader.attempts.get());
      loader.fault = null;
      checkContent(handles.get(3));
      checkContent(handles.get(3));
      assertEquals(threads + 2, loader.attempts.get());
      assertEquals(1024, cache.stats().usedBytes());
    }
    BlockCacheInvariants.collectAndCheckEmpty(cache);
  }

  /** One reader of a file fails while another waits for its load. */
  public void testReaderThatWaitsForAFailingOneLoadsWithItsOwnLoader() throws Exception {
    FailingLoader bad = new FailingLoader(Fault.LOAD, new AlreadyClosedException("A was closed"));
    PatternLoader good = new PatternLoader(1000);
    SegmentFileKey key = new SegmentFileKey("segment", "file");
    try (HandleSource ofBad = cache.open(key, 4, bad);
        HandleSource ofGood = cache.open(key, 4, good)) {
      FutureTask<Throwable> failing =
          inThread(() -> expectThrows(AlreadyClosedException.class, () -> ofBad.get(3)));
      while (bad.attempts.get() == 0) {
        Thread.onSpinWait();
      }
      CountDownLatch begun = new CountDownLatch(1);
      FutureTask<Integer> waiting =
          inThread(
              () -> {
                begun.countDown();
                checkContent(ofGood.get(3));
                return good.loads.get();
              });
      begun.await();
      bad.gate.countDown();
      assertEquals("A was closed", failing.get().getMessage());
      assertEquals(1, waiting.get().intValue());
    }
  }

  /** What is loaded for a file that is closed meanwhile, or a cache switched off, does not stay. */
  public void testNothingStaysOfALoadThatEndsTooLate() throws Exception {
    for (int way = 0; way < 4; way++) {
      boolean close = way % 2 == 0;
      boolean pin = way >= 2;
      FailingLoader slow = new FailingLoader(null, null);
      HandleSource handles = cache.open(new SegmentFileKey("segment", "file"), 4, slow);
      FutureTask<Integer> loading =
          inThread(
              () -> {
                checkContent(pin ? handles.pin(3) : handles.get(3));
                return cache.blocks().map.size();
              });
      while (slow.attempts.get() == 0) {
        Thread.onSpinWait();
      }
      if (close) {
        handles.close();
      } else {
        cache.setEnabled(false);
      }
      slow.gate.countDown();
      assertEquals("close=" + close + " pin=" + pin, 0, loading.get().intValue());
      handles.close();
      BlockCacheInvariants.collectAndCheckEmpty(cache);
      cache.setEnabled(true);
    }
  }

  /** As a thread that was about to load when another one closed the file. */
  public void testNothingStaysOfALoadThatBeginsTooLate() throws Exception {
    List<HandleSource> opened = new ArrayList<>();
    BlockLoader closing = beforeLoads(() -> opened.getFirst().close());
    opened.add(cache.open(new SegmentFileKey("segment", "file"), 4, closing));
    checkContent(opened.getFirst().get(3));
    assertEquals(0, cache.blocks().map.size());
    BlockCacheInvariants.collectAndCheckEmpty(cache);
  }

  /** As a thread that was about to load when another one switched the cache off. */
  public void testNoMemoryStaysOfALoadThatBeginsTooLate() throws Exception {
    BlockLoader switching = beforeLoads(() -> cache.setEnabled(false));
    try (HandleSource handles = cache.open(new SegmentFileKey("segment", "file"), 4, switching)) {
      checkContent(handles.get(3));
      assertEquals(0, cache.blocks().map.size());
      for (int i = 0; i < 100 && cache.stats().reservedBytes() > 0; i++) {
        System.gc();
      }
      assertEquals(cache.stats().toLine(), 0, cache.stats().reservedBytes());
    }
  }

  /** A loader that does something after a block was looked for and before it has memory. */
  private static BlockLoader beforeLoads(Runnable action) {
    PatternLoader in = new PatternLoader(1000);
    return new BlockLoader() {
      @Override
      public int lengthBytes(int blockIndex) {
        action.run();
        return in.lengthBytes(blockIndex);
      }

      @Override
      public void load(int blockIndex, ByteBuffer target) throws IOException {
        in.load(blockIndex, target);
      }
    };
  }

  /** It was not in the cache when it was asked for. */
  public void testWhoWaitsForALoadHasMissed() throws Exception {
    FailingLoader slow = new FailingLoader(null, null);
    try (HandleSource handles = cache.open(new SegmentFileKey("segment", "file"), 4, slow)) {
      FutureTask<BlockHandle> loading = inThread(() -> handles.get(3));
      while (slow.attempts.get() == 0) {
        Thread.onSpinWait();
      }
      FutureTask<BlockHandle> task = new FutureTask<>(() -> handles.get(3));
      Thread waiting = new Thread(task);
      waiting.start();
      while (waiting.getState() != Thread.State.WAITING) {
        Thread.onSpinWait();
      }
      slow.gate.countDown();
      assertSame(loading.get(), task.get());
      assertEquals(2, cache.stats().misses());
      assertEquals(0, cache.stats().cacheHits());
      assertEquals(1, cache.stats().loads());
    }
  }

  /** Whoever waits for a block that is not admitted does not try once more. */
  public void testWhoWaitsForABlockThatIsNotAdmitted() throws Exception {
    PatternLoader in = new PatternLoader(4096);
    CountDownLatch gate = new CountDownLatch(1);
    AtomicInteger looks = new AtomicInteger();
    BlockLoader slow =
        beforeLoads(
            () -> {
              // The first look is before the load, the second in it.
              if (looks.incrementAndGet() == 2) {
                try {
                  gate.await();
                } catch (InterruptedException e) {
                  throw new AssertionError(e);
                }
              }
            });
    List<BlockHandle> held = new ArrayList<>();
    try (HandleSource all = cache.open(new SegmentFileKey("segment", "all"), 16, in);
        HandleSource handles = cache.open(new SegmentFileKey("segment", "file"), 4, slow)) {
      for (int i = 0; i < 16; i++) {
        held.add(all.get(i));
      }
      FutureTask<BlockHandle> loading = inThread(() -> handles.get(3));
      while (looks.get() < 2) {
        Thread.onSpinWait();
      }
      FutureTask<BlockHandle> task = new FutureTask<>(() -> handles.get(3));
      Thread waiting = new Thread(task);
      waiting.start();
      while (waiting.getState() != Thread.State.WAITING) {
        Thread.onSpinWait();
      }
      gate.countDown();
      assertNull(loading.get());
      assertNull(task.get());
      assertEquals(1, cache.stats().rejected());
      assertEquals(16 + 2, cache.stats().misses());
      assertEquals(2, cache.stats().bypasses());
      for (BlockHandle handle : held) {
        checkContent(handle);
      }
    }
  }

  public void testWhatIsCountedOfLoads() throws Exception {
    long nanos = 3_000_000;
    FailingLoader failing = new FailingLoader(null, new IOException("as told"));
    failing.gate.countDown();
    failing.nanos = nanos;
    try (HandleSource handles = cache.open(new SegmentFileKey("segment", "file"), 4, failing)) {
      BlockHandle first = handles.get(0);
      BlockHandle second = handles.get(1);
      failing.fault = Fault.LOAD;
      for (int i = 0; i < 3; i++) {
        expectThrows(IOException.class, () -> handles.get(3));
      }
      for (int i = 0; i < 6; i++) {
        checkContent(handles.get(i % 2));
      }
      CacheStats stats = cache.stats();
      assertEquals(2, stats.blocks());
      assertEquals(2, stats.loads());
      assertEquals(3, stats.loadFailures());
      assertEquals(5, stats.misses());
      assertEquals(6, stats.handleHits());
      assertEquals(0, stats.cacheHits() + stats.bypasses() + stats.rejected() + stats.evictions());
      assertTrue(stats.toLine(), stats.loadNanos() >= 2 * nanos);
      checkContent(first);
      checkContent(second);
    }
  }

  /** Who closes a reader under a query, or interrupts it, is no reason for an alarm. */
  public void testLoadsOfClosedFilesAreNotCounted() throws Exception {
    Map<Throwable, Integer> counts =
        Map.of(
            new AlreadyClosedException("Already closed"), 0,
            new IOException("Channel closed", new ClosedChannelException()), 0,
            new IOException("interrupted", new ClosedByInterruptException()), 0,
            new IllegalStateException("told", new AlreadyClosedException("Already closed")), 0,
            new IOException("as told", new EOFException()), 1,
            new InternalError("a page cannot be read"), 1);
    for (Map.Entry<Throwable, Integer> each : counts.entrySet()) {
      FailingLoader failing = new FailingLoader(Fault.LOAD, each.getKey());
      failing.gate.countDown();
      try (HandleSource handles = cache.open(new SegmentFileKey("segment", "file"), 4, failing)) {
        long before = cache.stats().loadFailures();
        assertSame(each.getKey(), expectThrows(Throwable.class, () -> handles.get(3)));
        assertEquals(
            each.toString(), each.getValue().intValue(), cache.stats().loadFailures() - before);
        failing.fault = null;
        checkContent(handles.get(3));
      }
    }
    BlockCacheInvariants.collectAndCheckEmpty(cache);
  }

  public void testWarmingDoesNotNeedTheOldestReader() throws Exception {
    SegmentFileKey key = new SegmentFileKey("segment", "file");
    for (boolean badFirst : new boolean[] {true, false}) {
      FailingLoader bad = new FailingLoader(Fault.LOAD, new AlreadyClosedException("A was closed"));
      bad.gate.countDown();
      PatternLoader good = new PatternLoader(1000);
      try (HandleSource a = cache.open(key, 4, badFirst ? bad : good);
          HandleSource b = cache.open(key, 4, badFirst ? good : bad)) {
        cache.warm(Set.of("segment"));
        assertEquals(4, good.loads.get());
        assertTrue(a.holds(3) && b.holds(3));
      }
    }
    FailingLoader alone = new FailingLoader(Fault.LOAD, new AlreadyClosedException("A was closed"));
    alone.gate.countDown();
    try (HandleSource a = cache.open(key, 4, alone)) {
      expectThrows(AlreadyClosedException.class, () -> cache.warm(Set.of("segment")));
      assertFalse(a.holds(3));
    }
  }

  /** Two indexes may have the same segment, and one of them is closed while the other is warmed. */
  public void testWarmingPassesOverFilesThatAreClosed() throws Exception {
    AtomicReference<HandleSource> other = new AtomicReference<>();
    PatternLoader closing =
        new PatternLoader(1000) {
          @Override
          public void load(int blockIndex, ByteBuffer target) {
            other.get().close();
            throw new AlreadyClosedException("closed meanwhile");
          }
        };
    other.set(cache.open(new SegmentFileKey("segment", "file of the other"), 4, closing));
    cache.warm(Set.of("segment"));
    assertEquals(0, cache.stats().blocks());
  }

  private static <T> FutureTask<T> inThread(Callable<T> action) {
    FutureTask<T> task = new FutureTask<>(action);
    new Thread(task).start();
    return task;
  }

  /** Fails where it is told once its gate is open. */
  private static final class FailingLoader implements BlockLoader {
    private final PatternLoader in = new PatternLoader(1000);
    private final CountDownLatch gate = new CountDownLatch(1);
    private final AtomicInteger attempts = new AtomicInteger();
    private final Throwable failure;
    private volatile Fault fault;

    /** What a load takes at least. */
    private long nanos;

    FailingLoader(Fault fault, Throwable failure) {
      this.fault = fault;
      this.failure = failure;
    }

    @Override
    public int lengthBytes(int blockIndex) {
      return in.lengthBytes(blockIndex);
    }

    @Override
    public void load(int blockIndex, ByteBuffer target) throws IOException {
      attempts.incrementAndGet();
      long start = System.nanoTime();
      while (System.nanoTime() - start < nanos) {
        Thread.onSpinWait();
      }
      try {
        gate.await();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
      if (fault == Fault.LOAD) {
        fail();
      }
      if (fault != Fault.UNFILLED) {
        in.load(blockIndex, target);
      }
    }

    private void fail() throws IOException {
      switch (failure) {
        case IOException e -> throw e;
        case RuntimeException e -> throw e;
        case Error e -> throw e;
        default -> throw new AssertionError(failure);
      }
    }
  }
}
