/**
 * How Streak keeps the terms of a field, for tools that show and prove it. {@link
 * dev.streak.inspection.KeptTerms} shows the shapes of lists, and walks all terms of a field in
 * every way that leads to them: tables, ordinals, automata, batches, each list by steps, leaps and
 * runs. {@code ./streak inspect} and {@code ./streak verify} are made of it; queries have no use
 * for it.
 *
 * <p>A null argument is refused with a {@link NullPointerException} unless a method, or Lucene's
 * that it overrides, says otherwise.
 */
package dev.streak.inspection;
