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

import dev.streak.leaf.LeafReaders;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.BytesRef;

/**
 * A table and the segments whose keys are in it, one after the other. Segments are added, by one
 * thread at a time, and never leave; a reader knows which of them it has. In a table of hashes a
 * key has a place for each segment that it is in; in one of numbers a document has.
 */
public final class KeyRanges {

  /**
   * The keys of a segment: the one with ordinal {@code o}, or the document {@code o}, is {@code
   * first + o} in the table.
   */
  public record Range(Object segment, int first, int count) {}

  /** Null if this is a table of numbers. */
  private final KeySlots slots;

  /** Null if this is a table of hashes. */
  private final NumberDocs numbers;

  private final List<Range> ranges = new ArrayList<>();

  public KeyRanges(int expectedKeys) {
    slots = new KeySlots(expectedKeys);
    numbers = null;
  }

  /** Of numbers, the segments of which are added next, and no others. */
  public KeyRanges(NumberDocs numbers) {
    this.slots = null;
    this.numbers = numbers;
  }

  /** What a segment is known by, whichever reader has it; null if by nothing. */
  public static Object segmentOf(LeafReaderContext leaf) {
    LeafReader inner = LeafReaders.unwrap(leaf.reader());
    return inner.getCoreCacheHelper() == null ? null : inner.getCoreCacheHelper().getKey();
  }

  /** The terms that are a segment's keys; null if it does not have the field. */
  public static Terms termsOf(LeafReaderContext leaf, String field) throws IOException {
    return LeafReaders.unwrap(leaf.reader()).terms(field);
  }

  KeySlots slots() {
    return slots;
  }

  NumberDocs numbers() {
    return numbers;
  }

  /** Number of keys, or of documents that have them. */
  public int keys() {
    return slots == null ? numbers.maxDoc() : slots.keys();
  }

  public long bytes() {
    return slots == null ? numbers.bytes() : slots.bytes();
  }

  public boolean hasRoom(long more) {
    return slots != null && slots.hasRoom(more);
  }

  public List<Range> ranges() {
    return ranges;
  }

  /** Adds the keys of a segment to a table of hashes. */
  public void add(Object segment, Terms terms) throws IOException {
    int first = slots.keys();
    Object owner = new Object();
    try {
      KeyFiller filler = new KeyFiller(slots);
      TermsEnum termsEnum = terms.iterator();
      for (BytesRef term = termsEnum.next(); term != null; term = termsEnum.next()) {
        filler.add(term);
      }
      filler.flush();
      owner = segment;
    } finally {
      // Keys of a segment that cannot be read to its end stay, and are nobody's.
      add(owner, first, slots.keys() - first);
    }
  }

  /** Says whose some keys, or documents, are. */
  public void add(Object segment, int first, int count) {
    ranges.add(new Range(segment, first, count));
  }
}
