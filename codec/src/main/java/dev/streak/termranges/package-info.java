/**
 * All terms of a range in one segment, or those that an automaton accepts: what prefixes, ranges
 * and wildcards match.
 *
 * <pre>
 *  TermRangeWeight       executes a query for them
 *    TermRangeWalk       goes through a TermRange: entries, and sets where prefixes have some
 *    TermRangeCount      adds them up, where no two terms share a document
 *    TermRangeMatches    unites them
 * </pre>
 */
package dev.streak.termranges;
