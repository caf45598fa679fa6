/** A user's own queries on a user's own index, with Lucene's codec and with Streak's. */
package dev.streak.tools.compare;
