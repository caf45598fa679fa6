/** A share of all answers of shortcuts is compared with the plain way to them. */
package dev.streak.checks;
