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
package dev.streak.compression;

import java.io.Closeable;
import java.io.IOException;
import java.lang.ref.Cleaner;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.lucene.util.IOUtils;

/**
 * The choice of a dictionary on a thread of its own: making one takes some tens of milliseconds, in
 * which the indexing thread goes on taking documents. The thread ends with the choice. Its owner
 * takes the result, for which he waits, or closes this, for which nobody waits: the thread then
 * ends soon, and gives back what it has. {@link DroppedOwners} closes where nobody did.
 *
 * <p>Whoever waits is not interrupted by anything: the flush that an interrupt ends is a tragedy
 * for Lucene's writer, which then loses every document since its last commit.
 */
final class ZstdDictionaryChoice implements Closeable {
  private final Result result;
  private final Cleaner.Cleanable cleanable;

  ZstdDictionaryChoice(ZstdDictionaryStore store, List<byte[]> sample, ZstdSettings settings) {
    this(store, sample, settings, ZstdDictionaryChoice::startThread);
  }

  /** With another way to run beside the caller, for tests. */
  ZstdDictionaryChoice(
      ZstdDictionaryStore store, List<byte[]> sample, ZstdSettings settings, Executor beside) {
    result = new Result(store, sample, settings);
    try {
      beside.execute(result.task);
    } catch (OutOfMemoryError e) {
      // So the JVM says that the process may have no more threads. Then it is done in this one.
      result.task.run();
    }
    boolean success = false;
    try {
      cleanable = DroppedOwners.register(this, result::forget);
      success = true;
    } finally {
      if (!success) {
        result.forget();
      }
    }
  }

  /** What the choice comes to, and how it is given back if nobody takes it; refers to no choice. */
  private static final class Result {
    private final FutureTask<ZstdDictionary> task;
    private volatile boolean taken;
    private volatile boolean wanted = true;

    /** Whether the task has ended or nobody wants it: where both are so, it is given back. */
    private final AtomicBoolean oneIsOver = new AtomicBoolean();

    Result(ZstdDictionaryStore store, List<byte[]> sample, ZstdSettings settings) {
      task =
          new FutureTask<>(() -> store.choose(sample, settings, () -> wanted)) {
            @Override
            protected void done() {
              over();
            }
          };
    }

    ZstdDictionary await() throws ExecutionException {
      boolean interrupted = false;
      try {
        while (true) {
          try {
            return task.get();
          } catch (InterruptedException e) {
            interrupted = true;
          }
        }
      } finally {
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }
    }

    void forget() {
      if (taken == false) {
        wanted = false;
        over();
      }
    }

    private void over() {
      if (oneIsOver.getAndSet(true) == false) {
        return;
      }
      try {
        ZstdDictionary chosen = await();
        if (chosen != null) {
          chosen.release();
        }
      } catch (ExecutionException e) {
        // Whoever closes has a failure of his own, or does not want the segment any more.
        assert task.isDone() : e;
      }
    }
  }

  private static void startThread(Runnable task) {
    Thread thread = new Thread(task, "streak-dictionary");
    thread.setDaemon(true);
    thread.start();
  }

  boolean isDone() {
    return result.task.isDone();
  }

  /**
   * Waits for the choice: a dictionary retained for the caller, or null for none. Throws what the
   * choice failed with.
   */
  ZstdDictionary take() throws IOException {
    result.taken = true;
    cleanable.clean();
    try {
      return result.await();
    } catch (ExecutionException e) {
      throw IOUtils.rethrowAlways(e.getCause());
    }
  }

  /** Has the choice end, which may take a moment more, and forgets it. */
  @Override
  public void close() {
    cleanable.clean();
  }
}
