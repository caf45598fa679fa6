/**
 * One block of up to 64 sorted terms, in which each term and its entry is read by its place. {@code
 * TermBlockLayout} draws it.
 *
 * <pre>
 *  writing   TermBlockEncoder -- TermColumns, TermSections as columns of packed letters
 *                             -- TermStretches            or as rests, long beginnings once
 *                             -- RestCoder                as codes for what occurs often in them
 *                             -- EntryPacker              entries
 *  checking  TermBlockCheck                               once, before anything is believed
 *  reading   TermBlock                                    finds terms, reads them and entries
 *            BlockRests                                   of a block without columns
 *            TermRows, ColumnRows                         many terms as bytes
 *            PackedColumns                                many terms as they are packed
 *            BlockShape                                   a term of one of many blocks, which are alike
 * </pre>
 *
 * <p>In most blocks terms are columns: {@link dev.streak.columns}. Blocks of other terms have
 * offsets, and long ones codes: {@link dev.streak.symbols}.
 */
package dev.streak.termblock;
