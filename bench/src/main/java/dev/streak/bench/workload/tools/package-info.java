/** Commands that look into an index and convert it. */
package dev.streak.bench.workload.tools;
