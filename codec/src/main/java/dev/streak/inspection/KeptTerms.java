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
package dev.streak.inspection;

import dev.streak.field.PrefixSets;
import dev.streak.field.StreakTerms;
import dev.streak.field.TermEntry;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.BytesRef;

/**
 * The terms of a field in one segment as Streak keeps them: without frequencies, each with its
 * documents. For tools that look into an index; queries have no use for it. Not thread safe; take
 * one for each thread.
 */
public final class KeptTerms {
  private final StreakTerms terms;
  private final String name;
  private final int maxDoc;

  /** Goes where enumerations of others are; null until one is asked for. */
  private TermsEnum own;

  private KeptTerms(StreakTerms terms, String name, int maxDoc) {
    this.terms = terms;
    this.name = name;
    this.maxDoc = maxDoc;
  }

  /**
   * The terms of a field; empty if the segment does not have it, or keeps it as Lucene does: by
   * another codec, or because its terms have frequencies.
   */
  public static Optional<KeptTerms> of(LeafReader segment, String field) throws IOException {
    Objects.requireNonNull(segment, "segment");
    Objects.requireNonNull(field, "field");
    String name = "field " + field + " of " + segment;
    return segment.terms(field) instanceof StreakTerms terms
        ? Optional.of(new KeptTerms(terms, name, segment.maxDoc()))
        : Optional.empty();
  }

  /**
   * How the documents of the term are kept that {@code on}, which goes through the segment's terms
   * of the field, is on.
   *
   * @throws IllegalStateException if it is before its first term
   * @throws IllegalArgumentException if it is on no term of the field, for it goes through others
   *     or has come to an end
   */
  public ListShape list(TermsEnum on) throws IOException {
    long entry = entry(Objects.requireNonNull(on, "on"));
    if (TermEntry.isRun(entry)) {
      return new ListShape(true, TermEntry.runLength(entry), 0, 0);
    }
    ShapeCounter counter = new ShapeCounter();
    terms.collect(entry, counter);
    return counter.shape();
  }

  /** An entry means nothing to other terms than its own: the term is compared. */
  private long entry(TermsEnum on) throws IOException {
    if (own == null) {
      own = terms.dictionary().iterator();
    }
    long ordinal = ordinal(on);
    if (ordinal < terms.size()) {
      // Most ask for one term after the other, which are read in blocks.
      if (own.ord() + 1 == ordinal) {
        own.next();
      } else {
        own.seekExact(ordinal);
      }
      if (own.term().equals(on.term())) {
        return terms.dictionary().entry(own);
      }
    }
    throw others(on, null);
  }

  private long ordinal(TermsEnum on) throws IOException {
    long ordinal;
    try {
      ordinal = on.ord();
    } catch (UnsupportedOperationException e) {
      throw others(on, e); // Lucene's terms have none.
    }
    if (ordinal < 0) {
      throw new IllegalStateException(
          name + ": enumeration must be on a term, is before the first");
    }
    return ordinal;
  }

  private IllegalArgumentException others(TermsEnum on, Exception cause) {
    return new IllegalArgumentException(
        name + ": enumeration must be on a term of the field: enumeration=" + on, cause);
  }

  /**
   * Reads everything: each term and its place, all documents in each way that there is to them, and
   * in the hash table each term and a neighbour of it that is not there. A table that is missing,
   * switched off, or does not fit its checksum, is not looked at, as queries do without it; {@link
   * LeafReader#checkIntegrity} tells of the two that are damage.
   *
   * @return what is wrong with the hash table, if anything is: nothing is lost by it, and a merge
   *     makes it anew
   * @throws org.apache.lucene.index.CorruptIndexException if terms or documents are not as they
   *     must be
   */
  public Optional<String> check() throws IOException {
    TableCheck table = new TableCheck(terms);
    new TermsCheck(terms.dictionary(), name, maxDoc, table).run();
    return Optional.ofNullable(table.wrong()).map(wrong -> name + ": " + wrong);
  }

  /** Of how many prefixes something is known. */
  public int prefixes() {
    PrefixSets sets = terms.prefixSets();
    return sets == null ? 0 : sets.size();
  }

  /** A prefix; they are numbered from zero, ascending. */
  public BytesRef prefix(int number) throws IOException {
    return sets(number).prefix(number);
  }

  /** How many documents, deleted ones included, a prefix is said to have. */
  public int prefixDocs(int number) throws IOException {
    return sets(number).docCount(number);
  }

  /** How the documents of a prefix are kept; empty where only their number is known. */
  public Optional<ListShape> prefixSet(int number) throws IOException {
    PrefixSets sets = sets(number);
    if (sets.hasDocs(number) == false) {
      return Optional.empty();
    }
    ShapeCounter counter = new ShapeCounter();
    sets.collect(number, counter);
    return Optional.of(counter.shape());
  }

  private PrefixSets sets(int number) {
    PrefixSets sets = terms.prefixSets();
    int count = sets == null ? 0 : sets.size();
    if (number < 0 || number >= count) {
      throw new IndexOutOfBoundsException(
          name + ": number of a prefix is " + number + ", must be less than their count: " + count);
    }
    return sets;
  }
}
