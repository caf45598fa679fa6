/**
 * Commands for indexes of Lucene 10: a class for each command of {@code ./streak}. A command reads
 * its arguments with {@code cli}, opens the folder with {@code index}, and leaves the work to the
 * package that is named like it. Only {@code convert} and {@code verify --repair} write to an
 * index.
 */
package dev.streak.tools;
