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
package dev.streak.field;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.lucene.index.Terms;
import org.apache.lucene.util.BytesRef;

/**
 * Terms that are looked up in many segments, given as bytes or as numbers whose decimal digits they
 * are. What the segments make of them is kept, so that it is made once. Thread-safe.
 */
public final class TermBatch {

  /** Segments that were written in so many different ways share nothing. */
  private static final int MOST_PREPARED = 12;

  private static final BytesRef[] UNBOUNDED = {};

  private final long[] ids;
  private final int segments;
  private final Map<Object, Object> prepared = new ConcurrentHashMap<>();

  /** The given terms, or the numbers spelt out; null until somebody asks. */
  private volatile BytesRef[] terms;

  /** Least and greatest term, {@link #UNBOUNDED}, or null until somebody asks. */
  private volatile BytesRef[] bounds;

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

  /** The numbers, or null if the terms were given as bytes. */
  public long[] ids() {
    return ids;
  }

  /** The terms; numbers are spelt out when this is first called. */
  public BytesRef[] terms() {
    BytesRef[] known = terms;
    if (known == null) {
      known = new BytesRef[ids.length];
      for (int i = 0; i < known.length; i++) {
        known[i] = new BytesRef(Long.toString(ids[i]));
      }
      terms = known;
    }
    return known;
  }

  /**
   * Whether these terms are known to come all before those of a field, or all behind them. Their
   * bounds are found once for all segments; for a single one that does not pay.
   */
  public boolean isOutside(Terms field) throws IOException {
    if (segments < 2) {
      return false;
    }
    BytesRef[] known = bounds;
    if (known == null) {
      known = ids != null ? boundsOfIds() : boundsOfTerms();
      bounds = known;
    }
    return known.length > 0
        && (field.getMin().compareTo(known[1]) > 0 || field.getMax().compareTo(known[0]) < 0);
  }

  /** Numbers without a sign and of equally many digits are in the order of their digits. */
  private BytesRef[] boundsOfIds() {
    long least = Long.MAX_VALUE;
    long greatest = Long.MIN_VALUE;
    for (long id : ids) {
      least = Math.min(least, id);
      greatest = Math.max(greatest, id);
    }
    BytesRef first = new BytesRef(Long.toString(least));
    BytesRef last = new BytesRef(Long.toString(greatest));
    return least >= 0 && greatest >= least && first.length == last.length
        ? new BytesRef[] {first, last}
        : UNBOUNDED;
  }

  private BytesRef[] boundsOfTerms() {
    BytesRef[] given = terms;
    if (given.length == 0) {
      return UNBOUNDED;
    }
    BytesRef least = given[0];
    BytesRef greatest = given[0];
    for (BytesRef term : given) {
      if (term.compareTo(least) < 0) {
        least = term;
      } else if (term.compareTo(greatest) > 0) {
        greatest = term;
      }
    }
    return new BytesRef[] {least, greatest};
  }

  /**
   * What {@code maker} makes, made once for each {@code key}, which stands for one type of it; null
   * if too much has been made.
   */
  @SuppressWarnings("unchecked")
  public <T> T prepared(Object key, Supplier<T> maker) {
    return prepared.size() < MOST_PREPARED || prepared.containsKey(key)
        ? (T) prepared.computeIfAbsent(key, k -> maker.get())
        : null;
  }
}
