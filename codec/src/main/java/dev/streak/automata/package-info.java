/**
 * Which terms of a block an automaton accepts, found without unpacking them where they are columns.
 * A {@code LiteralSearch} looks for bytes that all accepted terms contain, such as those between
 * the stars of a wildcard; {@code ColumnWalk} and {@code RestWalk} run the automaton over what is
 * left, the second one over codes of symbols without a look at their bytes; {@code StatePath} says
 * what the next accepted term can begin with.
 */
package dev.streak.automata;
