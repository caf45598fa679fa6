/** What commands have in common: their arguments, what they print, how they end. */
package dev.streak.tools.cli;
