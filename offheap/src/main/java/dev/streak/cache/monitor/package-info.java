/**
 * What an operator sees of the cache: {@link dev.streak.cache.monitor.CacheStats} is a snapshot of
 * what it holds, hits, loads and evicts. JMX shows the same.
 */
package dev.streak.cache.monitor;
