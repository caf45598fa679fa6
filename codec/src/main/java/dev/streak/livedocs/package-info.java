/**
 * How many documents of a run are live, where the next one is; masks by words.
 *
 * <p>{@link dev.streak.livedocs.LiveRanks} counts the live documents of any range in constant time,
 * from prefix sums over the reader's bits. They are made when a reader with deletions is first
 * asked, shared by all its queries and let go with it. {@link
 * dev.streak.livedocs.MaskedLiveDocsFormat} reads Lucene's files of live documents so that a set is
 * masked by words and not bit by bit.
 */
package dev.streak.livedocs;
