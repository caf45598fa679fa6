/** Everything else that a search does: it must not become slower. */
package dev.streak.bench.workload.general;
