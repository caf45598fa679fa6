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
package dev.streak.automata;

import org.apache.lucene.util.automaton.Automaton;
import org.apache.lucene.util.automaton.CompiledAutomaton;

/**
 * The table of an automaton, made as soon as the automaton has made so many steps without it that
 * the time to make it is earned.
 */
public final class EarnedTable {

  /** So many steps for each state take about as long as making the table. */
  private static final long STEPS_OF_A_STATE = 16;

  private final Automaton states;
  private long stepsToTable;

  /** Null until it is earned, and if there is none. */
  private StateTable table;

  public EarnedTable(CompiledAutomaton compiled) {
    this.states = compiled.automaton;
    this.stepsToTable = compiled.getByteRunnable().getSize() * STEPS_OF_A_STATE;
  }

  /** Counts steps that were made without the table. */
  void add(int steps) {
    stepsToTable -= steps;
  }

  /** Returns null as long as it is not earned, and if the automaton can have none. */
  StateTable get() {
    if (stepsToTable < 0) {
      stepsToTable = Long.MAX_VALUE;
      table = StateTable.of(states);
    }
    return table;
  }
}
