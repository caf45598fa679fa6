/**
 * The posting lists of a segment: a file of them, and what Lucene and sets of documents read of it.
 *
 * <pre>
 *  ListFileWriter, ListFileReader   the file
 *  PostingLists                     lists by their entries
 *    RunPostingsEnum                document after document, by leaps or by runs
 *      ListPosition, BitmapCursor   where it stands
 *    BitSetFilling                  the rest of a list, into a bit set
 *    ListCollector                  whole lists, block by block
 *    ListHeads, ShortLists          many short lists at a time
 * </pre>
 *
 * <p>A list that is one run is no list: it stands with the term, as a {@code TermEntry}. How a list
 * is encoded, {@link dev.streak.listblock} knows.
 */
package dev.streak.postings;
