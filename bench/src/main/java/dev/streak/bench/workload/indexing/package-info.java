/** Writing and merging. */
package dev.streak.bench.workload.indexing;
