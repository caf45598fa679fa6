/**
 * Files of other formats, such as Lucene's own terms index, read through {@link
 * dev.streak.cache.blocks.BlockStore}: cut into blocks, with a checksum of each block in a file
 * beside them. {@link dev.streak.cachedfile.LostFile} tells which failures of reading mean that a
 * file is missing or damaged.
 */
package dev.streak.cachedfile;
