/**
 * The dictionary of a field: sorted terms in blocks of 64, by order and by ordinal.
 *
 * <pre>
 *  writing   DictionaryWriter -- TermBlockSequenceWriter a level: terms, or keys of a level
 *                             -- TermBlockEncoder        a block of terms and entries
 *  reading   DictionaryReader -- FieldBlocks             a field: its blocks, verified once
 *                             -- TermBlockFinder         down the levels to the block of a term
 *                             -- TermBlock               the place of a term in its block
 *            DictionaryTerms  -- BlockTermsEnum          Lucene's view: order, seeks
 *                             -- AcceptedTermsEnum       an automaton, run over blocks of terms
 *                             -- BlockEntryRange         the entries of a range, without its terms
 *                             -- OrdinalReader           what a hash table guessed
 * </pre>
 *
 * <p>A block is in {@link dev.streak.termblock}, what an automaton accepts of it in {@link
 * dev.streak.automata}.
 */
package dev.streak.terms;
