/**
 * Terms as columns of packed letters. Terms that stand together have few different bytes at each
 * place: an {@code Alphabet} gives them codes of a few bits, and columns that do not vary are left
 * out. Packed terms ascend as the terms do, so they are compared as words.
 *
 * <pre>
 *  ColumnLayout    where columns are, and how they are packed
 *  ColumnReader    one term, unpacked
 *  ColumnPlan      many terms, unpacked or compared piece by piece
 *  ColumnSearch    the place of a term among packed ones
 *  TermEquality    is this the term? without an order
 *  TermWords       bytes of a term as words
 *  MaskedBits      what all of them move bits with, on this processor
 * </pre>
 *
 * <p>These classes are told where columns are. They know of no block and no field.
 */
package dev.streak.columns;
