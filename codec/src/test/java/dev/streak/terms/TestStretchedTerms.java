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
package dev.streak.terms;

import dev.streak.fieldblocks.FieldBlocks;
import dev.streak.termblock.TermBlockLayout;
import dev.streak.termblock.TermBlockStarts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.store.RandomAccessInput;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BitUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.automaton.Automata;
import org.apache.lucene.util.automaton.Automaton;
import org.apache.lucene.util.automaton.CompiledAutomaton;
import org.apache.lucene.util.automaton.Operations;

/**
 * Terms of which many after each other share a long beginning: how small they become, and reads.
 */
public class TestStretchedTerms extends LuceneTestCase {

  private static final int STRETCHED = 0x80;

  /** Numbers behind texts of words, some for each of them. */
  private static List<BytesRef> behindTexts(int texts, int length, int count) {
    String[] words = {"customer_", "order_", "invoice, ", "status, ", "created, ", "FROM "};
    List<BytesRef> terms = new ArrayList<>();
    for (int i = 0; i < texts; i++) {
      StringBuilder text = new StringBuilder("SELECT ");
      while (text.length() < length) {
        text.append(words[random().nextInt(words.length)]);
      }
      for (int n = 0; n < count; n++) {
        terms.add(new BytesRef(text.toString() + (10_000 + random().nextInt(90_000))));
      }
    }
    return KeyShapes.sorted(terms.iterator()::next, terms.size());
  }

  /** Bytes that no symbols suit. Lucene refuses to run some automata over 255. */
  private static List<BytesRef> behindBytes(int texts, int length, int count) {
    List<BytesRef> terms = new ArrayList<>();
    for (int i = 0; i < texts; i++) {
      byte[] text = new byte[length + 4];
      for (int b = 0; b < length; b++) {
        text[b] = (byte) random().nextInt(128);
      }
      for (int n = 0; n < count; n++) {
        byte[] term = text.clone();
        BitUtil.VH_LE_INT.set(term, length, random().nextInt() & 0x7F7F7F7F);
        terms.add(new BytesRef(term));
      }
    }
    return KeyShapes.sorted(terms.iterator()::next, terms.size());
  }

  /** Bytes of the blocks and their symbols, which are read, too. */
  private static long bytes(List<BytesRef> terms) throws IOException {
    long[] bytes = new long[1];
    WrittenBlocks.check(
        terms,
        field -> {
          BlockChecks.checkInOrder(field, terms);
          TermBlockStarts starts = field.terms().starts();
          bytes[0] = starts.packedAt() - starts.position(field.terms().bytes(), 0);
        });
    return bytes[0];
  }

  /** Each term takes less than so many bytes. */
  private static void checkBytes(List<BytesRef> terms, long most) throws IOException {
    long bytes = bytes(terms);
    assertTrue(bytes + " bytes of " + terms.size(), bytes < terms.size() * most);
  }

  public void testFewTermsOfEachText() throws IOException {
    checkBytes(behindTexts(400, 300, 10), 24);
  }

  public void testAsManyTermsOfEachTextAsInABlock() throws IOException {
    checkBytes(behindTexts(100, 300, 50), 14);
  }

  /** What all terms of a block begin with is not written as it is. */
  public void testManyTermsOfEachText() throws IOException {
    checkBytes(behindTexts(10, 900, 700), 14);
  }

  public void testTextsWithoutSymbols() throws IOException {
    checkBytes(behindBytes(100, 300, 50), 24);
  }

  /** What begins with the beginning of others, or ends within it. */
  public void testBeginningsOfOthers() throws IOException {
    List<BytesRef> terms = new ArrayList<>();
    BytesRef text = KeyShapes.letters(random(), "ab", 3_000);
    for (int i = 0; i < 4_000; i++) {
      int length = random().nextInt(text.length);
      terms.add(new BytesRef(text.utf8ToString().substring(0, length) + random().nextInt(100)));
    }
    checkBytes(KeyShapes.sorted(terms.iterator()::next, terms.size()), 200);
  }

  public void testAutomata() throws IOException {
    checkAutomata(behindTexts(60, 80, 40));
    checkAutomata(behindBytes(30, 80, 40));
    checkAutomata(KeyShapes.sorted(KeyShapes.behindTexts(random(), 200, 20, "abc"), 2_000));
  }

  private static void checkAutomata(List<BytesRef> terms) throws IOException {
    WrittenBlocks.check(
        terms,
        field -> {
          assertNotEquals(-1, stretchedBlock(field));
          for (int i = 0; i < 40; i++) {
            BytesRef after = random().nextBoolean() ? null : any(terms);
            BlockChecks.checkAccepted(field, terms, automaton(terms), after);
          }
        });
  }

  private static BytesRef any(List<BytesRef> terms) {
    return terms.get(random().nextInt(terms.size()));
  }

  /** One of several shapes around pieces of a term. */
  private static CompiledAutomaton automaton(List<BytesRef> terms) {
    BytesRef term = any(terms);
    Automaton any = Automata.makeAnyBinary();
    List<Automaton> parts = new ArrayList<>();
    int at = 0;
    if (random().nextBoolean()) {
      at = random().nextInt(term.length);
      parts.add(Automata.makeBinary(new BytesRef(term.bytes, 0, at)));
    }
    if (random().nextBoolean()) {
      parts.add(any);
      at = TestUtil.nextInt(random(), at, term.length - 1);
    }
    int length = 1 + random().nextInt(Math.min(12, term.length - at));
    parts.add(Automata.makeBinary(new BytesRef(term.bytes, at, length)));
    parts.add(random().nextBoolean() ? any : Operations.concatenate(any, Automata.makeChar('7')));
    Automaton automaton = Operations.concatenate(parts);
    if (random().nextInt(4) > 0) {
      automaton = Operations.determinize(automaton, 100_000);
    }
    return new CompiledAutomaton(automaton, false, true, true);
  }

  /** The last block that has stretches, or -1. */
  private static int stretchedBlock(FieldBlocks field) throws IOException {
    RandomAccessInput in = field.terms().bytes();
    for (int block = field.terms().blocks() - 1; block >= 0; block--) {
      if ((in.readByte(field.terms().starts().position(in, block)) & STRETCHED) != 0) {
        return block;
      }
    }
    return -1;
  }

  /** Whatever a block says whose checksum is right, it is refused or read to its end. */
  public void testDamageWithRightChecksums() throws IOException {
    checkDamage(behindTexts(60, 300, 40), TermBlockLayout.CODES);
    checkDamage(behindBytes(60, 100, 40), TermBlockLayout.OFFSETS);
  }

  private static void checkDamage(List<BytesRef> terms, int layout) throws IOException {
    WrittenBlocks.check(
        terms,
        field ->
            BlockChecks.checkDamage(
                field, stretchedBlock(field), terms.size(), layout, any(terms)));
  }
}
