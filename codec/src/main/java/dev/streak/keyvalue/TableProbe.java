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
import dev.streak.hashedterms.TermKeys;
import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;

/**
 * Finds keys through tables over all segments: hashes a group of keys, touches their slots,
 * collects what has their tags, and verifies that segment by segment. For one thread.
 */
final class TableProbe {

  /** Keys at a time: so many that a segment among many gets some whose loads overlap. */
  private static final int GROUP = 8192;

  private final KeyTables tables;
  private final Keys keys;
  private final KeyProbe.Hits hits;

  /** The terms of each segment by ordinal; null until they are asked. */
  private final OrdinalTerms[] segments;

  private final BytesRef[] terms;
  private final long[] hashes;
  private final int[] homes;

  /** What may be a key: in which segment, as which ordinal, and which key of the group. */
  private int[] candidateLeaf;

  private int[] candidateOrdinal;
  private int[] candidateKey;
  private int candidates;

  /** Candidates of each segment end here, once they are in order. */
  private final int[] ends;

  private BytesRef[] orderedTerms;
  private long[] orderedOrdinals;
  private int[] orderedKeys;

  /** Null unless the keys are numbers. */
  private long[] orderedIds;

  /** Keeps the touching loads alive. */
  private int touched;

  /** A probe for batches of {@code expected} keys, or more. */
  TableProbe(KeyTables tables, Keys keys, int expected, KeyProbe.Hits hits) {
    this.tables = tables;
    this.keys = keys;
    this.hits = hits;
    int leaves = tables.reader().leaves().size();
    this.segments = new OrdinalTerms[leaves];
    this.ends = new int[leaves + 1];
    int size = Math.max(1, Math.min(GROUP, expected));
    this.terms = new BytesRef[size];
    Arrays.setAll(terms, i -> new BytesRef());
    this.hashes = new long[size];
    this.homes = new int[size];
    this.candidateLeaf = new int[size];
    this.candidateOrdinal = new int[size];
    this.candidateKey = new int[size];
    this.orderedTerms = new BytesRef[size];
    this.orderedOrdinals = new long[size];
    this.orderedKeys = new int[size];
    this.orderedIds = keys.ids() == null ? null : new long[size];
  }

  /** Finds keys. */
  void find(int from, int to) throws IOException {
    for (int start = from; start < to; start += terms.length) {
      findGroup(start, Math.min(to, start + terms.length));
    }
  }

  private void findGroup(int from, int to) throws IOException {
    int size = to - from;
    for (int i = 0; i < size; i++) {
      terms[i] = keys.term(from + i, terms[i]);
      hashes[i] = TermKeys.hash(terms[i]);
    }
    candidates = 0;
    for (SegmentKeys part : tables.parts()) {
      collect(part, size);
    }
    order(from);
    for (int leaf = 0; leaf < segments.length; leaf++) {
      int start = leaf == 0 ? 0 : ends[leaf - 1];
      if (start < ends[leaf]) {
        verify(leaf, start, ends[leaf], from);
      }
    }
  }

  private void collect(SegmentKeys part, int size) {
    KeySlots slots = part.slots();
    for (int i = 0; i < size; i++) {
      homes[i] = slots.home(hashes[i]);
      touched += slots.touch(homes[i]);
    }
    for (int i = 0; i < size; i++) {
      long hash = hashes[i];
      for (int slot = slots.find(homes[i], hash); slot >= 0; slot = slots.findNext(slot, hash)) {
        int key = slots.ordinal(slot);
        int range = part.range(key);
        LeafReaderContext leaf = range < 0 ? null : part.leaf(range);
        if (leaf != null) {
          add(leaf.ord, part.ordinal(range, key), i);
        }
      }
    }
  }

  private void add(int leaf, int ordinal, int key) {
    if (candidates == candidateLeaf.length) {
      candidateLeaf = ArrayUtil.grow(candidateLeaf);
      candidateOrdinal = ArrayUtil.growExact(candidateOrdinal, candidateLeaf.length);
      candidateKey = ArrayUtil.growExact(candidateKey, candidateLeaf.length);
    }
    candidateLeaf[candidates] = leaf;
    candidateOrdinal[candidates] = ordinal;
    candidateKey[candidates++] = key;
  }

  /** Brings the candidates into the order of their segments. */
  private void order(int from) {
    if (orderedKeys.length < candidates) {
      orderedTerms = new BytesRef[candidateLeaf.length];
      orderedOrdinals = new long[candidateLeaf.length];
      orderedKeys = new int[candidateLeaf.length];
      orderedIds = orderedIds == null ? null : new long[candidateLeaf.length];
    }
    Arrays.fill(ends, 0);
    for (int i = 0; i < candidates; i++) {
      ends[candidateLeaf[i] + 1]++;
    }
    for (int leaf = 1; leaf < ends.length; leaf++) {
      ends[leaf] += ends[leaf - 1];
    }
    // From here on an end is where the segment's next candidate goes.
    for (int i = 0; i < candidates; i++) {
      int at = ends[candidateLeaf[i]]++;
      orderedTerms[at] = terms[candidateKey[i]];
      orderedOrdinals[at] = candidateOrdinal[i];
      orderedKeys[at] = candidateKey[i];
      if (orderedIds != null) {
        orderedIds[at] = keys.ids()[from + candidateKey[i]];
      }
    }
  }

  private OrdinalTerms segment(int leaf) throws IOException {
    if (segments[leaf] == null) {
      segments[leaf] = tables.terms(leaf).ordinals();
    }
    return segments[leaf];
  }

  private void verify(int leaf, int start, int end, int from) throws IOException {
    if (orderedIds != null) {
      // Numbers are in the segment's own table with their entries: no look into the dictionary.
      tables.terms(leaf).lookup(orderedIds, start, end, orderedOrdinals);
    } else {
      segment(leaf).entriesIfEqual(orderedTerms, start, end, orderedOrdinals);
    }
    for (int i = start; i < end; i++) {
      long entry = orderedOrdinals[i];
      // A number with two candidates in a segment, which are neighbours, was found for both.
      boolean again = orderedIds != null && i > start && orderedKeys[i] == orderedKeys[i - 1];
      if (entry >= 0 && again == false) {
        hits.accept(leaf, from + orderedKeys[i], entry);
      }
    }
  }

  @Override
  public String toString() {
    return "TableProbe(" + tables + ", " + touched + ")";
  }
}
