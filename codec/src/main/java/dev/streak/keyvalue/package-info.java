/**
 * Batched reads by key. A {@link dev.streak.keyvalue.BatchReader} turns thousands of exact keys
 * into columns of values; {@link dev.streak.keyvalue.VersionedReaders} and {@link
 * dev.streak.keyvalue.ShardedReaders} hold a request to one version of the data while indexes are
 * replaced.
 */
package dev.streak.keyvalue;
