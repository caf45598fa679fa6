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
package dev.streak.coldreads;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.store.FilterIndexInput;
import org.apache.lucene.store.IndexInput;

/** An input of a file that notes what is announced. */
public final class PrefetchRecorder extends FilterIndexInput {

  /** A part of the file. */
  public record Range(long from, long length) {
    /** Whether this part has that one. */
    public boolean covers(long start, long end) {
      return from <= start && end <= from + length;
    }
  }

  private final long base;
  private final List<Range> announced;

  /** Adds the parts to {@code announced}, which slices and clones of this one do as well. */
  public PrefetchRecorder(IndexInput in, List<Range> announced) {
    this(in, 0, announced);
  }

  private PrefetchRecorder(IndexInput in, long base, List<Range> announced) {
    super("recorded " + in, in);
    this.base = base;
    this.announced = announced;
  }

  @Override
  public void prefetch(long offset, long length) throws IOException {
    announced.add(new Range(base + offset, length));
    in.prefetch(offset, length);
  }

  /** Nothing is in memory. */
  @Override
  public Optional<Boolean> isLoaded() {
    return Optional.of(false);
  }

  @Override
  public IndexInput slice(String description, long offset, long length) throws IOException {
    return new PrefetchRecorder(in.slice(description, offset, length), base + offset, announced);
  }

  @Override
  public PrefetchRecorder clone() {
    return new PrefetchRecorder(in.clone(), base, announced);
  }
}
