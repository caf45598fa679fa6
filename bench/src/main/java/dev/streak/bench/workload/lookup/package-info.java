/** Exact keys: one by one, in batches, absent ones; kinds of keys; bare tables. */
package dev.streak.bench.workload.lookup;
