/**
 * Streak's structures beside an index that Lucene's own codec wrote and goes on writing: {@link
 * dev.streak.sidecar.SidecarFolder} writes them, {@link dev.streak.sidecar.StreakReaders} puts them
 * in front of a reader. Nothing of the index changes; deleting the folder takes only speed away.
 */
package dev.streak.sidecar;
