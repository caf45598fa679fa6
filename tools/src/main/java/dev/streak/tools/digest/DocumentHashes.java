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
package dev.streak.tools.digest;

import dev.streak.tools.cli.Progress;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A hash for each document of a segment. What a document has is added up, so it may come in any
 * order: terms come with their documents, not documents with their terms.
 */
final class DocumentHashes {
  private final long[] hashes;
  private final Progress progress;
  private final AtomicBoolean stop;

  DocumentHashes(int maxDoc, Progress progress, AtomicBoolean stop) {
    this.hashes = new long[maxDoc];
    this.progress = progress;
    this.stop = stop;
  }

  /** Adds something, already mixed well, to what the document has. */
  void add(int doc, long hash) {
    hashes[doc] += hash;
  }

  long get(int doc) {
    return hashes[doc];
  }

  /** Notes how far the work has come; throws if it need not go on. */
  void worked(long units) {
    progress.add(units);
    if (stop.get()) {
      throw new CancellationException("another part has failed");
    }
  }
}
