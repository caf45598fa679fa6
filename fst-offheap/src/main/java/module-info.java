/** Off-heap block cache and FST terms index. */
module dev.streak.offheap {
  exports dev.streak.offheap;
}
