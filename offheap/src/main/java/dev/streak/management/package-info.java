/** Beans and log lines, for all modules that have something to show. */
package dev.streak.management;
