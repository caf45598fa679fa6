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
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.apache.lucene.util.ThreadInterruptedException;

/**
 * The choice of a segment's dictionary on a thread of its own: training takes about a tenth of a
 * second, in which the indexing thread goes on taking documents. The thread ends with the choice;
 * its owner takes the result or closes this, and either waits for it.
 */
final class DictionaryChoice implements Closeable {
  private final FutureTask<Dictionary> task;
  private boolean taken;

  DictionaryChoice(DictionaryStore store, List<byte[]> sample, ZstdSettings settings) {
    task = new FutureTask<>(() -> store.choose(sample, settings));
    Thread thread = new Thread(task, "streak-dictionary");
    thread.setDaemon(true);
    thread.start();
  }

  boolean isDone() {
    return task.isDone();
  }

  /** Waits for the choice: a dictionary retained for the caller, or null for none. */
  Dictionary take() throws IOException {
    try {
      Dictionary chosen = task.get();
      taken = true;
      return chosen;
    } catch (InterruptedException e) {
      throw new ThreadInterruptedException(e);
    } catch (ExecutionException e) {
      taken = true;
      if (e.getCause() instanceof NativeMemoryException refused) {
        // Of this thread's own, so that the stack tells who wanted the dictionary.
        throw new NativeMemoryException(refused.getMessage(), refused);
      }
      if (e.getCause() instanceof IOException) {
        throw new IOException("choosing a dictionary failed", e.getCause());
      }
      throw new IllegalStateException("choosing a dictionary failed", e.getCause());
    }
  }

  /** Waits for the choice, even if interrupted, and forgets it. */
  @Override
  public void close() {
    boolean interrupted = false;
    while (!taken) {
      try {
        Dictionary chosen = take();
        if (chosen != null) {
          chosen.release();
        }
      } catch (ThreadInterruptedException e) {
        interrupted = true;
      } catch (IOException | IllegalStateException e) {
        // Whoever closes has a failure of his own, or does not want the segment any more.
        assert taken : e;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
