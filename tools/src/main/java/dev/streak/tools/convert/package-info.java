/** Rewriting an index with another codec or in another order, proven segment by segment. */
package dev.streak.tools.convert;
