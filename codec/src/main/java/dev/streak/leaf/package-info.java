/**
 * Which wrapped readers may be looked behind. A host such as a search server wraps the readers of
 * its segments, be it to end slow queries or to hide documents and terms. {@link
 * dev.streak.leaf.LeafReaders} knows Lucene's harmless wrappers and takes a hook for those of a
 * host. Terms behind a wrapper that nobody vouched for are not used: Lucene's own query answers
 * there.
 *
 * <p>A null argument is refused with a {@link NullPointerException} unless a method, or Lucene's
 * that it overrides, says otherwise.
 */
package dev.streak.leaf;
