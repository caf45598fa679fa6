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

import dev.streak.symbols.SymbolEncoder;
import dev.streak.symbols.SymbolTable;
import dev.streak.symbols.SymbolTrainer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.BytesRefBuilder;
import org.apache.lucene.util.StringHelper;
import org.apache.lucene.util.automaton.Automata;
import org.apache.lucene.util.automaton.Automaton;
import org.apache.lucene.util.automaton.ByteRunAutomaton;
import org.apache.lucene.util.automaton.ByteRunnable;
import org.apache.lucene.util.automaton.CompiledAutomaton;
import org.apache.lucene.util.automaton.Operations;

/** Steps over codes lead where steps over the bytes lead that they stand for. */
public class TestSymbolSteps extends LuceneTestCase {

  private static final String[] WORDS = {
    "connection ", "refused ", "by ", "host ", "worker-", "\u4e2d\u6587 ", "a", "aa", "b"
  };

  private static BytesRef text() {
    StringBuilder text = new StringBuilder();
    for (int left = 1 + random().nextInt(12); left > 0; left--) {
      text.append(WORDS[random().nextInt(WORDS.length)]);
      if (random().nextInt(5) == 0) {
        text.append((char) random().nextInt(300));
      }
    }
    return new BytesRef(text);
  }

  private static SymbolTable trained(List<BytesRef> texts) {
    BytesRefBuilder all = new BytesRefBuilder();
    int[] ends = new int[texts.size()];
    for (int i = 0; i < ends.length; i++) {
      all.append(texts.get(i));
      ends[i] = all.length();
    }
    all.grow(all.length() + SymbolEncoder.SPARE);
    return SymbolTrainer.train(all.bytes(), ends, ends.length);
  }

  private static byte[] codes(SymbolEncoder encoder, BytesRef text) {
    BytesRefBuilder padded = new BytesRefBuilder();
    padded.copyBytes(text);
    padded.grow(text.length + SymbolEncoder.SPARE);
    byte[] codes = new byte[text.length * SymbolEncoder.MOST_PER_BYTE];
    int end = encoder.encode(padded.bytes(), 0, text.length, codes, 0);
    return Arrays.copyOf(codes, end);
  }

  private static boolean isAccepted(SymbolSteps steps, SymbolEncoder encoder, BytesRef text) {
    byte[] codes = codes(encoder, text);
    int state = steps.of(0);
    for (int at = 0; at < codes.length && state != SymbolSteps.REJECTED; at++) {
      int code = codes[at] & 0xFF;
      state =
          code == SymbolTable.ESCAPE
              ? steps.stepByte(state, codes[++at] & 0xFF)
              : steps.step(state, code);
    }
    return steps.isAccepted(state);
  }

  public void testAutomataOfFewStates() {
    List<BytesRef> texts = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      texts.add(text());
    }
    SymbolEncoder encoder = new SymbolEncoder(trained(texts));
    for (int n = 0; n < 50; n++) {
      BytesRef some = texts.get(random().nextInt(texts.size()));
      int from = random().nextInt(some.length);
      int length = random().nextInt(some.length - from + 1);
      BytesRef piece = new BytesRef(some.bytes, some.offset + from, length);
      ByteRunAutomaton automaton =
          new ByteRunAutomaton(
              Operations.determinize(
                  Operations.concatenate(
                      List.of(
                          Automata.makeAnyBinary(),
                          Automata.makeBinary(piece),
                          random().nextBoolean()
                              ? Automata.makeAnyBinary()
                              : Automata.makeCharRange(random().nextInt(128), 255))),
                  100_000),
              true);
      SymbolSteps steps = new SymbolSteps(automaton, encoder.table(), null);
      assertTrue(steps.areOf(encoder.table()));
      for (BytesRef text : texts) {
        assertEquals(
            automaton.run(text.bytes, text.offset, text.length), isAccepted(steps, encoder, text));
      }
    }
  }

  /** One that is not deterministic makes its states while it is run. */
  public void testAutomatonWithChoices() {
    List<BytesRef> texts = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      texts.add(text());
    }
    SymbolEncoder encoder = new SymbolEncoder(trained(texts));
    Automaton any = Automata.makeAnyBinary();
    for (int n = 0; n < 20; n++) {
      BytesRef some = texts.get(random().nextInt(texts.size()));
      BytesRef piece = new BytesRef(some.bytes, some.offset, Math.min(12, some.length));
      Automaton choices =
          Operations.union(
              List.of(
                  Operations.concatenate(List.of(any, Automata.makeBinary(piece), any)),
                  Operations.concatenate(List.of(any, Automata.makeBinary(texts.get(n))))));
      ByteRunnable automaton = new CompiledAutomaton(choices, false, true, true).getByteRunnable();
      assertFalse(automaton instanceof ByteRunAutomaton);
      SymbolSteps steps = new SymbolSteps(automaton, encoder.table(), null);
      for (BytesRef text : texts) {
        assertEquals(
            automaton.run(text.bytes, text.offset, text.length), isAccepted(steps, encoder, text));
      }
    }
  }

  /** More than there are rows for, so that these are forgotten on the way. */
  public void testAutomatonOfManyStates() {
    TreeSet<BytesRef> accepted = new TreeSet<>();
    while (accepted.size() < 2000) {
      accepted.add(text());
    }
    List<BytesRef> texts = new ArrayList<>(accepted);
    for (int i = 0; i < 2000; i++) {
      texts.add(text());
    }
    SymbolEncoder encoder = new SymbolEncoder(trained(texts));
    ByteRunAutomaton automaton =
        new ByteRunAutomaton(Automata.makeBinaryStringUnion(accepted), true);
    assertTrue("states: " + automaton.getSize(), automaton.getSize() > 2000);
    SymbolSteps steps = new SymbolSteps(automaton, encoder.table(), null);
    for (int n = 0; n < 10; n++) {
      for (BytesRef text : texts) {
        assertEquals(accepted.contains(text), isAccepted(steps, encoder, text));
      }
    }
  }

  /** Told by the last code: one that ends as asked for, or a byte that has none. */
  public void testEnds() {
    List<BytesRef> texts = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      texts.add(text());
    }
    SymbolEncoder encoder = new SymbolEncoder(trained(texts));
    ByteRunAutomaton automaton = new ByteRunAutomaton(Automata.makeAnyBinary(), true);
    int told = 0;
    for (int n = 0; n < 50; n++) {
      BytesRef some = texts.get(random().nextInt(texts.size()));
      BytesRef suffix = new BytesRef(some.bytes, some.offset + some.length - 1, 1);
      SymbolSteps steps = new SymbolSteps(automaton, encoder.table(), suffix);
      for (BytesRef text : texts) {
        byte[] codes = codes(encoder, text);
        boolean may = steps.mayEnd(codes, 0, codes.length);
        assertTrue(may || StringHelper.endsWith(text, suffix) == false);
        assertTrue(steps.mayEnd(codes, codes.length, codes.length));
        told += may ? 0 : 1;
      }
    }
    assertTrue("told: " + told, told > 50 * texts.size() / 4);
  }
}
