/**
 * Exact-term look-up beside the ordered dictionary: static hash tables (NeighborHash), the mapping
 * of terms to their 64-bit keys, and the file that holds one table per field.
 *
 * <p>A table answers <i>here is the entry</i>, <i>absent</i>, or <i>unknown</i>. Whatever goes
 * wrong with a table (missing, damaged, switched off) turns into <i>unknown</i>, and the caller
 * asks the dictionary.
 *
 * <p>Words used throughout: a <b>bucket</b> is one slot of a table, a <b>line</b> the four buckets
 * that share a cache line. A key's <b>home</b> is the bucket its hash names, a bucket's <b>host</b>
 * a key that lies at home there, and a <b>lodger</b> a key that lies elsewhere.
 */
package dev.streak.termhash;
