/**
 * Files of other formats, such as Lucene's own terms index, read through {@link
 * dev.streak.cache.blocks.BlockStore}: cut into blocks, with a checksum of each block in a file
 * beside them.
 */
package dev.streak.cachedfile;
