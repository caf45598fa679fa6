/**
 * What users name: {@link dev.streak.codec.StreakCodec} and the settings of its builder.
 *
 * <pre>
 *  StreakCodec            the codec; stored fields and term vectors are dev.streak.compression
 *    StreakPostingsFormat   postings; the fields of a segment are sorted into groups in
 *                           dev.streak.segment, where reading this code goes on
 *  StreakWarmer           loads terms indexes before the first query
 *  RewriteOtherCodecsMergePolicy
 *                         moves a live index to the codec, segment by segment
 * </pre>
 *
 * <p>Lucene's service loader makes the two providers of {@code dev.streak.registration}. They load
 * with any Lucene 10 and without our other jars, so that an application that merely has Streak on
 * its class path keeps working.
 *
 * <p>A null argument is refused with a {@link NullPointerException} unless a method, or Lucene's
 * that it overrides, says otherwise.
 */
package dev.streak.codec;
