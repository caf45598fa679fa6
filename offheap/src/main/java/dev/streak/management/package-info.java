/**
 * Beans and log lines, for all modules that have something to show. A bean is a snapshot with
 * attributes, and must not keep the class loader of an application alive. {@link
 * dev.streak.management.StreakLog} tells an operator, once for each cause, what users do not
 * notice.
 */
package dev.streak.management;
