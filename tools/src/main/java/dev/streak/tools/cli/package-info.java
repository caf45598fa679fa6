/**
 * What commands have in common: their arguments, what they print, how they end. Results go to the
 * standard output, as text or JSON; progress and errors go to the other one. A {@link
 * dev.streak.tools.cli.Refusal} is an error of the caller and ends with 2.
 */
package dev.streak.tools.cli;
