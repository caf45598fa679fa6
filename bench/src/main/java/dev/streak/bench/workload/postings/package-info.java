/** Posting lists: bytes, unions, conjunctions, beside Roaring and others. */
package dev.streak.bench.workload.postings;
