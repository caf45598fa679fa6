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
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IORunnable;
import org.apache.lucene.util.automaton.CompiledAutomaton;

/**
 * Passes everything on to the same terms that are found in another way, until a method is replaced.
 * What {@link StreakTerms} makes of other methods, as of a batch, it makes of those of this class.
 */
public abstract class FilterStreakTerms extends StreakTerms {

  protected final StreakTerms in;

  /** The same terms as {@code in}, in the same order, with all that is known about them. */
  protected FilterStreakTerms(StreakTerms in) {
    this.in = in;
  }

  @Override
  public TermsEnum iterator() throws IOException {
    return in.iterator();
  }

  @Override
  public TermsEnum intersect(CompiledAutomaton compiled, BytesRef startTerm) throws IOException {
    return in.intersect(compiled, startTerm);
  }

  @Override
  public BytesRef getMin() throws IOException {
    return in.getMin();
  }

  @Override
  public BytesRef getMax() throws IOException {
    return in.getMax();
  }

  @Override
  public long size() throws IOException {
    return in.size();
  }

  @Override
  public long getSumTotalTermFreq() throws IOException {
    return in.getSumTotalTermFreq();
  }

  @Override
  public long getSumDocFreq() throws IOException {
    return in.getSumDocFreq();
  }

  @Override
  public int getDocCount() throws IOException {
    return in.getDocCount();
  }

  @Override
  public Object getStats() throws IOException {
    return in.getStats();
  }

  @Override
  public boolean hasFreqs() {
    return in.hasFreqs();
  }

  @Override
  public boolean hasOffsets() {
    return in.hasOffsets();
  }

  @Override
  public boolean hasPositions() {
    return in.hasPositions();
  }

  @Override
  public boolean hasPayloads() {
    return in.hasPayloads();
  }

  @Override
  public void lookup(BytesRef[] terms, int from, int to, long[] entries) throws IOException {
    in.lookup(terms, from, to, entries);
  }

  @Override
  public void lookup(long[] ids, int from, int to, long[] entries) throws IOException {
    in.lookup(ids, from, to, entries);
  }

  @Override
  public long entry(TermsEnum termsEnum) throws IOException {
    return in.entry(termsEnum);
  }

  @Override
  public EntryRange entries(BytesRef from, BytesRef to) throws IOException {
    return in.entries(from, to);
  }

  @Override
  public EntryRange entries(CompiledAutomaton automaton, AcceptedLiteral literal, IORunnable check)
      throws IOException {
    return in.entries(automaton, literal, check);
  }

  @Override
  public OrdinalTerms ordinals() throws IOException {
    return in.ordinals();
  }

  @Override
  public int docFreq(long entry) throws IOException {
    return in.docFreq(entry);
  }

  @Override
  public PostingsEnum postings(long entry, PostingsEnum reuse) throws IOException {
    return in.postings(entry, reuse);
  }

  @Override
  public void collect(long entry, DocSink sink) throws IOException {
    in.collect(entry, sink);
  }

  @Override
  public PrefixSets prefixSets() {
    return in.prefixSets();
  }
}
