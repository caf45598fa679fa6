/**
 * Batched reads by key. A {@link dev.streak.keyvalue.BatchReader} turns thousands of exact keys
 * into columns of values.
 *
 * <pre>
 *  BatchReader              keys in, a Batch of columns out, a slice of keys at a time
 *    KeyDocs                which document each key has
 *      KeyTables            the keys of all segments in one table: KeyTablesBuilder makes it,
 *                           TableProbe asks it and verifies what it finds
 *    FoundDocs              these documents in their order
 *    ValueReads             their values, announced where reads wait, into the columns
 *      LongColumnFiller, BytesColumnFiller, StoredColumnFiller
 *  SlicesAhead              several slices at the same time
 * </pre>
 *
 * <p>A null argument is refused with a {@link NullPointerException} unless a method, or Lucene's
 * that it overrides, says otherwise.
 */
package dev.streak.keyvalue;
