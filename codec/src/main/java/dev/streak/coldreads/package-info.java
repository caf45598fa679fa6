/**
 * Has reads of slow storage begin together, where the clock shows that reads wait.
 *
 * <p>{@link dev.streak.coldreads.ReadClock} looks at the clock now and then. Memory answers at
 * once, and then nothing else of this package is used. Once reads wait, {@link
 * dev.streak.coldreads.SegmentValues} tells the directory which bytes are wanted next, by {@code
 * IndexInput.prefetch}: reads that waited one after the other then wait together. Where the bytes
 * of a value lie is read from the metadata of Lucene's doc values; fields of a shape that is not
 * known are left out, and read as ever.
 */
package dev.streak.coldreads;
