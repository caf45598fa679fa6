/**
 * What users set of hash tables for exact terms. {@link dev.streak.termhash.TermHashSettings} says
 * which fields get one; the default is all that hold documents only. {@link
 * dev.streak.termhash.TermHashSwitch} turns all tables of the JVM off and on, with the same
 * answers. Package {@code dev.streak.hashedterms} has the tables' files, {@code dev.streak.tables}
 * the tables.
 */
package dev.streak.termhash;
