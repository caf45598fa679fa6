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
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.lucene.util.IOUtils;

/**
 * Answers some slices of a batch at the same time, by threads of an executor, and hands them over
 * in order. What no thread has begun when it is its turn is answered by the caller: an executor
 * that is busy makes nothing wait.
 */
final class SlicesAhead {

  private final int size;
  private final int slice;
  private final Executor executor;
  private final BatchReader.SliceReader reader;

  SlicesAhead(int size, int slice, Executor executor, BatchReader.SliceReader reader) {
    this.size = size;
    this.slice = slice;
    this.executor = executor;
    this.reader = reader;
  }

  /** Has at most {@code ahead} slices answered at the same time. Ends after all threads have. */
  void forEach(int ahead, BatchReader.SliceConsumer consumer) throws IOException {
    Deque<Slice> pending = new ArrayDeque<>();
    try {
      int next = 0;
      for (int from = 0; from < size; from = end(from)) {
        for (; next < size && pending.size() < ahead; next = end(next)) {
          Slice begun = new Slice(next, end(next));
          // Before it is handed over: an executor that fails may have kept it.
          pending.add(begun);
          hand(begun);
        }
        consumer.accept(from, pending.remove().answer());
      }
    } finally {
      pending.forEach(Slice::end);
    }
  }

  private int end(int from) {
    return from + Math.min(slice, size - from);
  }

  private void hand(Slice begun) {
    try {
      executor.execute(begun);
    } catch (
        @SuppressWarnings("unused")
        RejectedExecutionException e) {
      // All its threads are busy. As in Lucene's searchers, the caller answers.
    }
  }

  private final class Slice implements Runnable {
    private final int from;
    private final int to;
    private final AtomicBoolean taken = new AtomicBoolean();
    private final CountDownLatch done = new CountDownLatch(1);
    private Batch answer;
    private Throwable failure;

    Slice(int from, int to) {
      this.from = from;
      this.to = to;
    }

    @Override
    public void run() {
      if (taken.compareAndSet(false, true) == false) {
        return;
      }
      try {
        answer = reader.get(from, to);
      } catch (Throwable e) {
        // The caller gets it, where he waits for the answer.
        failure = e;
      } finally {
        done.countDown();
      }
    }

    Batch answer() throws IOException {
      run();
      await();
      if (failure != null) {
        throw IOUtils.rethrowAlways(failure);
      }
      Batch handed = answer;
      // A busy executor may hold this for long.
      answer = null;
      return handed;
    }

    /** Nobody reads when this returns. */
    void end() {
      if (taken.compareAndSet(false, true) == false) {
        await();
      }
    }

    /** The slice ends soon, and until then the caller must not close the reader. */
    private void await() {
      boolean interrupted = false;
      while (done.getCount() > 0) {
        try {
          done.await();
        } catch (
            @SuppressWarnings("unused")
            InterruptedException e) {
          interrupted = true;
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
