/** {@code ./streak demo}: everything Streak does, beside Lucene, in one table. */
package dev.streak.bench.demo;
