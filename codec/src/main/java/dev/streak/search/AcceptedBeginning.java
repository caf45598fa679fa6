/*
 * Copyright 2026 The Streak Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.streak.search;

import org.apache.lucene.search.AutomatonQuery;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.automaton.Automaton;
import org.apache.lucene.util.automaton.Transition;

/**
 * What terms begin with that an automaton of characters accepts: where it accepts whatever begins
 * so and nothing else.
 */
final class AcceptedBeginning {

  private final Automaton automaton;
  private final Transition transition = new Transition();

  private AcceptedBeginning(Automaton automaton) {
    this.automaton = automaton;
  }

  /** The beginning, in bytes; null if a query asks for something else or is one of bytes. */
  static BytesRef of(AutomatonQuery query) {
    return query.isAutomatonBinary() ? null : new AcceptedBeginning(query.getAutomaton()).find();
  }

  private BytesRef find() {
    StringBuilder beginning = new StringBuilder();
    int state = 0;
    for (int left = automaton.getNumStates(); left > 0; left--) {
      if (automaton.isAccept(state)) {
        return acceptsAll(state) ? new BytesRef(beginning) : null;
      }
      if (hasOneWay(state) == false || transition.min != transition.max || isHalf(transition.min)) {
        return null;
      }
      beginning.appendCodePoint(transition.min);
      state = transition.dest;
    }
    return null;
  }

  /** Whether every way on from a state is taken by any character, and each state accepts. */
  private boolean acceptsAll(int from) {
    int state = from;
    for (int left = automaton.getNumStates(); left >= 0; left--) {
      if (automaton.isAccept(state) == false
          || hasOneWay(state) == false
          || transition.min != Character.MIN_CODE_POINT
          || transition.max != Character.MAX_CODE_POINT) {
        return false;
      }
      state = transition.dest;
    }
    return true;
  }

  private boolean hasOneWay(int state) {
    if (automaton.getNumTransitions(state) != 1) {
      return false;
    }
    automaton.getTransition(state, 0, transition);
    return true;
  }

  /** Whether a character is a surrogate, which no text has alone. */
  private static boolean isHalf(int character) {
    return character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE;
  }
}
