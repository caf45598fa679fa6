/**
 * Zstandard for stored fields and term vectors: compression modes, trained dictionaries, formats.
 */
package dev.streak.compression;
