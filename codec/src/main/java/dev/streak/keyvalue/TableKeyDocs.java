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

import dev.streak.field.StreakTerms;
import dev.streak.field.TermEntry;
import dev.streak.hashedterms.TermKeys;
import dev.streak.leaf.LeafReaders;
import dev.streak.terms.DictionaryTerms;
import dev.streak.terms.OrdinalTerms;
import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;

/**
 * Finds the documents of keys through tables over all segments: hashes a group of keys, touches
 * their slots, collects what has their tags, and verifies that segment by segment. For one thread.
 */
final class TableKeyDocs {

  private final KeyTables tables;
  private final Keys keys;
  private final int[] docs;
  private final SegmentTerms[] segments;
  private final BytesRef[] terms = new BytesRef[KeyDocs.GROUP];
  private final long[] hashes = new long[KeyDocs.GROUP];
  private final int[] homes = new int[KeyDocs.GROUP];

  /** What may be a key: in which segment, as which ordinal, and which key of the group. */
  private int[] candidateLeaf = new int[KeyDocs.GROUP];

  private int[] candidateOrdinal = new int[KeyDocs.GROUP];
  private int[] candidateKey = new int[KeyDocs.GROUP];
  private int candidates;

  /** Candidates of each segment end here, once they are in order. */
  private final int[] ends;

  private BytesRef[] orderedTerms = new BytesRef[KeyDocs.GROUP];
  private long[] orderedOrdinals = new long[KeyDocs.GROUP];
  private int[] orderedKeys = new int[KeyDocs.GROUP];

  private PostingsEnum reuse;

  /** Keeps the touching loads alive. */
  private int touched;

  /** What is asked of a segment again and again. */
  private record SegmentTerms(
      StreakTerms terms, OrdinalTerms ordinals, Bits liveDocs, int docBase) {}

  TableKeyDocs(KeyTables tables, Keys keys, int[] docs) {
    this.tables = tables;
    this.keys = keys;
    this.docs = docs;
    int leaves = tables.reader().leaves().size();
    this.segments = new SegmentTerms[leaves];
    this.ends = new int[leaves + 1];
    for (int i = 0; i < terms.length; i++) {
      terms[i] = new BytesRef();
    }
  }

  /** Fills {@code docs[from]} to {@code docs[to - 1]}. */
  void find(int from, int to) throws IOException {
    int size = to - from;
    for (int i = 0; i < size; i++) {
      docs[from + i] = Batch.MISSING;
      terms[i] = keys.term(from + i, terms[i]);
      hashes[i] = TermKeys.hash(terms[i]);
    }
    candidates = 0;
    for (SegmentKeys part : tables.parts()) {
      collect(part, size);
    }
    order();
    for (int leaf = 0; leaf < segments.length; leaf++) {
      int start = leaf == 0 ? 0 : ends[leaf - 1];
      if (start < ends[leaf]) {
        verify(segment(leaf), start, ends[leaf], from);
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
  private void order() {
    if (orderedKeys.length < candidates) {
      orderedTerms = new BytesRef[candidateLeaf.length];
      orderedOrdinals = new long[candidateLeaf.length];
      orderedKeys = new int[candidateLeaf.length];
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
    }
  }

  private SegmentTerms segment(int leaf) throws IOException {
    if (segments[leaf] == null) {
      LeafReaderContext context = tables.reader().leaves().get(leaf);
      StreakTerms streak = (StreakTerms) LeafReaders.unwrap(context.reader()).terms(tables.field());
      OrdinalTerms ordinals = ((DictionaryTerms) streak.dictionary()).ordinals();
      segments[leaf] =
          new SegmentTerms(streak, ordinals, context.reader().getLiveDocs(), context.docBase);
    }
    return segments[leaf];
  }

  private void verify(SegmentTerms segment, int start, int end, int from) throws IOException {
    segment.ordinals.entriesIfEqual(orderedTerms, start, end, orderedOrdinals);
    for (int i = start; i < end; i++) {
      long entry = orderedOrdinals[i];
      if (entry != OrdinalTerms.DIFFERENT) {
        int doc = lastLive(segment, entry);
        if (doc >= 0) {
          int place = from + orderedKeys[i];
          docs[place] = Math.max(docs[place], segment.docBase + doc);
        }
      }
    }
  }

  private int lastLive(SegmentTerms segment, long entry) throws IOException {
    if (TermEntry.isRun(entry)) {
      return KeyDocs.lastLive(entry, segment.liveDocs);
    }
    reuse = segment.terms.postings(entry, reuse);
    return KeyDocs.lastLive(reuse, segment.liveDocs);
  }

  @Override
  public String toString() {
    return "TableKeyDocs(" + tables + ", " + touched + ")";
  }
}
