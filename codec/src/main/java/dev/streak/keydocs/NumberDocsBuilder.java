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
package dev.streak.keydocs;

import dev.streak.digits.DecimalTerm;
import dev.streak.field.StreakTerms;
import dev.streak.field.TermEntry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.BytesRef;

/**
 * Makes {@link NumberDocs} of segments all of whose terms are numbers with one document each. The
 * terms are read three times, as keeping them would take twice the memory of what is made.
 */
public final class NumberDocsBuilder {

  /** Numbers from the least to the greatest at most, for each that is there. */
  private static final int MAX_SPREAD = 5;

  /** What a key may take, as in a table of hashes. */
  private static final int MAX_KEY_BYTES = 5;

  /** A document that was not set yet: no chain is so long. */
  private static final int NONE = Integer.MIN_VALUE;

  /** A segment, and the number of its first document among those of all. */
  private record Segment(LeafReaderContext leaf, StreakTerms terms, int firstDoc) {}

  private final List<Segment> segments = new ArrayList<>();
  private long keys;
  private int maxDoc;
  private long least = Long.MAX_VALUE;
  private long greatest = Long.MIN_VALUE;

  private long[] bits;
  private int distinct;
  private int[] before;
  private int[] docs;
  private int[] more;
  private int chained;

  private NumberDocsBuilder() {}

  /** Takes a term's number and its document, counted through all segments. */
  @FunctionalInterface
  private interface Sink {
    /** Returns false to be given no more. */
    boolean accept(long number, int doc);
  }

  /**
   * The keys of those segments that have numbers only, or null if there are none, or if they are
   * too far apart, or take too much memory.
   */
  public static KeyRanges build(List<LeafReaderContext> leaves, String field, long maxBytes)
      throws IOException {
    NumberDocsBuilder builder = new NumberDocsBuilder();
    long most = 0;
    for (LeafReaderContext leaf : leaves) {
      most += KeyRanges.termsOf(leaf, field).size();
    }
    for (LeafReaderContext leaf : leaves) {
      builder.add(leaf, KeyRanges.termsOf(leaf, field), most);
    }
    return builder.make(maxBytes);
  }

  /** Takes a segment if it has numbers only, none of which is too far from any other. */
  private void add(LeafReaderContext leaf, Terms terms, long most) throws IOException {
    Segment segment = new Segment(leaf, ((StreakTerms) terms).dictionary(), maxDoc);
    long leastBefore = least;
    long greatestBefore = greatest;
    boolean taken = forEach(segment, (number, doc) -> widen(number, most));
    if (taken && terms.size() > 0) {
      segments.add(segment);
      keys += terms.size();
      maxDoc += leaf.reader().maxDoc();
    } else {
      least = leastBefore;
      greatest = greatestBefore;
    }
  }

  private boolean widen(long number, long most) {
    least = Math.min(least, number);
    greatest = Math.max(greatest, number);
    long distance = greatest - least;
    return distance >= 0 && distance < MAX_SPREAD * most;
  }

  /** Returns false if a term is no number, or has no document of its own, or the sink says so. */
  private static boolean forEach(Segment segment, Sink sink) throws IOException {
    TermsEnum termsEnum = segment.terms.iterator();
    for (BytesRef term = termsEnum.next(); term != null; term = termsEnum.next()) {
      long number = DecimalTerm.number(term);
      long entry = segment.terms.entry(termsEnum);
      if (number == DecimalTerm.NOT_DECIMAL
          || TermEntry.isRun(entry) == false
          || TermEntry.runLength(entry) > 1
          || sink.accept(number, segment.firstDoc + TermEntry.runStart(entry)) == false) {
        return false;
      }
    }
    return true;
  }

  private KeyRanges make(long maxBytes) throws IOException {
    long span = greatest - least + 1;
    // In this order: without keys there is no span.
    if (keys == 0 || span > MAX_SPREAD * keys || keys > Integer.MAX_VALUE) {
      return null;
    }
    int words = NumberDocs.words(span);
    long most = Math.min(maxBytes, MAX_KEY_BYTES * keys + NumberDocs.WORD_BYTES);
    if ((long) words * NumberDocs.WORD_BYTES > most) {
      return null;
    }
    bits = new long[words];
    for (Segment segment : segments) {
      forEach(segment, (number, doc) -> setBit(number - least));
    }
    long twice = keys - distinct;
    if ((long) words * NumberDocs.WORD_BYTES + (distinct + 2 * twice) * Integer.BYTES > most) {
      return null;
    }
    countBefore();
    docs = new int[distinct];
    Arrays.fill(docs, NONE);
    more = new int[Math.toIntExact(2 * twice)];
    NumberDocs places = new NumberDocs(least, span, bits, before, docs, more, maxDoc);
    KeyRanges ranges = new KeyRanges(places);
    for (Segment segment : segments) {
      forEach(segment, (number, doc) -> setDoc(places.place(number), doc));
      ranges.add(
          KeyRanges.segmentOf(segment.leaf), segment.firstDoc, segment.leaf.reader().maxDoc());
    }
    return ranges;
  }

  private boolean setBit(long at) {
    int word = (int) (at >>> 6);
    long bit = 1L << at;
    distinct += (bits[word] & bit) == 0 ? 1 : 0;
    bits[word] |= bit;
    return true;
  }

  private void countBefore() {
    before = new int[bits.length];
    int count = 0;
    for (int word = 0; word < bits.length; word++) {
      before[word] = count;
      count += Long.bitCount(bits[word]);
    }
  }

  private boolean setDoc(int place, int doc) {
    if (docs[place] == NONE) {
      docs[place] = doc;
    } else {
      more[2 * chained] = doc;
      more[2 * chained + 1] = docs[place];
      docs[place] = ~chained++;
    }
    return true;
  }
}
