/**
 * The files of a segment: which fields go into which of them.
 *
 * <p>Fields that hold documents only get the dictionary of {@code dev.streak.terms}, with tables
 * and prefix sets as {@code TermListener}s. All others go to Lucene's own postings format, whose
 * terms index is read through the cache. {@link dev.streak.segment.FieldGroups} says in the meta
 * file which groups there are. The formats with {@code Chosen} in their names write as the codec
 * was told and read as the segment tells, so that readers need no settings. What makes one of
 * several small files is in {@code dev.streak.bundles}.
 */
package dev.streak.segment;
