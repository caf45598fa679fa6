/**
 * The dictionary of a field: sorted terms in blocks of 64, by order and by ordinal.
 *
 * <pre>
 *  writing   DictionaryWriter    the file; terms come one by one, or from the MergedTerms of segments
 *  reading   DictionaryReader    the file
 *            DictionaryTerms     Lucene's view of a field
 *              BlockTermsEnum    order and seeks
 *              AcceptedTermsEnum an automaton, run over blocks of terms
 *              BlockEntryRange   the entries of a range, without its terms
 *              FewTerms          of a field that has few: absent terms are not looked for
 *            OrdinalReader       what a hash table guessed
 * </pre>
 *
 * <p>The blocks of a field are in {@link dev.streak.fieldblocks}, what an automaton accepts of one
 * in {@link dev.streak.automata}.
 */
package dev.streak.terms;
