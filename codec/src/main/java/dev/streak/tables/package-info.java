/**
 * Hash tables and nothing else: from a key of 64 bits to a number. They know of no field and no
 * file.
 */
package dev.streak.tables;
