/** Posting lists as runs, packed arrays and bitmaps: what is written, and how it is read back. */
package dev.streak.postings;
