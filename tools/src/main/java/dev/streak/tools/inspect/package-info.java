/** What is in an index, what each field takes, and why it is kept as it is. */
package dev.streak.tools.inspect;
