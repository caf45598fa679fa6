/**
 * Requests that read one version of the data while indexes are replaced. {@link
 * dev.streak.versions.VersionedReaders} keeps the last versions of an index open, {@link
 * dev.streak.versions.ShardedReaders} those that all shards have; a request holds a {@link
 * dev.streak.versions.ReaderLease}.
 *
 * <p>A null argument is refused with a {@link NullPointerException} unless a method, or Lucene's
 * that it overrides, says otherwise.
 */
package dev.streak.versions;
