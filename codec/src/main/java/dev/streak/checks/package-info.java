/**
 * A share of the answers of shortcuts is compared with the plain way to them, while users search.
 *
 * <p>A shortcut is a hash table, or the documents that a Streak query works out for a segment.
 * {@link dev.streak.checks.AnswerChecks} says how many answers are compared, and counts what
 * differed. The shortcuts themselves ask it and compare: tables with the dictionary, sets of
 * documents with Lucene's own query. After a difference the right answer is returned, and the
 * shortcut is not taken again while its segment is open.
 */
package dev.streak.checks;
