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
package dev.streak.termkeys;

import dev.streak.field.TermBatch;
import dev.streak.field.TermEntry;
import dev.streak.tables.HomeBuckets;
import java.util.Arrays;
import org.apache.lucene.util.BytesRef;

/**
 * The keys of a batch of terms, made once for all tables that have keys of the same spelling. Where
 * there are many tables they are also put in about the order of their homes, which is the same in
 * all tables with the same seed. Terms that cannot be in such a table have no key.
 */
public final class BatchKeys {

  /** For fewer tables the order of homes gains less than it costs. */
  private static final int TABLES_WORTH_ORDER = 3;

  /** Fewer keys are in no order that matters. */
  private static final int KEYS_WORTH_ORDER = 256;

  /** Terms whose bytes are touched before keys are made of them: so many that they stay near. */
  private static final int TOUCHED = 256;

  private final TermBatch batch;
  private final long[] keys;

  /** Null unless keys have rests. */
  private final long[] rests;

  /** The place of each key's term in the batch; null if it is the key's own. */
  private final int[] places;

  /** By the seed of the order; null if there is none. */
  private final long[] hashes;

  private final int size;

  /** Written so that touching is not optimised away. */
  @SuppressWarnings("unused")
  private long touched;

  /** The terms in the order of the keys; null until somebody asks. */
  private volatile BytesRef[] terms;

  /** Keys of the same spelling have the same homes by the same seed. */
  private record Order(TermSpelling spelling, long seed) {}

  private BatchKeys(
      TermBatch batch, long[] keys, long[] rests, int[] places, long[] hashes, int size) {
    this.batch = batch;
    this.keys = keys;
    this.rests = rests;
    this.places = places;
    this.hashes = hashes;
    this.size = size;
  }

  /**
   * Whether to make keys of a batch for all its tables. For a few tables it is cheaper to take some
   * terms at a time from their bytes to their entries, while the bytes are near.
   */
  public static boolean areWorthwhile(TermBatch batch) {
    return batch.ids() != null || batch.segments() >= TABLES_WORTH_ORDER;
  }

  /** The keys for a table. */
  public static BatchKeys of(TermBatch batch, TermSpelling spelling, HomeBuckets homes) {
    BatchKeys made = batch.prepared(spelling, () -> make(batch, spelling));
    BatchKeys given = made == null ? make(batch, spelling) : made;
    if (batch.segments() < TABLES_WORTH_ORDER || given.size < KEYS_WORTH_ORDER) {
      return given;
    }
    BatchKeys ordered =
        batch.prepared(new Order(spelling, homes.seed()), () -> given.inOrderOf(homes));
    return ordered == null ? given : ordered;
  }

  private static BatchKeys make(TermBatch batch, TermSpelling spelling) {
    if (spelling.isPlainDecimal() && batch.ids() != null) {
      return new BatchKeys(batch, batch.ids(), null, null, null, batch.size());
    }
    BytesRef[] terms = batch.terms();
    FittingKeys fitting = new FittingKeys(spelling.kind(), terms.length);
    KeySpeller speller = new KeySpeller(spelling, Math.min(TOUCHED, terms.length));
    long touched = 0;
    for (int start = 0; start < terms.length; start += TOUCHED) {
      int end = Math.min(terms.length, start + TOUCHED);
      touched += TermKeys.touch(terms, start, end);
      speller.addAll(terms, start, end, fitting);
    }
    int size = fitting.size;
    int[] places = size == terms.length ? null : fitting.places;
    BatchKeys made = new BatchKeys(batch, fitting.keys, fitting.rests, places, null, size);
    made.touched = touched;
    return made;
  }

  private BatchKeys inOrderOf(HomeBuckets homes) {
    long[] orderedKeys = new long[size];
    int[] orderedPlaces = new int[size];
    long[] orderedHashes = new long[size];
    homes.order(keys, size, orderedKeys, orderedPlaces, orderedHashes);
    long[] orderedRests = null;
    if (rests != null) {
      orderedRests = new long[size];
      for (int i = 0; i < size; i++) {
        orderedRests[i] = rests[orderedPlaces[i]];
      }
    }
    if (places != null) {
      for (int i = 0; i < size; i++) {
        orderedPlaces[i] = places[orderedPlaces[i]];
      }
    }
    return new BatchKeys(batch, orderedKeys, orderedRests, orderedPlaces, orderedHashes, size);
  }

  /** Number of keys. */
  public int size() {
    return size;
  }

  /** The keys; only the first {@link #size} count. */
  public long[] keys() {
    return keys;
  }

  /** The rests of the keys, or null if they have none. */
  public long[] rests() {
    return rests;
  }

  /** The hashes of the keys, by the seed of all tables that are given these; or null. */
  public long[] hashes() {
    return hashes;
  }

  /** The terms in the order of the keys. */
  public BytesRef[] terms() {
    if (places == null) {
      return batch.terms();
    }
    BytesRef[] known = terms;
    if (known == null) {
      BytesRef[] all = batch.terms();
      known = new BytesRef[size];
      for (int i = 0; i < size; i++) {
        known[i] = all[places[i]];
      }
      terms = known;
    }
    return known;
  }

  /** Whether the keys are in the order of the batch, all of them. */
  public boolean isAsGiven() {
    return places == null;
  }

  /** Brings what was found, in the order of the keys, into the order of the batch. */
  public void toPlaces(long[] found, long[] entries) {
    Arrays.fill(entries, TermEntry.ABSENT);
    for (int i = 0; i < size; i++) {
      if (found[i] != TermEntry.ABSENT) {
        entries[places[i]] = found[i];
      }
    }
  }
}
