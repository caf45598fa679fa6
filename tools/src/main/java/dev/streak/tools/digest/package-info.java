/**
 * Numbers that stand for all that an index holds, whatever codec wrote it: one for each part, of
 * 128 bits, summed over documents. The order of segments and documents does not matter, deleted
 * documents do not count.
 */
package dev.streak.tools.digest;
