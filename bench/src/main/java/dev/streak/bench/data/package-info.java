/** Generated data: the same for the same seed, on every machine. */
package dev.streak.bench.data;
