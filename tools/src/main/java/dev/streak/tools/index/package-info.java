/** Indexes in folders, as commands find them. */
package dev.streak.tools.index;
