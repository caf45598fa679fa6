/** What users name: {@link dev.streak.codec.StreakCodec} and the settings of its builder. */
package dev.streak.codec;
