/**
 * The key of a term: a number of 64 bits, or two, which a hash table has in the term's place. A
 * field's {@code TermSpelling} says how its terms are written: decimal numbers, UUIDs, or others,
 * all behind the same first bytes. Where the spelling allows it the term can be had back from its
 * key. Otherwise the key is a hash, and the term has to be compared.
 *
 * <p>{@code BatchKeys} makes the keys of many terms, in the order in which a table is read fastest.
 */
package dev.streak.termkeys;
