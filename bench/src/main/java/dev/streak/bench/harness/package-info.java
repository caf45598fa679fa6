/**
 * Compares systems in one process on the same data: {@link dev.streak.bench.harness.Duel} runs them
 * in turns, checks that they agree and keeps every latency; {@link
 * dev.streak.bench.harness.BenchContext} hands a workload its options and takes its tables, charts
 * and ratios.
 */
package dev.streak.bench.harness;
