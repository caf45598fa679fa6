/**
 * Whether an index is sound: checksums first, then all that is derived (tables, prefix sets,
 * checksums of blocks) is compared with what it was derived from. A damaged shortcut costs speed
 * and no answer, and is reported as that.
 */
package dev.streak.tools.verify;
