/**
 * Fields whose terms are found by hash: their tables in a file, and Lucene's view of them.
 *
 * <pre>
 *  writing   TermHashWriter -- FieldKeys                terms become keys, and wait
 *                           -- SlotCodeChoice           what a slot holds
 *                           -- TableShape               the layout that is cheapest for the field
 *                           -- BucketTableWriter, SlotTableWriter
 *  reading   TermHashReader -- TermHashTable            a field's table: cached, or mapped
 *                           -- TermHashLookup           terms to keys to payloads, verified
 *            HashedTerms, HashedTermsEnum               what Lucene sees; order is the dictionary's
 * </pre>
 *
 * <p>A payload is the term's entry itself, or its ordinal in the dictionary, which then has to hold
 * an equal term. What is missing or damaged is <i>unknown</i>, never absent: the dictionary is
 * asked. What keys a field has is found in {@link dev.streak.fieldkeys}, keys are made in {@link
 * dev.streak.termkeys}, the tables themselves are in {@link dev.streak.tables} and {@link
 * dev.streak.slots}, settings in {@code dev.streak.termhash}.
 */
package dev.streak.hashedterms;
