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
package dev.streak.matches;

import dev.streak.field.KeyProbe;
import dev.streak.field.TermBatch;
import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.util.ArrayUtil;

/** What a probe finds of a query's terms, by segment and in no order. Found once; thread-safe. */
public final class ProbedTerms {

  private static final long[] NONE = {};

  private final KeyProbe probe;
  private final TermBatch batch;

  /** Null until somebody asks. Guarded by this. */
  private long[][] entries;

  private int[] counts;

  public ProbedTerms(KeyProbe probe, TermBatch batch) {
    this.probe = probe;
    this.batch = batch;
  }

  /** The entries of the terms that a segment has, for the caller; null if it has to be asked. */
  public synchronized long[] of(int segment) throws IOException {
    if (probe.covers(segment) == false) {
      return null;
    }
    if (entries == null) {
      find();
    }
    return Arrays.copyOf(entries[segment], counts[segment]);
  }

  private void find() throws IOException {
    long[][] found = new long[batch.segments()][];
    Arrays.fill(found, NONE);
    int[] sizes = new int[found.length];
    probe.find(
        batch,
        (segment, term, entry) -> {
          found[segment] = ArrayUtil.grow(found[segment], sizes[segment] + 1);
          found[segment][sizes[segment]++] = entry;
        });
    counts = sizes;
    entries = found;
  }
}
