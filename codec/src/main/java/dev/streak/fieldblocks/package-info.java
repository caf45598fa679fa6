/**
 * The blocks of a field's terms, and the levels of keys above them by which the block of a term is
 * found.
 *
 * <pre>
 *  writing   FieldTermsWriter    blocks as they fill; where they begin, at the end
 *              IndexLevelWriter  a level: the keys of the blocks below
 *  reading   FieldBlocks         all that is read of a field, once
 *              TermBlockFile     the blocks in one of two files, each verified once
 *              HeldBlock         a block of a file that is not in memory
 *              BlockPlaces       what the heads of blocks say, for terms read by their ordinals
 *              TermBlockFinder   down the levels to the block of a term
 *              TermBlockCursor   a place in one block, which moves to others
 * </pre>
 *
 * <p>One block is in {@link dev.streak.termblock}.
 */
package dev.streak.fieldblocks;
