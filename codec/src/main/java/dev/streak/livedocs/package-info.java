/** Deletions: how many documents of a run are live, and where the next one is. */
package dev.streak.livedocs;
