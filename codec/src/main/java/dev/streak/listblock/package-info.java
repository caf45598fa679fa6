/**
 * One posting list as blocks of runs, arrays and bitmaps. {@code ListDescriptor} draws the bytes.
 *
 * <pre>
 *  writing   ListEncoder           documents in, decisions about a chunk at a time
 *              PendingRuns         the runs since the last decision, and what each kind would cost
 *              ListBlockEncoder    blocks of one kind
 *  reading   ListReader            blocks of a list, one after the other or for a document
 *              ListBlockDirectory  in which block a document would lie
 *              ListBlockLoader     one block, unpacked as far as somebody needs
 *                PackedDocs, PackedRuns
 *              BlocksAtOnce        many blocks, whose bits are set
 *              DecodedListBlock    a block unpacked
 * </pre>
 *
 * <p>What damage could say wrongly is checked once for each list or block, so that whoever iterates
 * need not.
 */
package dev.streak.listblock;
