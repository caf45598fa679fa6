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

import dev.streak.field.LeafTerms;
import dev.streak.field.StreakTerms;
import dev.streak.field.TermEntry;
import dev.streak.keydocs.Keys;
import java.io.IOException;
import java.util.List;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;

/**
 * Finds the document of each key: of all live documents that have it the one with the greatest
 * number; {@link BatchReader} says when that is the newest. Segments are asked from the last to the
 * first, each only for what is still missing.
 */
final class KeyDocs {

  /** Keys looked up at a time. */
  static final int GROUP = 1024;

  private final List<LeafReaderContext> leaves;
  private final String field;
  private final Keys keys;
  private final int[] docs;

  /** Places of keys that have not been found. */
  private final int[] missing = new int[GROUP];

  private int missingCount;
  private final long[] entries = new long[GROUP];
  private final BytesRef scratch = new BytesRef();
  private PostingsEnum reuse;

  private KeyDocs(List<LeafReaderContext> leaves, String field, Keys keys, int[] docs) {
    this.leaves = leaves;
    this.field = field;
    this.keys = keys;
    this.docs = docs;
  }

  /** Fills {@code docs[from]} to {@code docs[to - 1]}. */
  static void find(
      List<LeafReaderContext> leaves, String field, Keys keys, int from, int to, int[] docs)
      throws IOException {
    new KeyDocs(leaves, field, keys, docs).find(from, to);
  }

  /** As above, with tables over the segments of a reader. */
  static void find(KeyTables tables, Keys keys, int from, int to, int[] docs) throws IOException {
    KeyDocs search = new KeyDocs(tables.others(), tables.field(), keys, docs);
    // Leaves as missing what is not in the segments without tables, or in none.
    search.find(from, to);
    tables.find(
        keys, from, to, (leaf, key, entry) -> search.take(tables.segment(leaf), key, entry));
  }

  /** Takes what tables found, of any segment. */
  private void take(TableSegment segment, int key, long entry) throws IOException {
    int doc = lastLive(segment.terms(), entry, segment.liveDocs());
    if (doc >= 0) {
      docs[key] = Math.max(docs[key], segment.docBase() + doc);
    }
  }

  private void find(int from, int to) throws IOException {
    for (int start = from; start < to; start += GROUP) {
      findGroup(start, Math.min(to, start + GROUP));
    }
  }

  private void findGroup(int from, int to) throws IOException {
    missingCount = to - from;
    for (int i = from; i < to; i++) {
      docs[i] = Batch.MISSING;
      missing[i - from] = i;
    }
    for (int leaf = leaves.size() - 1; leaf >= 0 && missingCount > 0; leaf--) {
      LeafReaderContext context = leaves.get(leaf);
      LeafTerms terms = LeafTerms.of(context.reader(), field);
      if (terms == null) {
        continue;
      }
      terms.check();
      if (terms.streak() != null) {
        findIn(context, terms.streak());
      } else {
        findIn(context, terms.outermost().iterator());
      }
    }
  }

  private void findIn(LeafReaderContext context, StreakTerms terms) throws IOException {
    keys.lookup(terms, missing, missingCount, entries);
    Bits liveDocs = context.reader().getLiveDocs();
    int left = 0;
    for (int i = 0; i < missingCount; i++) {
      int doc = entries[i] == TermEntry.ABSENT ? -1 : lastLive(terms, entries[i], liveDocs);
      left = found(missing[i], doc, context.docBase, left);
    }
    missingCount = left;
  }

  private int lastLive(StreakTerms terms, long entry, Bits liveDocs) throws IOException {
    if (TermEntry.isRun(entry)) {
      return lastLive(entry, liveDocs);
    }
    reuse = terms.postings(entry, reuse);
    return lastLive(reuse, liveDocs);
  }

  /** The last live document of a run, or -1. */
  private static int lastLive(long entry, Bits liveDocs) {
    int start = TermEntry.runStart(entry);
    int doc = start + TermEntry.runLength(entry) - 1;
    while (doc >= start && liveDocs != null && liveDocs.get(doc) == false) {
      doc--;
    }
    return doc < start ? -1 : doc;
  }

  private void findIn(LeafReaderContext context, TermsEnum termsEnum) throws IOException {
    Bits liveDocs = context.reader().getLiveDocs();
    int left = 0;
    for (int i = 0; i < missingCount; i++) {
      int doc = -1;
      if (termsEnum.seekExact(keys.term(missing[i], scratch))) {
        reuse = termsEnum.postings(reuse, PostingsEnum.NONE);
        doc = lastLive(reuse, liveDocs);
      }
      left = found(missing[i], doc, context.docBase, left);
    }
    missingCount = left;
  }

  /** Keeps what was found; what was not stays in the list. Returns the length of the list. */
  private int found(int place, int doc, int docBase, int left) {
    if (doc >= 0) {
      docs[place] = docBase + doc;
      return left;
    }
    missing[left] = place;
    return left + 1;
  }

  /** The last live document of a list, or -1. */
  private static int lastLive(PostingsEnum postings, Bits liveDocs) throws IOException {
    int last = -1;
    for (int doc = postings.nextDoc();
        doc != DocIdSetIterator.NO_MORE_DOCS;
        doc = postings.nextDoc()) {
      if (liveDocs == null || liveDocs.get(doc)) {
        last = doc;
      }
    }
    return last;
  }
}
