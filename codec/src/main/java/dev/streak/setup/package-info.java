/**
 * What is looked at when the codec is first used: jars, versions, properties, beans. All that is
 * wrong with a process is said by {@link dev.streak.setup.Requirements} before a segment is read,
 * because Lucene takes what fails later for damage of the index.
 */
package dev.streak.setup;
