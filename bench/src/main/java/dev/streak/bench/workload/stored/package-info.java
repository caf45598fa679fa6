/** Stored fields: bytes, writing, merging, fetching. */
package dev.streak.bench.workload.stored;
