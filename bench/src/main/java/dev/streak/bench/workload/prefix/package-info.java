/** Stored prefixes of names that people type. */
package dev.streak.bench.workload.prefix;
