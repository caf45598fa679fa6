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
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IORunnable;
import org.apache.lucene.util.automaton.CompiledAutomaton;

/**
 * The terms of a field whose postings hold documents only, with look-ups for many terms at once. A
 * query that finds this class behind {@code LeafReader.terms(field)} may use it; one that finds
 * anything else (another codec's segment, a wrapping reader) takes Lucene's own path.
 */
public abstract class StreakTerms extends Terms {

  private volatile boolean trusted = true;

  /** Whether no document has two terms: then there are as many postings as documents. */
  public final boolean isSingleValued() throws IOException {
    return getSumDocFreq() == getDocCount();
  }

  /** Whether queries may take what this class offers beyond {@link Terms}. */
  public final boolean isTrusted() {
    return trusted;
  }

  /**
   * An answer was found to be wrong: queries are to take Lucene's way from now on, and whatever
   * finds terms faster than their order does is not to be used, as it may have been the cause.
   */
  public void distrust() {
    trusted = false;
  }

  /**
   * Looks terms up, in any order: {@code entries[i]} becomes the {@link TermEntry} of {@code
   * terms[i]}, or {@link TermEntry#ABSENT}, for {@code from <= i < to}.
   */
  public abstract void lookup(BytesRef[] terms, int from, int to, long[] entries)
      throws IOException;

  /** As {@link #lookup(BytesRef[], int, int, long[])}, for terms that are decimal numbers. */
  public abstract void lookup(long[] ids, int from, int to, long[] entries) throws IOException;

  /** The same terms in their order, without what finds them faster. */
  public StreakTerms dictionary() {
    return this;
  }

  /**
   * Reads all of what finds terms faster than their order does, so that it is what is asked from
   * now on, unless it is damaged or switched off.
   */
  public void loadTable() throws IOException {}

  /** Looks all terms of a batch up: {@code entries[i]} becomes the entry of its {@code i}th. */
  public void lookup(TermBatch batch, long[] entries) throws IOException {
    if (batch.ids() != null) {
      lookup(batch.ids(), 0, batch.size(), entries);
    } else {
      lookup(batch.terms(), 0, batch.size(), entries);
    }
  }

  /**
   * As {@link #lookup(TermBatch, long[])}, for whoever asks for no order: {@code entries} becomes
   * the terms' entries and as many {@link TermEntry#ABSENT} as there are absent terms.
   */
  public void lookupInAnyOrder(TermBatch batch, long[] entries) throws IOException {
    lookup(batch, entries);
  }

  /** The entry of the term that {@code termsEnum}, an enumeration of these terms, is on. */
  public abstract long entry(TermsEnum termsEnum) throws IOException;

  /**
   * The entries of the terms from {@code from} on that are less than {@code to}; of all from there
   * on if {@code to} is null.
   */
  public abstract EntryRange entries(BytesRef from, BytesRef to) throws IOException;

  /**
   * The entries of the terms that an automaton of type {@code NORMAL} accepts.
   *
   * @param literal what is known of all these terms; null if nothing is
   * @param check is run now and then, also where no term is accepted; what it throws ends the range
   */
  public abstract EntryRange entries(
      CompiledAutomaton automaton, AcceptedLiteral literal, IORunnable check) throws IOException;

  /** The same terms by ordinal, for the use of one thread. */
  public abstract OrdinalTerms ordinals() throws IOException;

  /** What is known of the prefixes of these terms, or null. */
  public PrefixSets prefixSets() {
    return null;
  }

  /** Number of documents, deleted ones included, that the entry stands for. */
  public abstract int docFreq(long entry) throws IOException;

  /**
   * As {@link #docFreq(long)}, the sum over the first {@code count} of entries that are no runs.
   */
  public long docFreq(long[] lists, int count) throws IOException {
    long sum = 0;
    for (int i = 0; i < count; i++) {
      sum += docFreq(lists[i]);
    }
    return sum;
  }

  /** Documents of an entry, in ascending order. */
  public abstract PostingsEnum postings(long entry, PostingsEnum reuse) throws IOException;

  /** Hands all documents of an entry to {@code sink}, in the shape in which they are stored. */
  public abstract void collect(long entry, DocSink sink) throws IOException;

  /**
   * As {@link #collect(long, DocSink)}, for the first {@code count} of entries that are no runs.
   * Documents of several lists may come together, and do not ascend then.
   */
  public void collect(long[] lists, int count, DocSink sink) throws IOException {
    for (int i = 0; i < count; i++) {
      collect(lists[i], sink);
    }
  }
}
