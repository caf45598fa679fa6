/**
 * Numbers for keys that differ in few places: {@code KeyNumbering} makes of a key a number of as
 * few bits as such keys need, so that a table can hold it whole.
 *
 * <pre>
 *  KeyNumbering            of a field; written with its table
 *    FewValues, FewBytes   places where keys have few values
 *  SameLengthNumbering, BatchNumbering
 *                          many keys at a time
 * </pre>
 */
package dev.streak.numbering;
