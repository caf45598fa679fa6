/**
 * Objects that one thread uses at a time, kept for the next one. {@link dev.streak.reuse.Spares}
 * keeps readers of tables and lists between queries: a query asks for one key or one list, and
 * making a reader takes longer than asking it.
 */
package dev.streak.reuse;
