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
package dev.streak.tools.verify;

import dev.streak.compression.NativeMemoryException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.apache.lucene.index.CorruptIndexException;

/** Tells what this process lacks, which says nothing of the index, from what is damaged. */
final class ProcessFailure {
  /** Lucene says the first without a cause, and the second comes from the system. */
  private static final List<String> MESSAGES = List.of("Map failed", "Too many open files");

  private ProcessFailure() {}

  /** Throws what a failure came from, if that is about this process; otherwise returns. */
  static void rethrow(Throwable failure) throws IOException {
    Throwable found = find(failure);
    if (found instanceof Error e) {
      throw e;
    }
    if (found instanceof RuntimeException e) {
      throw e;
    }
    if (found instanceof IOException e) {
      throw e;
    }
  }

  /** Whether a failure, or one that it came from or suppresses, is about this process. */
  static boolean isCauseOf(Throwable failure) {
    return find(failure) != null;
  }

  private static Throwable find(Throwable failure) {
    return find(failure, Collections.newSetFromMap(new IdentityHashMap<>()));
  }

  private static Throwable find(Throwable failure, Set<Throwable> seen) {
    if (failure == null || !seen.add(failure)) {
      return null;
    }
    if (isOfProcess(failure)) {
      return failure;
    }
    Throwable found = find(failure.getCause(), seen);
    // What a wrong checksum suppresses came of the damage: a length may ask for any memory.
    Throwable[] others =
        failure instanceof CorruptIndexException ? new Throwable[0] : failure.getSuppressed();
    for (int i = 0; i < others.length && found == null; i++) {
      found = find(others[i], seen);
    }
    return found;
  }

  private static boolean isOfProcess(Throwable failure) {
    return failure instanceof OutOfMemoryError
        || failure instanceof NativeMemoryException
        || failure instanceof AccessDeniedException
        || (failure instanceof IOException
            && MESSAGES.stream().anyMatch(String.valueOf(failure.getMessage())::contains));
  }
}
