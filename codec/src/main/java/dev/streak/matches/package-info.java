/**
 * What a query matches in a segment. {@code RunWeight} is what all queries that read runs have in
 * common: counting, costing, scoring, Lucene's cache. They say what they match:
 *
 * <pre>
 *  SegmentMatches      the documents of a query in a segment, worked out when they are asked for
 *    TermMatches       the union of the documents of entries
 *  EntryCount          the sum of the documents of entries that share none
 *  SegmentTerms        a batch of terms in a segment, for who wants each term's documents
 *  ProbedTerms         the same in all segments at once, by the tables of key-value reads
 * </pre>
 */
package dev.streak.matches;
