/**
 * The dictionary of a field: sorted terms in blocks of 64, by order and by ordinal. {@code
 * TermBlockLayout} draws a block.
 *
 * <pre>
 *  writing   DictionaryWriter -- TermBlockSequenceWriter a level: terms, or keys of a level
 *                             -- TermBlockEncoder        a block of terms and entries
 *  reading   DictionaryReader -- FieldBlocks             a field: its blocks, verified once
 *                             -- TermBlockFinder         down the levels to the block of a term
 *                             -- TermBlock               ColumnSearch compares words
 *            DictionaryTerms  -- BlockTermsEnum          Lucene's view: order, seeks
 *                             -- AcceptedTermsEnum       an automaton, run over blocks of terms
 *                             -- BlockEntryRange         the entries of a range, without its terms
 *                             -- OrdinalReader           what a hash table guessed
 * </pre>
 *
 * <p>In most blocks terms are columns of packed symbols, so that they compare as numbers and are
 * unpacked many at a time: {@code ColumnPlan}, {@code ColumnWalk}. Blocks of other terms have
 * offsets, and long ones codes for what occurs often in them: {@code RestCoder}.
 */
package dev.streak.terms;
