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
import org.apache.lucene.util.IOUtils;

/**
 * The choice of a dictionary on a thread of its own: making one takes some tens of milliseconds, in
 * which the indexing thread goes on taking documents. The thread ends with the choice; its owner
 * takes the result or closes this, and either waits for it. So does the thread of {@link
 * DroppedOwners} where nobody did.
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
    FutureTask<ZstdDictionary> task = new FutureTask<>(() -> store.choose(sample, settings));
    result = new Result(task);
    try {
      beside.execute(task);
    } catch (OutOfMemoryError e) {
      // So the JVM says that the process may have no more threads. Then it is done in this one.
      task.run();
    }
    boolean success = false;
    try {
      cleanable = DroppedOwners.register(this, result);
      success = true;
    } finally {
      if (!success) {
        result.run();
      }
    }
  }

  /** What the choice comes to, and how it is given back if nobody takes it; refers to no choice. */
  private static final class Result implements Runnable {
    private final FutureTask<ZstdDictionary> task;
    private volatile boolean taken;

    Result(FutureTask<ZstdDictionary> task) {
      this.task = task;
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

    @Override
    public void run() {
      if (taken) {
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

  /** Waits for the choice and forgets it. */
  @Override
  public void close() {
    cleanable.clean();
  }
}
