/** A bounded cache of blocks outside the heap, and files read through it. */
@SuppressWarnings("module") // the codec is built later
module dev.streak.offheap {
  requires transitive org.apache.lucene.core;
  requires com.github.benmanes.caffeine;
  requires java.management;
  requires static jdk.management; // runtimes that are put together may lack it

  exports dev.streak.cache;
  exports dev.streak.cache.monitor;
  exports dev.streak.cache.blocks to
      dev.streak.codec;
  exports dev.streak.cachedfile to
      dev.streak.codec;
  exports dev.streak.management to
      dev.streak.codec;
}
