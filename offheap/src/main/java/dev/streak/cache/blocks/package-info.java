/**
 * Blocks of files in memory outside the heap, under one strict bound. {@link
 * dev.streak.cache.blocks.BlockStore} says how it works.
 *
 * <pre>
 * HandleSource   a reader's way to the blocks of its file
 * BlockStore     finds, loads, admits, evicts: BlockLoading, Admission, BlockEviction
 * BlockPool      memory in slabs, and its bound
 * </pre>
 */
package dev.streak.cache.blocks;
