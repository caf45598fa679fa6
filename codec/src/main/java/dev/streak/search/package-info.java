/**
 * Queries that read runs. A <em>run</em> is a range of consecutive documents. In an index that is
 * sorted by the filtered field, a filter over thousands of ids is a few thousand runs. Uniting,
 * counting and collecting them costs time per run, not per document.
 *
 * <p>{@link dev.streak.search.RunTermsQuery} is for exact terms, {@link
 * dev.streak.search.RunPrefixQuery} for prefixes, {@link dev.streak.search.RunTermRangeQuery} for
 * ranges of terms; {@link dev.streak.search.StreakQueries} puts them in the place of Lucene's
 * queries.
 */
package dev.streak.search;
