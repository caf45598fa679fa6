/**
 * What is in an index, what each field takes, and why it is kept as it is; as text, as JSON or as a
 * page. Works on segments of all codecs; of Streak's it also shows tables, lists and prefix sets.
 */
package dev.streak.tools.inspect;
