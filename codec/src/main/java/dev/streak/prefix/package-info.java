/**
 * Prefix sets: the united documents of all terms that begin alike, written at flush and merge for
 * the prefixes that save most, in a file of their own that no {@code TermsEnum} shows.
 */
package dev.streak.prefix;
