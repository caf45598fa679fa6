/**
 * Streak's structures beside an index that Lucene's own codec wrote and goes on writing: {@link
 * dev.streak.sidecar.SidecarFolder} writes them, {@link dev.streak.sidecar.StreakReaders} puts them
 * in front of a reader. Nothing of the index changes; deleting the folder takes only speed away.
 *
 * <p>A null argument is refused with a {@link NullPointerException} unless a method, or Lucene's
 * that it overrides, says otherwise.
 */
package dev.streak.sidecar;
