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
package dev.streak.keyvalue;

import dev.streak.field.KeyProbe;
import dev.streak.field.OrdinalTerms;
import dev.streak.keydocs.KeySlots;
import dev.streak.keydocs.Keys;
import dev.streak.keydocs.NumberProbe;
import dev.streak.keydocs.SegmentKeys;
import dev.streak.termkeys.TermKeys;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;

/**
 * Finds keys through tables over all segments: hashes a group of keys, touches their buckets,
 * collects what has their tags, and verifies that segment by segment. For one thread at a time.
 */
final class TableProbe {

  /** Keys at a time: so many that a segment among many gets some whose loads overlap. */
  private static final int GROUP = BatchReader.SLICE;

  /** Keys whose buckets are touched before the first is compared. */
  private static final int WINDOW = 512;

  private final KeyTables tables;
  private final WeakReference<TableProbe> weakly = new WeakReference<>(this);

  /** The terms of each segment by ordinal; null until they are asked. */
  private final OrdinalTerms[] segments;

  private final NumberProbe numbers = new NumberProbe();
  private final long[] hashes = new long[WINDOW];
  private final int[] homes = new int[WINDOW];

  /** What may be a key: in which segment, and as which ordinal above the key's place. */
  private int[] candidateLeaf = new int[0];

  private long[] candidateKey = new long[0];
  private int candidates;

  /** Candidates of each segment end here, once they are in order. */
  private final int[] ends;

  /** In the order of segments; terms are the caller's and not kept. */
  private long[] orderedIds = new long[0];

  private long[] orderedOrdinals = new long[0];
  private int[] orderedKeys = new int[0];

  /** Written so that touching is not optimised away. */
  @SuppressWarnings("unused")
  private long touched;

  TableProbe(KeyTables tables) {
    this.tables = tables;
    int leaves = tables.reader().leaves().size();
    this.segments = new OrdinalTerms[leaves];
    this.ends = new int[leaves + 1];
  }

  /** Held by whoever would use this again if it is still there. */
  WeakReference<TableProbe> weakly() {
    return weakly;
  }

  /** Finds keys. */
  void find(Keys keys, int from, int to, KeyProbe.Hits hits) throws IOException {
    boolean hashed = false;
    for (SegmentKeys part : tables.parts()) {
      if (part.numbers() == null) {
        hashed = true;
      } else {
        numbers.find(part, keys, from, to, hits);
      }
    }
    if (hashed) {
      findHashed(keys, from, to, hits);
    }
  }

  private void findHashed(Keys keys, int from, int to, KeyProbe.Hits hits) throws IOException {
    for (int start = from; start < to; start += GROUP) {
      findGroup(keys, start, Math.min(to, start + GROUP), hits);
    }
  }

  private void findGroup(Keys keys, int from, int to, KeyProbe.Hits hits) throws IOException {
    candidates = 0;
    Arrays.fill(ends, 0);
    for (int start = from; start < to; start += WINDOW) {
      int count = Math.min(WINDOW, to - start);
      keys.hash(start, count, hashes);
      for (SegmentKeys part : tables.parts()) {
        if (part.numbers() == null) {
          collect(part, start, count);
        }
      }
    }
    BytesRef[] terms = keys.ids() == null ? new BytesRef[candidates] : null;
    order(keys, terms);
    for (int leaf = 0; leaf < segments.length; leaf++) {
      int start = leaf == 0 ? 0 : ends[leaf - 1];
      if (start < ends[leaf]) {
        verify(terms, leaf, start, ends[leaf], hits);
      }
    }
  }

  private void collect(SegmentKeys part, int from, int count) {
    KeySlots slots = part.slots();
    for (int i = 0; i < count; i++) {
      homes[i] = slots.home(hashes[i]);
      touched += slots.touch(homes[i]);
    }
    for (int i = 0; i < count; i++) {
      int bucket = homes[i];
      add(part, bucket, hashes[i], from + i);
      while (slots.goesOn(bucket, hashes[i])) {
        bucket = slots.next(bucket);
        add(part, bucket, hashes[i], from + i);
      }
    }
  }

  private void add(SegmentKeys part, int bucket, long hash, int key) {
    KeySlots slots = part.slots();
    for (long left = slots.matches(bucket, hash); left != 0; left &= left - 1) {
      int ordinal = slots.ordinal(bucket, left, hash);
      int range = ordinal == KeySlots.OTHER ? -1 : part.range(ordinal);
      int leaf = range < 0 ? -1 : part.leaf(range);
      if (leaf >= 0) {
        add(leaf, part.ordinal(range, ordinal), key);
      }
    }
  }

  private void add(int leaf, int ordinal, int key) {
    if (candidates == candidateLeaf.length) {
      candidateLeaf = ArrayUtil.grow(candidateLeaf, Math.max(WINDOW, candidates + 1));
      candidateKey = ArrayUtil.growExact(candidateKey, candidateLeaf.length);
    }
    ends[leaf + 1]++;
    candidateLeaf[candidates] = leaf;
    candidateKey[candidates++] = (long) ordinal << Integer.SIZE | key;
  }

  /** Brings the candidates into the order of their segments. */
  private void order(Keys keys, BytesRef[] orderedTerms) {
    long[] ids = keys.ids();
    if (orderedKeys.length < candidates) {
      orderedOrdinals = new long[candidateLeaf.length];
      orderedKeys = new int[candidateLeaf.length];
    }
    if (ids != null && orderedIds.length < candidates) {
      orderedIds = new long[candidateLeaf.length];
    }
    for (int leaf = 1; leaf < ends.length; leaf++) {
      ends[leaf] += ends[leaf - 1];
    }
    // From here on an end is where the segment's next candidate goes.
    for (int i = 0; i < candidates; i++) {
      int at = ends[candidateLeaf[i]]++;
      int key = (int) candidateKey[i];
      orderedOrdinals[at] = candidateKey[i] >>> Integer.SIZE;
      orderedKeys[at] = key;
      if (ids == null) {
        orderedTerms[at] = keys.term(key, null);
      } else {
        orderedIds[at] = ids[key];
      }
    }
  }

  private OrdinalTerms segment(int leaf) throws IOException {
    if (segments[leaf] == null) {
      segments[leaf] = tables.segment(leaf).terms().ordinals();
    }
    return segments[leaf];
  }

  private void verify(BytesRef[] terms, int leaf, int start, int end, KeyProbe.Hits hits)
      throws IOException {
    boolean areNumbers = terms == null;
    if (areNumbers) {
      // Numbers are in the segment's own table with their entries: no look into the dictionary.
      tables.segment(leaf).terms().lookup(orderedIds, start, end, orderedOrdinals);
    } else {
      touched += TermKeys.touch(terms, start, end);
      segment(leaf).entriesIfEqual(terms, start, end, orderedOrdinals);
    }
    for (int i = start; i < end; i++) {
      long entry = orderedOrdinals[i];
      // A number with two candidates in a segment, which are neighbours, was found for both.
      boolean again = areNumbers && i > start && orderedKeys[i] == orderedKeys[i - 1];
      if (entry >= 0 && again == false) {
        hits.accept(leaf, orderedKeys[i], entry);
      }
    }
  }
}
