/** Fields whose terms are found by hash: their tables in a file, and Lucene's view of them. */
package dev.streak.hashedterms;
