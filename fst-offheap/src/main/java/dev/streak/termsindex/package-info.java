/**
 * The terms index of a field as a sequence of small FSTs, read in place from {@link
 * dev.streak.offheap.BlockCache}.
 */
package dev.streak.termsindex;
