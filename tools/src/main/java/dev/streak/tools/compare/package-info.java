/**
 * A user's own queries on a user's own index, with Lucene's codec and with Streak's. The side that
 * is missing is written into a scratch folder, queries are run in turns, and answers must be equal.
 */
package dev.streak.tools.compare;
