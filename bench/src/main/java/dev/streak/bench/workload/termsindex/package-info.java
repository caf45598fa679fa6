/** Finding terms by order, heap of open fields, hit ratios, a cold page cache. */
package dev.streak.bench.workload.termsindex;
