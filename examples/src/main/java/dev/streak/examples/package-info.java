/** Small programs that show one use of Streak each. The tests run them. */
package dev.streak.examples;
