/** Zstandard stored fields and term vectors. */
module dev.streak.compression {
  requires transitive org.apache.lucene.core;
  requires com.github.luben.zstd_jni;

  exports dev.streak.compression;
}
