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

import java.util.List;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.AutomatonQuery;
import org.apache.lucene.search.RegexpQuery;
import org.apache.lucene.search.WildcardQuery;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.automaton.AutomatonTestUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.automaton.Automata;
import org.apache.lucene.util.automaton.Automaton;
import org.apache.lucene.util.automaton.Operations;
import org.apache.lucene.util.automaton.RegExp;

public class TestAcceptedBeginning extends LuceneTestCase {

  private static String beginning(AutomatonQuery query) {
    BytesRef beginning = AcceptedBeginning.of(query);
    return beginning == null ? null : beginning.utf8ToString();
  }

  private static String ofWildcard(String pattern) {
    return beginning(new WildcardQuery(new Term("f", pattern)));
  }

  private static String ofExpression(String expression) {
    return beginning(new RegexpQuery(new Term("f", expression)));
  }

  public void testWildcards() {
    assertEquals("abc", ofWildcard("abc*"));
    assertEquals("abc", ofWildcard("abc**"));
    assertEquals("\u4e2d", ofWildcard("\u4e2d*"));
    assertEquals("\ud842\udfb7", ofWildcard("\ud842\udfb7*"));
    assertEquals("a*", ofWildcard("a\\**"));
    assertEquals("", ofWildcard("*"));
    for (String pattern :
        List.of("", "abc", "abc?", "a?c*", "*abc*", "*c", "a*c", "abc\\*", "?*", "a*?")) {
      assertNull(pattern, ofWildcard(pattern));
    }
  }

  public void testExpressions() {
    assertEquals("abc", ofExpression("abc.*"));
    assertEquals("abc", ofExpression("abc@"));
    assertEquals("abc", ofExpression("ab(c|c).*"));
    for (String expression :
        List.of(
            "abc",
            "abc.",
            "abc.+",
            "abc[a-z]*",
            "a.*c",
            "(a|b).*",
            "a*",
            "abc(.*d)?",
            "abc(..)*")) {
      assertNull(expression, ofExpression(expression));
    }
    RegexpQuery anyCase =
        new RegexpQuery(new Term("f", "ab.*"), RegExp.ALL, RegExp.ASCII_CASE_INSENSITIVE, 1_000);
    assertNull(beginning(anyCase));
  }

  /** The same automaton accepts other terms as one of bytes than as one of characters. */
  public void testBytes() {
    Automaton automaton = beginsWith(new BytesRef("ab"));
    Term term = new Term("f", "ab");
    assertEquals("ab", beginning(new AutomatonQuery(term, automaton, false)));
    assertNull(beginning(new AutomatonQuery(term, automaton, true)));
  }

  /** No text has a surrogate alone. */
  public void testHalfACharacter() {
    Automaton half = Automata.makeChar(0xD842);
    Automaton automaton = Operations.concatenate(List.of(half, Automata.makeAnyString()));
    Automaton deterministic = Operations.determinize(automaton, 100);
    assertNull(beginning(new AutomatonQuery(new Term("f", "a"), deterministic)));
  }

  /** One character too few may follow. */
  public void testNotAnyCharacters() {
    for (int without : new int[] {Character.MIN_CODE_POINT, Character.MAX_CODE_POINT}) {
      int least = without == Character.MIN_CODE_POINT ? 1 : Character.MIN_CODE_POINT;
      int most = Character.MAX_CODE_POINT - (without == Character.MAX_CODE_POINT ? 1 : 0);
      Automaton others = Operations.repeat(Automata.makeCharRange(least, most));
      Automaton automaton = Operations.concatenate(List.of(Automata.makeChar('a'), others));
      Automaton deterministic = Operations.determinize(automaton, 100);
      assertNull(beginning(new AutomatonQuery(new Term("f", "a"), deterministic)));
    }
  }

  /** Ways that lead nowhere end. */
  public void testNoWayOut() {
    Automaton automaton = new Automaton();
    automaton.createState();
    automaton.addTransition(0, 0, 'a', 'a');
    automaton.finishState();
    assertNull(beginning(new AutomatonQuery(new Term("f", "a"), automaton, false)));
  }

  private static Automaton beginsWith(BytesRef beginning) {
    Automaton characters = Automata.makeString(beginning.utf8ToString());
    Automaton all = Operations.concatenate(List.of(characters, Automata.makeAnyString()));
    return Operations.determinize(all, 1_000);
  }

  /** What has a beginning accepts just what begins so. */
  public void testRandomExpressions() {
    int found = 0;
    for (int i = 0; i < 500; i++) {
      String begin = random().nextBoolean() ? "ab" : AutomatonTestUtil.randomRegexp(random());
      String end = random().nextBoolean() ? ".*" : AutomatonTestUtil.randomRegexp(random());
      Automaton first = new RegExp(begin, RegExp.NONE).toAutomaton();
      Automaton last = new RegExp(end, RegExp.NONE).toAutomaton();
      Automaton automaton = Operations.concatenate(List.of(first, last));
      Automaton deterministic = Operations.determinize(automaton, 1_000_000);
      AutomatonQuery query = new AutomatonQuery(new Term("f", begin + end), deterministic);
      BytesRef beginning = AcceptedBeginning.of(query);
      if (beginning != null) {
        found++;
        Automaton same = beginsWith(beginning);
        assertTrue(begin + end, AutomatonTestUtil.sameLanguage(same, deterministic));
      }
    }
    assertTrue("found " + found, found > 20);
  }
}
