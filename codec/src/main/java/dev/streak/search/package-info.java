/**
 * Queries that understand runs. A <em>run</em> is a range of consecutive documents; on an index
 * that is sorted so that what belongs together lies together, a filter over thousands of ids is a
 * few thousand runs, and uniting, counting and collecting it costs per run, not per document.
 *
 * <p>{@link dev.streak.search.RunTermsQuery} is for exact terms, {@link
 * dev.streak.search.RunPrefixQuery} for what begins alike; {@link dev.streak.search.StreakQueries}
 * puts it where Lucene's own query stands in a tree of queries.
 */
package dev.streak.search;
