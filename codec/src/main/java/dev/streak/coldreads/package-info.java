/** Has reads of slow storage begin together, where the clock shows that reads wait. */
package dev.streak.coldreads;
