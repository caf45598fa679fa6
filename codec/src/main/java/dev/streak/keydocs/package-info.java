/**
 * Which document a key has, in tables in memory that stand for many segments at once. Keys that are
 * numbers near each other are bits and documents: {@code NumberDocs}. Others are hashes: {@code
 * KeySlots}, which says in which segment a key is likely to be, and where.
 *
 * <p>Segments are added to a table as they come ({@code KeyRanges}). A reader sees its own of them
 * ({@code SegmentKeys}). Who uses a table, and when it is made, is the business of {@code
 * dev.streak.keyvalue.KeyTables}.
 */
package dev.streak.keydocs;
