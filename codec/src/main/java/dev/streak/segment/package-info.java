/** The files of a segment: which fields go into which of them, and what reads them. */
package dev.streak.segment;
