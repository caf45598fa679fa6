/**
 * The cache that terms, tables and indexes are read from: its size, whether it is on, how blocks
 * are kept. {@link dev.streak.cache.BlockCache#shared} is the one that all readers of a JVM use.
 *
 * <p>A null argument is refused with a {@link NullPointerException} unless a method, or Lucene's
 * that it overrides, says otherwise.
 */
package dev.streak.cache;
