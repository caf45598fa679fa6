/** Off-heap block cache and FST terms index. */
module dev.streak.offheap {
  requires transitive org.apache.lucene.core;
  requires com.github.benmanes.caffeine;
  requires java.management;
  requires jdk.management;

  exports dev.streak.cachedfile;
  exports dev.streak.offheap;
  exports dev.streak.termsindex;
}
