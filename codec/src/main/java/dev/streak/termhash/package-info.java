/**
 * What users set of hash tables for exact terms. {@link dev.streak.termhash.TermHashSettings} says
 * which fields get one; the default is all that hold documents only. {@link
 * dev.streak.termhash.TermHashSwitch} turns all tables of the JVM off and on, with the same
 * answers. Package {@code dev.streak.hashedterms} has the tables' files, {@code dev.streak.tables}
 * the tables.
 *
 * <p>A null argument is refused with a {@link NullPointerException} unless a method, or Lucene's
 * that it overrides, says otherwise.
 */
package dev.streak.termhash;
