/** Checking, for a share of all answers, what a shortcut says against what Lucene's way says. */
package dev.streak.doubt;
