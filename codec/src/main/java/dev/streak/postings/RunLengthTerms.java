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

import java.io.IOException;
import java.util.Objects;
import java.util.function.Supplier;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.automaton.CompiledAutomaton;

/** The terms of a field in the ordered dictionary, whichever that is, and their entries. */
public final class RunLengthTerms extends StreakTerms {

  /** Digits of {@link Long#MIN_VALUE} and its sign. */
  private static final int MAX_DECIMAL_LENGTH = 20;

  private final Terms dictionary;
  private final PostingLists lists;
  private final Supplier<PrefixSets> prefixSets;

  /** Terms of {@code dictionary}, whose term states come from {@code postings}. */
  public RunLengthTerms(
      Terms dictionary, RunLengthPostingsReader postings, Supplier<PrefixSets> prefixSets) {
    this.dictionary = Objects.requireNonNull(dictionary, "dictionary");
    this.lists = postings.lists();
    this.prefixSets = Objects.requireNonNull(prefixSets, "prefixSets");
  }

  @Override
  public void lookup(BytesRef[] terms, int from, int to, long[] entries) throws IOException {
    TermsEnum termsEnum = dictionary.iterator();
    for (int i = from; i < to; i++) {
      entries[i] = lookup(termsEnum, terms[i]);
    }
  }

  @Override
  public void lookup(long[] ids, int from, int to, long[] entries) throws IOException {
    TermsEnum termsEnum = dictionary.iterator();
    BytesRef term = new BytesRef(MAX_DECIMAL_LENGTH);
    for (int i = from; i < to; i++) {
      toDecimal(ids[i], term);
      entries[i] = lookup(termsEnum, term);
    }
  }

  private static long lookup(TermsEnum termsEnum, BytesRef term) throws IOException {
    if (termsEnum.seekExact(term)) {
      return ((RunTermState) termsEnum.termState()).entry;
    }
    return TermEntry.ABSENT;
  }

  private static void toDecimal(long id, BytesRef term) {
    int at = MAX_DECIMAL_LENGTH;
    // Negative all the way: the smallest long has no positive counterpart.
    long rest = id < 0 ? id : -id;
    do {
      term.bytes[--at] = (byte) ('0' - rest % 10);
      rest /= 10;
    } while (rest != 0);
    if (id < 0) {
      term.bytes[--at] = '-';
    }
    term.offset = at;
    term.length = MAX_DECIMAL_LENGTH - at;
  }

  @Override
  public long entry(TermsEnum termsEnum) throws IOException {
    return ((RunTermState) termsEnum.termState()).entry;
  }

  @Override
  public PrefixSets prefixSets() {
    return prefixSets.get();
  }

  @Override
  public int docFreq(long entry) throws IOException {
    return lists.docFreq(entry);
  }

  @Override
  public PostingsEnum postings(long entry, PostingsEnum reuse) throws IOException {
    return lists.postings(entry, reuse);
  }

  @Override
  public void collect(long entry, DocSink sink) throws IOException {
    lists.collect(entry, sink);
  }

  @Override
  public TermsEnum iterator() throws IOException {
    return dictionary.iterator();
  }

  @Override
  public TermsEnum intersect(CompiledAutomaton compiled, BytesRef startTerm) throws IOException {
    return dictionary.intersect(compiled, startTerm);
  }

  @Override
  public BytesRef getMin() throws IOException {
    return dictionary.getMin();
  }

  @Override
  public BytesRef getMax() throws IOException {
    return dictionary.getMax();
  }

  @Override
  public long size() throws IOException {
    return dictionary.size();
  }

  @Override
  public long getSumTotalTermFreq() throws IOException {
    return dictionary.getSumTotalTermFreq();
  }

  @Override
  public long getSumDocFreq() throws IOException {
    return dictionary.getSumDocFreq();
  }

  @Override
  public int getDocCount() throws IOException {
    return dictionary.getDocCount();
  }

  @Override
  public boolean hasFreqs() {
    return false;
  }

  @Override
  public boolean hasOffsets() {
    return false;
  }

  @Override
  public boolean hasPositions() {
    return false;
  }

  @Override
  public boolean hasPayloads() {
    return false;
  }

  @Override
  public Object getStats() throws IOException {
    return dictionary.getStats();
  }
}
