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
package dev.streak.inspection;

import java.io.IOException;
import java.util.function.Predicate;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.automaton.Automaton;
import org.apache.lucene.util.automaton.CompiledAutomaton;
import org.apache.lucene.util.automaton.Operations;

/** Terms that an automaton accepts: those that the dictionary gives, beside all that there are. */
final class MatchCheck {
  private final TermsEnum matching;
  private final Predicate<BytesRef> accepted;
  private final BytesRef behind;

  /**
   * Terms of {@code terms} behind {@code behind}, or all if that is null.
   *
   * @param accepted what the automaton says of a term, found out in another way
   */
  MatchCheck(Terms terms, Automaton automaton, Predicate<BytesRef> accepted, BytesRef behind)
      throws IOException {
    Automaton steps = Operations.determinize(automaton, Operations.DEFAULT_DETERMINIZE_WORK_LIMIT);
    this.matching = terms.intersect(new CompiledAutomaton(steps, false, true, true), behind);
    this.accepted = accepted;
    this.behind = behind;
  }

  /** What is wrong with the next of all terms, or null. */
  String wrong(BytesRef term) throws IOException {
    if (accepted.test(term) == false || (behind != null && term.compareTo(behind) <= 0)) {
      return null;
    }
    BytesRef next = matching.next();
    return term.equals(next) ? null : "is the next that matches, and " + next + " is given";
  }

  /** What is wrong behind the last term, or null. */
  String wrongAtEnd() throws IOException {
    BytesRef next = matching.next();
    return next == null ? null : "is the last that matches, and " + next + " is given";
  }
}
