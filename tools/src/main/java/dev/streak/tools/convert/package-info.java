/**
 * Rewriting an index with another codec or in another order, proven segment by segment: the digests
 * of what was read and of what was written must be equal. In place, a killed conversion leaves an
 * index that opens, and goes on where it ended; into another folder, the source is only read.
 */
package dev.streak.tools.convert;
