/** A bounded cache of blocks outside the heap, and files read through it. */
module dev.streak.offheap {
  requires transitive org.apache.lucene.core;
  requires com.github.benmanes.caffeine;
  requires java.management;
  requires jdk.management;

  exports dev.streak.cachedfile;
  exports dev.streak.offheap;
}
