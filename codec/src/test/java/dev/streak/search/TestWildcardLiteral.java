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

import dev.streak.field.AcceptedLiteral;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.WildcardQuery;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.automaton.ByteRunAutomaton;

public class TestWildcardLiteral extends LuceneTestCase {

  private static void check(String expected, String pattern) {
    AcceptedLiteral literal = WildcardLiteral.of(pattern);
    assertEquals(pattern, expected, literal == null ? null : literal.bytes().utf8ToString());
  }

  private static boolean suffices(String pattern) {
    return WildcardLiteral.of(pattern).suffices();
  }

  public void testWhatSuffices() {
    assertTrue(suffices("*abc*"));
    assertTrue(suffices("*a\\*c*"));
    for (String pattern :
        List.of("*abc", "x*abc*", "*a*b*", "?abc*", "*abc?", "**abc", "*abc\\*")) {
      assertFalse(pattern, suffices(pattern));
    }
    assertFalse(suffices("*abc**"));
  }

  public void testPieces() {
    check(null, "");
    check(null, "*");
    check(null, "a?*");
    check(null, "abc");
    check("abc", "*abc*");
    check("abc", "*abc");
    check("b", "abc*b");
    check("abc", "ab?abc*de");
    check("ab", "*ab?\u00e9*");
    check("\u4e2d", "*ab*\u4e2d*");
  }

  public void testEscapes() {
    check("a*b", "*a\\*b?c");
    check(null, "a\\*b\\?c");
    check("\\", "*\\\\?");
    check("a\\", "*a\\");
    check("\ud842\udfb7", "*\\\ud842\udfb7");
  }

  /** Lucene looks for its three bytes, which no text has. */
  public void testHalfACharacter() {
    check(null, "*ab\ud842*");
  }

  private static String any(String... some) {
    return some[random().nextInt(some.length)];
  }

  /** Something that a pattern matches. */
  private static BytesRef match(List<String> signs) {
    StringBuilder text = new StringBuilder();
    for (String sign : signs) {
      switch (sign) {
        case "*" -> text.append(any("", "", "a", "ab", "b\u00e9"));
        case "?" -> text.append(any("a", "b", "\u00e9"));
        default -> text.append(sign);
      }
    }
    return new BytesRef(text);
  }

  /** What a pattern matches contains its literal, as Lucene's automaton sees it. */
  public void testRandomPatterns() {
    int checked = 0;
    for (int n = 0; n < 2000; n++) {
      List<String> signs = new ArrayList<>();
      for (int i = random().nextInt(8); i >= 0; i--) {
        signs.add(any("*", "*", "?", "a", "b", "\u00e9", "\ud842\udfb7", "\\"));
      }
      String pattern = String.join("", signs).replace("\\", "\\\\");
      AcceptedLiteral literal = WildcardLiteral.of(pattern);
      ByteRunAutomaton automaton =
          new WildcardQuery(new Term("f", pattern)).getCompiled().runAutomaton;
      for (int i = 0; literal != null && i < 10; i++) {
        BytesRef term = match(signs);
        assertTrue(pattern, automaton.run(term.bytes, term.offset, term.length));
        assertTrue(pattern, term.utf8ToString().contains(literal.bytes().utf8ToString()));
        checked++;
      }
    }
    assertTrue("checked " + checked, checked > 1000);
  }
}
