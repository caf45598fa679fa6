/**
 * Queries that read runs. A <em>run</em> is a range of consecutive documents. In an index that is
 * sorted by the filtered field, a filter over thousands of ids is a few thousand runs. Uniting,
 * counting and collecting them costs time per run, not per document.
 *
 * <p>{@link dev.streak.search.RunTermsQuery} is for exact terms, {@link
 * dev.streak.search.RunPrefixQuery} for prefixes, {@link dev.streak.search.RunTermRangeQuery} for
 * ranges of terms; {@link dev.streak.search.StreakQueries} puts them in the place of Lucene's
 * queries, and another one in that of wildcards and regular expressions.
 *
 * <p>What they have in common is in {@code dev.streak.matches}, what is asked for in {@code
 * dev.streak.queryterms}, the way through a range of terms in {@code dev.streak.termranges}.
 *
 * <p>A null argument is refused with a {@link NullPointerException} unless a method, or Lucene's
 * that it overrides, says otherwise.
 */
package dev.streak.search;
