/** The Streak codec and its queries. */
module dev.streak.codec {
  requires transitive dev.streak.compression;
  requires transitive dev.streak.offheap;
  requires transitive org.apache.lucene.core;
  requires static roaringbitmap;

  exports dev.streak.codec;
  exports dev.streak.checks;
  exports dev.streak.inspection;
  exports dev.streak.leaf;
  exports dev.streak.monitor;
  exports dev.streak.keyvalue;
  exports dev.streak.search;
  exports dev.streak.sidecar;
  exports dev.streak.termhash;
  exports dev.streak.versions;

  provides org.apache.lucene.codecs.Codec with
      dev.streak.registration.StreakCodecProvider;
  provides org.apache.lucene.codecs.PostingsFormat with
      dev.streak.registration.StreakPostingsFormatProvider;
}
