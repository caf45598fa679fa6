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
package dev.streak.hashedterms;

import dev.streak.checks.AnswerChecks;
import dev.streak.field.DocSink;
import dev.streak.field.FilterStreakTerms;
import dev.streak.field.StreakTerms;
import dev.streak.field.TermBatch;
import dev.streak.field.TermEntry;
import dev.streak.termkeys.BatchKeys;
import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.BytesRef;

/** The terms of a field: exact look-ups ask the hash table first, all else asks the dictionary. */
final class HashedTerms extends FilterStreakTerms {

  private final TermHashTable table;

  HashedTerms(StreakTerms dictionary, TermHashTable table) {
    super(dictionary);
    this.table = table;
  }

  @Override
  public void lookup(BytesRef[] terms, int from, int to, long[] entries) throws IOException {
    lookup(
        lookup -> lookup.find(terms, from, to, entries),
        (start, end, found) -> in.lookup(terms, start, end, found),
        from,
        to,
        entries);
  }

  @Override
  public void lookup(long[] ids, int from, int to, long[] entries) throws IOException {
    lookup(
        lookup -> lookup.find(ids, from, to, entries),
        (start, end, found) -> in.lookup(ids, start, end, found),
        from,
        to,
        entries);
  }

  @Override
  public void lookupInAnyOrder(TermBatch batch, long[] entries) throws IOException {
    BatchKeys keys = BatchKeys.areWorthwhile(batch) ? table.keys(batch) : null;
    if (keys == null) {
      lookup(batch, entries);
      return;
    }
    lookup(keys, entries);
    Arrays.fill(entries, keys.size(), entries.length, TermEntry.ABSENT);
  }

  @Override
  public void lookup(TermBatch batch, long[] entries) throws IOException {
    if (BatchKeys.areWorthwhile(batch) == false) {
      lookup(batch.terms(), 0, batch.size(), entries);
      return;
    }
    BatchKeys keys = table.keys(batch);
    if (keys == null) {
      TableCounts.countUnknown(batch.size());
      in.lookup(batch, entries);
    } else if (keys.isAsGiven()) {
      lookup(keys, entries);
    } else {
      long[] found = new long[keys.size()];
      lookup(keys, found);
      keys.toPlaces(found, entries);
    }
  }

  /** {@code found[i]} becomes the entry of the key number {@code i}. */
  private void lookup(BatchKeys keys, long[] found) throws IOException {
    lookup(
        lookup -> lookup.find(keys, found),
        (start, end, entries) -> in.lookup(keys.terms(), start, end, entries),
        0,
        keys.size(),
        found);
  }

  /** Looks a batch up in the table; returns whether any entry is unknown. */
  @FunctionalInterface
  private interface InTable {
    boolean lookup(TermHashLookup table) throws IOException;
  }

  /** Looks a range of a batch up in the dictionary. */
  @FunctionalInterface
  private interface InDictionary {
    void lookup(int from, int to, long[] entries) throws IOException;
  }

  /** Asks the table, and the dictionary for what the table does not know. */
  private void lookup(InTable inTable, InDictionary inDictionary, int from, int to, long[] entries)
      throws IOException {
    TermHashLookup lookup = table.acquire(to - from);
    if (lookup == null) {
      inDictionary.lookup(from, to, entries);
      return;
    }
    if (inTable.lookup(lookup)) {
      lookupUnknown(inDictionary, from, to, entries);
    }
    if (AnswerChecks.isDue()) {
      check(inDictionary, from, to, entries);
    }
    table.release(lookup);
  }

  private static void lookupUnknown(InDictionary dictionary, int from, int to, long[] entries)
      throws IOException {
    for (int i = from; i < to; i++) {
      int start = i;
      while (i < to && entries[i] == TermHashLookup.UNKNOWN) {
        i++;
      }
      if (i > start) {
        TableCounts.countUnknown(i - start);
        dictionary.lookup(start, i, entries);
      }
    }
  }

  /** Compares entries with the dictionary's. If any is wrong, the table is asked no more. */
  private void check(InDictionary dictionary, int from, int to, long[] entries) throws IOException {
    long[] right = new long[to];
    dictionary.lookup(from, to, right);
    if (AnswerChecks.noted(Arrays.equals(entries, from, to, right, from, to)) == false) {
      table.condemn();
      System.arraycopy(right, from, entries, from, to - from);
    }
  }

  @Override
  public void distrust() {
    super.distrust();
    table.leaveAlone();
  }

  @Override
  public StreakTerms dictionary() {
    return in;
  }

  @Override
  public void loadTable() throws IOException {
    table.load();
  }

  TermHashTable table() {
    return table;
  }

  @Override
  public long entry(TermsEnum termsEnum) throws IOException {
    return termsEnum instanceof HashedTermsEnum hashed ? hashed.entry() : in.entry(termsEnum);
  }

  @Override
  public long docFreq(long[] lists, int count) throws IOException {
    return in.docFreq(lists, count);
  }

  @Override
  public void collect(long[] lists, int count, DocSink sink) throws IOException {
    in.collect(lists, count, sink);
  }

  @Override
  public TermsEnum iterator() throws IOException {
    return new HashedTermsEnum(in, table);
  }
}
