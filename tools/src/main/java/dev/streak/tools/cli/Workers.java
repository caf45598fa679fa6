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
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs pieces of work with some threads. */
public final class Workers {
  private Workers() {}

  /**
   * Runs everything, the first pieces first, and returns the results in the same order.
   *
   * @throws IOException the failure of one piece, with those of others
   */
  public static <T> List<T> run(List<? extends Callable<T>> pieces, int threads)
      throws IOException {
    if (threads == 1) {
      return runHere(pieces);
    }
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      List<Future<T>> futures = new ArrayList<>();
      for (Callable<T> piece : pieces) {
        futures.add(executor.submit(piece));
      }
      return await(futures);
    } finally {
      executor.shutdownNow();
    }
  }

  private static <T> List<T> runHere(List<? extends Callable<T>> pieces) throws IOException {
    List<T> results = new ArrayList<>();
    for (Callable<T> piece : pieces) {
      try {
        results.add(piece.call());
      } catch (IOException | Refusal e) {
        throw e;
      } catch (Exception e) {
        throw new IOException(e);
      }
    }
    return results;
  }

  private static <T> List<T> await(List<Future<T>> futures) throws IOException {
    List<T> results = new ArrayList<>();
    IOException failure = null;
    for (Future<T> future : futures) {
      try {
        results.add(future.get());
      } catch (ExecutionException e) {
        if (e.getCause() instanceof Refusal refusal) {
          throw refusal;
        }
        if (e.getCause() instanceof OutOfMemoryError full) {
          throw full;
        }
        IOException here =
            e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
        if (failure == null) {
          failure = here;
        } else {
          failure.addSuppressed(here);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      }
    }
    if (failure != null) {
      throw failure;
    }
    return results;
  }
}
