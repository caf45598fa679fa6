/**
 * Memory outside the heap under one strict bound, and the cache of file blocks that lives in it.
 */
package dev.streak.offheap;
