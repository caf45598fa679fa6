/**
 * Sets of documents of one segment that know their runs, and uniting posting lists into them.
 *
 * <pre>
 *  DocUnion          takes lists in the shape in which they are stored
 *    CoalescedRuns     few runs: sorted once, joined where they touch
 *    SparseRunSet      more: chunks of 65,536 documents, each as runs, an array or a bitmap
 *    BitSetDocs        many documents all over the segment: one bit set
 *  MatchingDocs      what all of them are to a query: an iterator, a count, ranges
 * </pre>
 *
 * <p>Sets are immutable. Deletions are no part of them: {@code dev.streak.livedocs} counts and
 * masks.
 */
package dev.streak.docset;
