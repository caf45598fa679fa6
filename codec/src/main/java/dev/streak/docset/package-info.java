/** Sets of documents of one segment that know their runs, and uniting posting lists into them. */
package dev.streak.docset;
