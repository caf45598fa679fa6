/**
 * A posting list as runs, arrays and bitmaps. {@code ListDescriptor} draws the bytes.
 *
 * <pre>
 *  writing   ListEncoder     documents in, decisions about a chunk at a time
 *              PendingRuns     the runs since the last decision, and what each kind would cost
 *              ListBlockEncoder  blocks of one kind
 *  reading   PostingLists    lists by their entries
 *              ListReader      blocks of a list; all that damage could say wrongly is checked here
 *              RunPostingsEnum document after document, by leaps or by runs
 *              ListCollector, ListHeads, ShortLists, BitSetFilling
 *                              whole lists, for sets of documents
 * </pre>
 *
 * <p>A list that is one run is no list: it stands with the term, as a {@code TermEntry}.
 */
package dev.streak.postings;
