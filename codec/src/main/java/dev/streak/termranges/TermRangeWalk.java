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
package dev.streak.termranges;

import dev.streak.field.AcceptedLiteral;
import dev.streak.field.EntryRange;
import dev.streak.field.LeafTerms;
import dev.streak.field.PrefixSets;
import dev.streak.field.StreakTerms;
import java.io.IOException;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.Term;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.automaton.CompiledAutomaton;

/**
 * Goes through a range of terms in one segment, or through those that an automaton accepts. Where
 * prefix sets lie in a range they stand for all terms that begin alike; of the terms between them
 * it sees the entries.
 */
public final class TermRangeWalk {

  /** Entries that are visited at once, where there are more than a few. */
  private static final int ENTRIES = 1024;

  /** Terms and sets that are visited before there is another look at whether there is time left. */
  private static final int VISITS_OF_A_CHECK = 1 << 12;

  private final LeafTerms leaf;
  private final StreakTerms terms;

  /** Null if there are none. */
  private final PrefixSets sets;

  /** Null if there is an automaton. */
  private final TermRange range;

  /** Null if there is a range. */
  private final CompiledAutomaton automaton;

  /** What is known of all terms that the automaton accepts; null if nothing is. */
  private final AcceptedLiteral literal;

  /** Entries of the walk under way. */
  private long[] entries;

  /** What they are read from; null at the end. */
  private EntryRange between;

  /** The set that follows, or -1. */
  private int set;

  /** Its prefix. */
  private BytesRef prefix;

  private int visits;

  /** Who is told what there is. */
  interface Visitor {
    /** Whether the set may stand for its terms. */
    boolean wants(int set) throws IOException;

    /** A set that is wanted. */
    void set(int set) throws IOException;

    /** The first {@code count} of entries, which may be changed. Returns false to stop. */
    boolean entries(long[] entries, int count) throws IOException;
  }

  private TermRangeWalk(
      LeafTerms leaf,
      PrefixSets sets,
      TermRange range,
      CompiledAutomaton automaton,
      AcceptedLiteral literal) {
    this.leaf = leaf;
    this.terms = leaf.streak();
    this.sets = sets;
    this.range = range;
    this.automaton = automaton;
    this.literal = literal;
  }

  /** Through a range. */
  public static TermRangeWalk of(LeafTerms leaf, TermRange range) throws IOException {
    return new TermRangeWalk(leaf, leaf.streak().prefixSets(), range, null, null);
  }

  /**
   * Through the terms that an automaton of type {@code NORMAL} accepts.
   *
   * @param literal what is known of all of them; null if nothing is
   */
  public static TermRangeWalk of(
      LeafTerms leaf, CompiledAutomaton automaton, AcceptedLiteral literal) {
    return new TermRangeWalk(leaf, null, null, automaton, literal);
  }

  /** The terms of the field. */
  StreakTerms terms() {
    return terms;
  }

  /** Whether the first few terms may be as much work as all. */
  boolean seeksTerms() {
    return automaton != null;
  }

  /** What stands for terms in the range; null if there are no sets. */
  PrefixSets sets() {
    return sets;
  }

  /** The set of just this prefix, or -1; also if there is no prefix, but null. */
  int setOf(BytesRef prefix) throws IOException {
    return sets == null || prefix == null ? -1 : indexOf(sets, prefix);
  }

  /** Whether the terms have a set for {@code prefix}, which knows its number of documents. */
  static boolean isStored(StreakTerms terms, BytesRef prefix) throws IOException {
    PrefixSets sets = terms.prefixSets();
    return sets != null && indexOf(sets, prefix) >= 0;
  }

  private static int indexOf(PrefixSets sets, BytesRef prefix) throws IOException {
    int index = sets.ceiling(prefix);
    return index < sets.size() && sets.prefix(index).equals(prefix) ? index : -1;
  }

  /** Visits sets and, where there are none, terms. Returns false if the visitor stopped it. */
  boolean walk(Visitor visitor) throws IOException {
    entries = new long[EntryRange.LEAST_ROOM];
    visits = 0;
    set = -1;
    between = null;
    if (automaton == null) {
      moveTo(range.from(), visitor);
    } else {
      between = terms.entries(automaton, literal, leaf::check);
    }
    return goOn(visitor);
  }

  /** Goes on where a visitor stopped the walk; where it failed there is nothing to go on with. */
  boolean goOn(Visitor visitor) throws IOException {
    while (between != null) {
      if (visitEntries(visitor) == false) {
        return false;
      }
      between = null;
      if (set >= 0) {
        count(1);
        visitor.set(set);
        moveTo(TermRange.afterPrefix(prefix), visitor);
      }
    }
    entries = null;
    return true;
  }

  /** Goes to the terms from {@code at} on, up to the next set. */
  private void moveTo(BytesRef at, Visitor visitor) throws IOException {
    if (at == null || range.endsBefore(at)) {
      return;
    }
    set = nextSet(at, visitor);
    prefix = set < 0 ? null : checked(sets.prefix(set), at);
    between = terms.entries(at, set < 0 ? range.to() : prefix);
  }

  /** Where prefixes do not ascend, which only damage brings about, a walk would not end. */
  private static BytesRef checked(BytesRef prefix, BytesRef at) throws CorruptIndexException {
    if (prefix.compareTo(at) < 0) {
      throw new CorruptIndexException(
          "stored prefix from "
              + Term.toString(at)
              + " on is "
              + Term.toString(prefix)
              + ", must be that or greater",
          "prefix sets");
    }
    return prefix;
  }

  private boolean visitEntries(Visitor visitor) throws IOException {
    for (int count = between.next(entries); count > 0; count = between.next(entries)) {
      count(count);
      if (visitor.entries(entries, count) == false) {
        return false;
      }
      if (entries.length < ENTRIES) {
        entries = new long[ENTRIES];
      }
    }
    return true;
  }

  /** Looks now and then whether there is time left. */
  private void count(int newVisits) throws IOException {
    visits += newVisits;
    if (visits >= VISITS_OF_A_CHECK) {
      visits = 0;
      leaf.check();
    }
  }

  /** The first set from {@code at} on that the visitor wants and that lies in the range, or -1. */
  private int nextSet(BytesRef at, Visitor visitor) throws IOException {
    if (sets == null) {
      return -1;
    }
    for (int set = sets.ceiling(at); set < sets.size(); set++) {
      count(1);
      BytesRef prefix = sets.prefix(set);
      if (range.endsBefore(prefix)) {
        return -1;
      }
      if (visitor.wants(set) && range.holdsAllOf(prefix)) {
        return set;
      }
    }
    return -1;
  }
}
