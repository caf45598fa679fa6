/** How Streak keeps the terms of a field, for tools that show and prove it. */
package dev.streak.inspection;
