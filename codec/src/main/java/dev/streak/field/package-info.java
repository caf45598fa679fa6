/**
 * What a field offers beyond Lucene's terms, and who hears of its terms while it is written: the
 * interfaces between the packages of this module.
 *
 * <pre>
 *  StreakTerms     Lucene's Terms, and look-ups of many terms that give entries
 *    TermEntry       64 bits: one run of documents, or where their list lies
 *    EntryRange      the entries of all terms between two
 *    DocSink         takes the documents of an entry: runs, arrays, bitmaps
 *    PrefixSets      what is known of all terms that begin alike
 *  TermBatch       the terms that are looked up, and what tables make of them once for all segments
 *  KeyProbe        finds terms in all segments of a reader at once
 *  TermListener    sees terms and documents go by at a flush or a merge
 * </pre>
 *
 * <p>Queries know this package and none of those that implement it. {@link
 * dev.streak.field.LeafTerms} leads from a leaf reader to it, through wrappers that somebody
 * vouches for. {@link dev.streak.field.LeafSegment} leads to the segment itself.
 */
package dev.streak.field;
