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
package dev.streak.postings;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.lucene.util.BytesRef;

/**
 * Terms that are looked up in many segments, given as bytes or as numbers whose decimal digits they
 * are. What the segments make of them is kept, so that it is made once. Thread-safe.
 */
public final class TermBatch {

  /** Segments that were written in so many different ways share nothing. */
  private static final int MOST_PREPARED = 8;

  private final BytesRef[] terms;
  private final long[] ids;
  private final int segments;
  private final Map<Object, long[]> prepared = new ConcurrentHashMap<>();

  private TermBatch(BytesRef[] terms, long[] ids, int segments) {
    this.terms = terms;
    this.ids = ids;
    this.segments = segments;
  }

  /** Terms for so many segments; the array is not copied. */
  public static TermBatch of(BytesRef[] terms, int segments) {
    return new TermBatch(terms, null, segments);
  }

  /** Terms that are the decimal digits of numbers; the array is not copied. */
  public static TermBatch ofIds(long[] ids, int segments) {
    return new TermBatch(null, ids, segments);
  }

  /** Number of terms. */
  public int size() {
    return ids != null ? ids.length : terms.length;
  }

  /** In how many segments the terms will be looked up. */
  public int segments() {
    return segments;
  }

  /** The terms, or null if they were given as numbers. */
  public BytesRef[] terms() {
    return terms;
  }

  /** The numbers, or null if the terms were given as bytes. */
  public long[] ids() {
    return ids;
  }

  /** What {@code maker} makes, made once for each {@code key}. */
  public long[] prepared(Object key, Supplier<long[]> maker) {
    return prepared.size() < MOST_PREPARED || prepared.containsKey(key)
        ? prepared.computeIfAbsent(key, k -> maker.get())
        : maker.get();
  }
}
