/**
 * Micro-benchmarks, one class per question, with the command line in its comment. {@code mvn
 * package -DskipTests} builds {@code bench/target/benchmarks.jar}.
 */
package dev.streak.bench.jmh;
