/**
 * Indexes in folders, as commands find them: opening with a clear refusal, sizes of files by
 * segment and part, reading at a bounded rate beside a live system.
 */
package dev.streak.tools.index;
