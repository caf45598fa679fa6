/** Commands for any Lucene 10 index. */
package dev.streak.tools;
