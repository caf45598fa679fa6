/** What can be measured: one class per workload, all listed in {@link Workloads}. */
package dev.streak.bench.workload;
