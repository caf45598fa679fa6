/** Zstandard stored fields and term vectors. */
module dev.streak.compression {
  exports dev.streak.compression;
}
