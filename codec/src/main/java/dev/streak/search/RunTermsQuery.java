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
package dev.streak.search;

import dev.streak.field.LeafTerms;
import dev.streak.field.StreakTerms;
import dev.streak.livedocs.LiveRanks;
import dev.streak.matches.ByValues;
import dev.streak.matches.EntryCount;
import dev.streak.matches.ProbedTerms;
import dev.streak.matches.RunWeight;
import dev.streak.matches.SegmentMatches;
import dev.streak.matches.TermMatches;
import dev.streak.queryterms.BytesTerms;
import dev.streak.queryterms.DistinctTerms;
import dev.streak.queryterms.IdTerms;
import dev.streak.queryterms.QueryTerms;
import dev.streak.queryterms.SetTerms;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexOrDocValuesQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.Accountable;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.BytesRefIterator;
import org.apache.lucene.util.RamUsageEstimator;

/**
 * Matches the documents that have any of a set of terms, thousands of them as a rule, with the
 * query's boost as score: what {@link TermInSetQuery} matches. Making it sorts nothing. On a
 * segment of {@link dev.streak.codec.StreakCodec} it looks the terms up in one batch and unites
 * their runs, so that the cost grows with the number of terms and not with that of the documents;
 * on any other segment it executes as {@link TermInSetQuery}.
 *
 * <p>Number of matches and cost are known without visiting documents. Used as an exclusion it costs
 * no more than as a filter, because Lucene skips from run to run.
 *
 * <p>A field of the index that has points or doc values instead of terms is refused, with an {@link
 * IllegalArgumentException}, when it is searched: nothing would ever be found. Lucene's queries
 * find nothing then, and so do those that {@link StreakQueries#accelerate} puts in their place.
 *
 * <p>Immutable; safe for use by several threads.
 */
public final class RunTermsQuery extends Query implements Accountable {

  private static final long BASE_RAM_BYTES_USED =
      RamUsageEstimator.shallowSizeOfInstance(RunTermsQuery.class);

  /** So many terms are looked up in the time that a query cache takes for its answer. */
  private static final int FEW_TERMS = 16;

  /** So many words of bits are counted in the time that a term is looked up. */
  private static final int WORDS_PER_TERM = 16;

  private final String field;
  private final QueryTerms terms;

  /**
   * The query in whose place this one is, which is executed on segments of other codecs and has the
   * same terms; null if there is none, for {@link TermInSetQuery}.
   */
  private final Query elsewhere;

  /** For {@link ByValues}; where only the best are asked for, a copy has it. */
  private final int looks;

  /** Matches any of {@code terms}, whose bytes are not copied and must not change. */
  public RunTermsQuery(String field, Collection<BytesRef> terms) {
    this(field, new BytesTerms(copy(terms), isHashSet(terms)), null, 0);
  }

  /** Matches any of {@code terms}, whose bytes are not copied and must not change. */
  public RunTermsQuery(String field, BytesRef... terms) {
    this(
        field,
        new BytesTerms(checked(Objects.requireNonNull(terms, "terms").clone()), false),
        null,
        0);
  }

  private static BytesRef[] copy(Collection<BytesRef> terms) {
    return checked(Objects.requireNonNull(terms, "terms").toArray(BytesRef[]::new));
  }

  /** Found out here, where the caller still knows why, and not when a segment is searched. */
  static BytesRef[] checked(BytesRef[] terms) {
    for (int i = 0; i < terms.length; i++) {
      requireTerm(terms[i], i);
    }
    return terms;
  }

  private static <T> T requireTerm(T term, int index) {
    if (term == null) {
      throw new NullPointerException("terms[" + index + "]");
    }
    return term;
  }

  /** Other sets may tell elements apart that are equal: by identity, or by an order of theirs. */
  private static boolean isHashSet(Collection<?> terms) {
    return terms.getClass() == HashSet.class || terms.getClass() == LinkedHashSet.class;
  }

  private RunTermsQuery(String field, QueryTerms terms, Query elsewhere, int looks) {
    this.field = Objects.requireNonNull(field, "field");
    this.terms = terms;
    if (terms.length() > DistinctTerms.MAX_TERMS) {
      throw new IllegalArgumentException(
          "number of terms must be at most "
              + DistinctTerms.MAX_TERMS
              + ": terms="
              + terms.length());
    }
    this.elsewhere = elsewhere;
    this.looks = looks;
  }

  /**
   * The same for a search that asks for about so many documents until the best are found. Who told
   * it first knew more of the search.
   */
  RunTermsQuery amongBest(int looks) {
    return elsewhere instanceof IndexOrDocValuesQuery && this.looks == 0
        ? new RunTermsQuery(field, terms, elsewhere, looks)
        : this;
  }

  /** Matches any of {@code terms}. */
  public static RunTermsQuery ofStrings(String field, String... terms) {
    Objects.requireNonNull(terms, "terms");
    BytesRef[] bytes = new BytesRef[terms.length];
    for (int i = 0; i < terms.length; i++) {
      bytes[i] = new BytesRef(requireTerm(terms[i], i));
    }
    return new RunTermsQuery(field, new BytesTerms(bytes, false), null, 0);
  }

  /**
   * Matches any of the terms that are these numbers written in decimal, as {@link
   * Long#toString(long)} writes them.
   */
  public static RunTermsQuery ofIds(String field, long... ids) {
    return ofOwnedIds(field, Objects.requireNonNull(ids, "ids").clone());
  }

  /** As {@link #ofIds}, taking the array over. */
  static RunTermsQuery ofOwnedIds(String field, long[] ids) {
    return new RunTermsQuery(field, new IdTerms(ids), null, 0);
  }

  /**
   * The query that takes the place of one of Lucene's.
   *
   * @param elsewhere what to execute on segments of other codecs; it has these terms
   */
  static RunTermsQuery inPlace(String field, BytesRef[] terms, Query elsewhere) {
    return new RunTermsQuery(field, new BytesTerms(terms, false), elsewhere, 0);
  }

  /**
   * As {@link #inPlace(String, BytesRef[], Query)}, with the terms of a set. Whoever searches again
   * and again with the same set gets a new query each time, so making and comparing one is cheap.
   */
  static RunTermsQuery inPlace(TermInSetQuery set, Query elsewhere) {
    return new RunTermsQuery(set.getField(), new SetTerms(set), elsewhere, 0);
  }

  /** The field whose terms are matched. */
  public String getField() {
    return field;
  }

  /** Number of terms as given. */
  public int getTermsCount() {
    return terms.length();
  }

  /** The distinct terms, in the order of their bytes. They are sorted for it. */
  public BytesRefIterator getBytesRefIterator() {
    Iterator<BytesRef> sorted = Arrays.asList(terms.sortedTerms()).iterator();
    return () -> sorted.hasNext() ? sorted.next() : null;
  }

  @Override
  public Query rewrite(IndexSearcher searcher) throws IOException {
    if (terms.length() == 0) {
      return new MatchNoDocsQuery("no terms");
    }
    return super.rewrite(searcher);
  }

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost) {
    RunTermsQuery told =
        scoreMode == ScoreMode.TOP_SCORES ? amongBest(ByValues.LOOKS_AMONG_BEST) : this;
    return told.new TermsWeight(searcher, scoreMode, boost);
  }

  /**
   * Caches know a query that stands for another by that one, which has the same documents. It is
   * smaller where it has its terms packed, and a policy that knows it keeps it sooner.
   */
  private Query queryForCaches() {
    return elsewhere == null ? this : elsewhere;
  }

  private final class TermsWeight extends RunWeight {

    /** Null until a segment is searched. Where a cache has the answer nobody asks. */
    private volatile AskedTerms asked;

    /** For the entries of a segment; taken by whoever works on one. */
    private final AtomicReference<long[]> spare = new AtomicReference<>();

    TermsWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost) {
      super(RunTermsQuery.this, queryForCaches(), field, searcher, scoreMode, boost);
    }

    private AskedTerms asked() {
      AskedTerms known = asked;
      return known == null ? makeAsked() : known;
    }

    private synchronized AskedTerms makeAsked() {
      if (asked == null) {
        asked = AskedTerms.of(terms, searcher(), field);
      }
      return asked;
    }

    /**
     * Entries of the terms in a segment, some of which may be absent, in an array that the caller
     * may change. Whoever is done gives it to {@link #keep}.
     */
    private long[] entries(LeafReaderContext context, StreakTerms streakTerms) throws IOException {
      ProbedTerms probed = asked().probed();
      long[] known =
          probed == null || isOfSearcher(context) == false ? null : probed.of(context.ord);
      if (known != null) {
        return known;
      }
      long[] entries = spare.getAndSet(null);
      if (entries == null) {
        entries = new long[asked().batch().size()];
      }
      streakTerms.lookupInAnyOrder(asked().batch(), entries);
      return entries;
    }

    @Override
    protected SegmentMatches segmentMatches(LeafReaderContext context, LeafTerms leafTerms)
        throws IOException {
      StreakTerms streakTerms = leafTerms.streak();
      if (asked().batch().isOutside(streakTerms)) {
        return null;
      }
      long[] entries = entries(context, streakTerms);
      TermMatches.Builder matches =
          new TermMatches.Builder(streakTerms, context.reader().maxDoc(), entries.length);
      matches.add(entries, entries.length);
      keep(entries);
      return matches.build(asked().terms());
    }

    /** Keeps an array for the next segment, unless it is one of those of probed terms. */
    private void keep(long[] entries) {
      if (entries.length == asked().batch().size()) {
        spare.set(entries);
      }
    }

    @Override
    protected long count(LeafReaderContext context, LeafTerms leaf, LiveRanks ranks)
        throws IOException {
      StreakTerms streakTerms = leaf.streak();
      boolean singleValued = streakTerms.isSingleValued();
      if (singleValued && asked == null) {
        // The batch is then made without them.
        terms.findRepeated();
      }
      if (asked().batch().isOutside(streakTerms)) {
        return 0;
      }
      if (singleValued == false || asked().terms().isDistinct() == false) {
        return -1;
      }
      long[] entries = entries(context, streakTerms);
      long count = EntryCount.of(streakTerms, entries, ranks);
      keep(entries);
      return count;
    }

    @Override
    protected boolean countsAtOnce(LeafReader reader, StreakTerms streakTerms) {
      // What a cache holds it counts word by word if documents are deleted.
      int words = reader.hasDeletions() ? reader.maxDoc() / Long.SIZE : 0;
      return terms.length() <= Math.max(FEW_TERMS, words / WORDS_PER_TERM);
    }

    @Override
    protected boolean isInPlace() {
      return elsewhere != null;
    }

    @Override
    protected Query elsewhereQuery() {
      return elsewhere != null
          ? elsewhere
          : new TermInSetQuery(field, Arrays.asList(terms.sortedTerms()));
    }

    @Override
    protected ByValues byValues() {
      return elsewhere instanceof IndexOrDocValuesQuery either
          ? new ByValues(either.getRandomAccessQuery(), terms.length(), looks)
          : null;
    }
  }

  @Override
  public void visit(QueryVisitor visitor) {
    if (visitor.acceptField(field) == false) {
      return;
    }
    // Every rewrite visits, to count clauses: many are not sorted before somebody asks for it.
    boolean isOne =
        terms.length() > 0 && terms.length() <= FEW_TERMS && terms.sortedTerms().length == 1;
    if (isOne) {
      visitor.consumeTerms(this, new Term(field, terms.sortedTerms()[0]));
    } else if (terms.length() > 0) {
      TermsToShow.visit(visitor, this, field, terms);
    }
  }

  @Override
  public String toString(String defaultField) {
    return TermsToShow.text(field, terms);
  }

  @Override
  public boolean equals(Object other) {
    return sameClassAs(other) && equalsTo(getClass().cast(other));
  }

  private boolean equalsTo(RunTermsQuery other) {
    if (elsewhere != null) {
      return field.equals(other.field) && elsewhere.equals(other.elsewhere);
    }
    return other.elsewhere == null && field.equals(other.field) && terms.equals(other.terms);
  }

  @Override
  public int hashCode() {
    int ofTerms = elsewhere == null ? terms.hashCode() : elsewhere.hashCode();
    return 31 * (31 * classHash() + field.hashCode()) + ofTerms;
  }

  @Override
  public long ramBytesUsed() {
    long elsewhereBytes = elsewhere == null ? 0 : RamUsageEstimator.sizeOf(elsewhere);
    return BASE_RAM_BYTES_USED + terms.ramBytesUsed() + elsewhereBytes;
  }
}
