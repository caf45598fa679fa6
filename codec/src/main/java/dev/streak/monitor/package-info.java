/**
 * The counters that an operator watches: {@link dev.streak.monitor.StreakCounters} is a snapshot of
 * what became of tables, prefix sets and queries in this JVM. The same numbers are in JMX. Counters
 * of the cache are in {@code dev.streak.cache.monitor}.
 */
package dev.streak.monitor;
