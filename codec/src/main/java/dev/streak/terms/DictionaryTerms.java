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
package dev.streak.terms;

import dev.streak.coldreads.ReadClock;
import dev.streak.coldreads.ReadsAhead;
import dev.streak.digits.DecimalTerm;
import dev.streak.field.AcceptedLiteral;
import dev.streak.field.DocSink;
import dev.streak.field.EntryRange;
import dev.streak.field.OrdinalTerms;
import dev.streak.field.PrefixSets;
import dev.streak.field.StreakTerms;
import dev.streak.field.TermEntry;
import dev.streak.fieldblocks.FieldBlocks;
import dev.streak.postings.PostingLists;
import java.io.IOException;
import java.util.function.Supplier;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IORunnable;
import org.apache.lucene.util.automaton.CompiledAutomaton;

/** The terms of a field in the dictionary, found by order or by ordinal. */
public final class DictionaryTerms extends StreakTerms {

  /** To look for fewer terms takes no longer than to go through those of a field that has few. */
  private static final int ASKED_WORTH_MARKS = 64;

  /** Blocks of fewer terms are announced one by one, when they are first read. */
  private static final int FEWEST_ANNOUNCED = 64;

  private final FieldBlocks field;
  private final PostingLists lists;
  private final Supplier<PrefixSets> prefixSets;

  /** When a batch waited for nothing, by the clock; threads need not agree. */
  private long noWaits = System.nanoTime() - ReadClock.MOMENT_NANOS;

  /** Null until somebody asks. */
  private volatile BytesRef least;

  /** Null until somebody asks. */
  private volatile BytesRef greatest;

  DictionaryTerms(FieldBlocks field, PostingLists lists, Supplier<PrefixSets> prefixSets) {
    this.field = field;
    this.lists = lists;
    this.prefixSets = prefixSets;
  }

  @Override
  public OrdinalTerms ordinals() throws IOException {
    return new OrdinalReader(field);
  }

  @Override
  public void lookup(BytesRef[] terms, int from, int to, long[] entries) throws IOException {
    BlockTermsEnum termsEnum = iterator();
    if (isWorthwhile(to - from)) {
      FewTerms few = FewTerms.of(termsEnum);
      for (int i = from; i < to; i++) {
        entries[i] = few.mayHave(terms[i]) ? lookup(termsEnum, terms[i]) : TermEntry.ABSENT;
      }
    } else {
      lookup(termsEnum, i -> terms[i], from, to, entries);
    }
  }

  @Override
  public void lookup(long[] ids, int from, int to, long[] entries) throws IOException {
    BlockTermsEnum termsEnum = iterator();
    BytesRef term = new BytesRef(DecimalTerm.MAX_LENGTH);
    if (isWorthwhile(to - from)) {
      FewTerms few = FewTerms.ofNumbers(termsEnum);
      for (int i = from; i < to; i++) {
        if (few.mayHave(ids[i])) {
          DecimalTerm.set(term, ids[i]);
          entries[i] = lookup(termsEnum, term);
        } else {
          entries[i] = TermEntry.ABSENT;
        }
      }
    } else {
      SoughtBlocks.Batch terms =
          i -> {
            DecimalTerm.set(term, ids[i]);
            return term;
          };
      lookup(termsEnum, terms, from, to, entries);
    }
  }

  private void lookup(
      BlockTermsEnum termsEnum, SoughtBlocks.Batch terms, int from, int to, long[] entries)
      throws IOException {
    if (to - from < FEWEST_ANNOUNCED) {
      lookupSome(termsEnum, terms, from, to, entries);
      return;
    }
    ReadsAhead ahead = new ReadsAhead(new ReadClock(System::nanoTime));
    SoughtBlocks blocks = new SoughtBlocks(field, terms);
    long now = System.nanoTime();
    ahead.start(now - noWaits < ReadClock.MOMENT_NANOS);
    for (int start = from, end; start < to; start = end) {
      end = ahead.next(start, to, blocks);
      lookupSome(termsEnum, terms, start, end, entries);
    }
    if (ahead.waited() == false) {
      noWaits = now;
    }
  }

  private static void lookupSome(
      BlockTermsEnum termsEnum, SoughtBlocks.Batch terms, int from, int to, long[] entries)
      throws IOException {
    for (int i = from; i < to; i++) {
      entries[i] = lookup(termsEnum, terms.term(i));
    }
  }

  /** Whether going through the field's terms first saves looking for most of those asked for. */
  private boolean isWorthwhile(int asked) {
    return asked >= ASKED_WORTH_MARKS && size() <= FewTerms.MOST;
  }

  private static long lookup(BlockTermsEnum termsEnum, BytesRef term) throws IOException {
    return termsEnum.seekExact(term) ? termsEnum.entry() : TermEntry.ABSENT;
  }

  @Override
  public long entry(TermsEnum termsEnum) throws IOException {
    return termsEnum instanceof BlockTermsEnum blocks
        ? blocks.entry()
        : ((OrdinalTermState) termsEnum.termState()).entry();
  }

  @Override
  public EntryRange entries(BytesRef from, BytesRef to) throws IOException {
    return new BlockEntryRange(iterator(), from, to);
  }

  @Override
  public EntryRange entries(CompiledAutomaton automaton, AcceptedLiteral literal, IORunnable check)
      throws IOException {
    return new AcceptedEntryRange(iterator(), checked(automaton), literal, check);
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
  public long docFreq(long[] entries, int count) throws IOException {
    return lists.docFreq(entries, count);
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
  public void collect(long[] entries, int count, DocSink sink) throws IOException {
    lists.collect(entries, count, sink);
  }

  @Override
  public BlockTermsEnum iterator() throws IOException {
    return new BlockTermsEnum(field, lists);
  }

  @Override
  public TermsEnum intersect(CompiledAutomaton compiled, BytesRef startTerm) throws IOException {
    return new AcceptedTermsEnum(iterator(), checked(compiled), startTerm);
  }

  private static CompiledAutomaton checked(CompiledAutomaton compiled) {
    if (compiled.type != CompiledAutomaton.AUTOMATON_TYPE.NORMAL) {
      throw new IllegalArgumentException(
          "type of the automaton must be NORMAL: type=" + compiled.type);
    }
    return compiled;
  }

  @Override
  public BytesRef getMin() throws IOException {
    BytesRef known = least;
    if (known == null) {
      known = termAt(0);
      least = known;
    }
    return BytesRef.deepCopyOf(known);
  }

  @Override
  public BytesRef getMax() throws IOException {
    BytesRef known = greatest;
    if (known == null) {
      known = termAt(size() - 1);
      greatest = known;
    }
    return BytesRef.deepCopyOf(known);
  }

  private BytesRef termAt(long ordinal) throws IOException {
    BlockTermsEnum termsEnum = iterator();
    termsEnum.seekExact(ordinal);
    return BytesRef.deepCopyOf(termsEnum.term());
  }

  @Override
  public long size() {
    return field.totals().terms();
  }

  @Override
  public long getSumTotalTermFreq() {
    // There are no frequencies: each posting counts once.
    return getSumDocFreq();
  }

  @Override
  public long getSumDocFreq() {
    return field.totals().postings();
  }

  @Override
  public int getDocCount() {
    return field.totals().docs();
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
  public String toString() {
    return "DictionaryTerms(field=" + field.field().name + ", totals=" + field.totals() + ")";
  }
}
