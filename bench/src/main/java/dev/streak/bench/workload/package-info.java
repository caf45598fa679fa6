/**
 * What the workloads of {@code bench} share: two indexes of the same documents, and their answers.
 */
package dev.streak.bench.workload;
