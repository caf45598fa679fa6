/** Filters of thousands of ids, beside Lucene's and the alternatives that users try. */
package dev.streak.bench.workload.terms;
