/** Comparisons with peers in one run on the same data, and the demo. */
package dev.streak.bench;
