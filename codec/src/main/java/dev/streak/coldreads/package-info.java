/**
 * Has reads of slow storage begin together.
 *
 * <p>{@link dev.streak.coldreads.ReadClock} looks at the clock now and then, and tells whether
 * reads wait. Once they do, {@link dev.streak.coldreads.ReadsAhead} has the next ones announced
 * before the first of them is done, and {@link dev.streak.coldreads.Announcer} tells the directory
 * which bytes these are, by {@code IndexInput.prefetch}: reads that waited one after the other then
 * wait together. {@link dev.streak.coldreads.SingleReads} does so for reads that come one by one.
 *
 * <p>{@link dev.streak.coldreads.SegmentValues} announces values. Where the bytes of a value lie is
 * read from the metadata of Lucene's doc values; fields of a shape that is not known are left out,
 * and read as ever.
 */
package dev.streak.coldreads;
