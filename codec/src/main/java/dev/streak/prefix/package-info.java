/**
 * Prefix sets: the united documents of all terms that begin alike, written at flush and merge for
 * the prefixes that save most, in a file of their own that no {@code TermsEnum} shows.
 *
 * <pre>
 *  writing   PrefixSetsWriter -- OpenPrefixes     documents of the prefixes of the present term
 *                             -- PrefixSelection  those that save most for a byte, within a budget
 *  reading   PrefixSetsReader -- FieldPrefixSets  prefixes in order, each with its list
 * </pre>
 */
package dev.streak.prefix;
