/** The Streak codec and its queries. */
module dev.streak.codec {
  requires transitive org.apache.lucene.core;

  exports dev.streak.codec;

  provides org.apache.lucene.codecs.Codec with
      dev.streak.codec.StreakCodecProvider;
}
