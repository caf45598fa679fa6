/**
 * Memory outside the heap under one strict bound, and the cache of file blocks that lives in it.
 * {@link dev.streak.offheap.BlockCache} says how it works.
 */
package dev.streak.offheap;
