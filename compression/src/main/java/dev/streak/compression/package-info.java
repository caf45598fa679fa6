/**
 * Zstandard for stored fields and term vectors: compression mode, dictionaries, formats.
 *
 * <p>Glossary, used alike in code, messages and {@code docs/format.md}: a <em>block</em> holds
 * consecutive documents and is the unit of reading; a <em>frame</em> is one Zstandard frame; a
 * block is one frame unless it is <em>sliced</em>, which only large documents cause; a
 * <em>dictionary</em> is a byte string that frames were compressed with; a <em>stretch</em> is
 * consecutive blocks that share one.
 *
 * <p>Native state is owned by things that are closed: a writer owns its compression context, open
 * readers together own the pool of decompression contexts, and prepared dictionaries are counted.
 * What a writer holds that Lucene drops without closing goes when the collector finds it. {@link
 * dev.streak.compression.NativeMemory} tells what is held.
 *
 * <p>A null argument is refused with a {@link NullPointerException} unless a method, or Lucene's
 * that it overrides, says otherwise.
 */
package dev.streak.compression;
