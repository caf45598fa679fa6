/** Batches of keys to their values, beside other stores. */
package dev.streak.bench.workload.kv;
