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

import dev.streak.field.TermEntry;
import dev.streak.fieldblocks.FieldBlocks;
import dev.streak.file.FileBytes;
import dev.streak.termblock.TermBlockLayout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.zip.CRC32C;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BitUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.automaton.Automata;
import org.apache.lucene.util.automaton.Automaton;
import org.apache.lucene.util.automaton.CompiledAutomaton;
import org.apache.lucene.util.automaton.Operations;

/** Enumerations of accepted terms come to an end, whatever the automaton and the terms are. */
public class TestAcceptedTerms extends LuceneTestCase {

  private static void withTerms(
      List<BytesRef> terms, UnaryOperator<IndexInput> reading, WrittenBlocks.Check check)
      throws IOException {
    List<Long> entries = new ArrayList<>();
    for (int i = 0; i < terms.size(); i++) {
      entries.add(TermEntry.ofRun(10 * i, 10));
    }
    WrittenBlocks.check(terms, entries, terms.size(), IndexWriter.MAX_DOCS, reading, check);
  }

  private static CompiledAutomaton compiled(Automaton automaton) {
    Automaton deterministic = Operations.determinize(automaton, 1_000);
    return new CompiledAutomaton(deterministic, false, true, true);
  }

  private static List<BytesRef> accepted(FieldBlocks field, CompiledAutomaton compiled)
      throws IOException {
    List<BytesRef> accepted = new ArrayList<>();
    AcceptedTermsEnum terms =
        new AcceptedTermsEnum(new BlockTermsEnum(field, null), compiled, null);
    for (BytesRef term = terms.next(); term != null; term = terms.next()) {
      accepted.add(BytesRef.deepCopyOf(term));
      assertTrue(accepted.toString(), accepted.size() <= field.totals().terms());
    }
    return accepted;
  }

  /** What follows the rejected term is a character that is no byte. */
  public void testNextLabelBeyondBytes() throws IOException {
    Automaton automaton = new Automaton();
    int first = automaton.createState();
    int second = automaton.createState();
    int third = automaton.createState();
    automaton.setAccept(third, true);
    automaton.addTransition(first, second, 'a');
    automaton.addTransition(second, third, 'b');
    automaton.addTransition(second, third, 0x400);
    automaton.finishState();
    List<BytesRef> terms = List.of(new BytesRef("ab"), new BytesRef("az"));
    withTerms(
        terms,
        UnaryOperator.identity(),
        field -> assertEquals(terms.subList(0, 1), accepted(field, compiled(automaton))));
  }

  /** A transition for all characters goes on behind the last byte. */
  public void testNextLabelBehindTheLastByte() throws IOException {
    Automaton automaton =
        Operations.concatenate(List.of(Automata.makeAnyChar(), Automata.makeCharRange('b', 'c')));
    List<BytesRef> terms = new ArrayList<>();
    for (int first : new int[] {'a', 0xFE, 0xFF}) {
      for (char second : new char[] {'b', 'd'}) {
        terms.add(new BytesRef(new byte[] {(byte) first, (byte) second}));
      }
    }
    withTerms(
        terms,
        UnaryOperator.identity(),
        field ->
            assertEquals(
                List.of(terms.get(0), terms.get(2), terms.get(4)),
                accepted(field, compiled(automaton))));
  }

  /** Whatever byte of a block is another one, and its checksum right. */
  public void testDamagedBlocks() throws IOException {
    List<BytesRef> terms = List.of(new BytesRef("b1"), new BytesRef("c1"), new BytesRef("d1"));
    CompiledAutomaton beginsWithC =
        compiled(Operations.concatenate(List.of(Automata.makeChar('c'), Automata.makeAnyBinary())));
    int[] length = new int[1];
    withTerms(
        terms,
        in -> {
          length[0] = (int) in.length() - CodecUtil.footerLength();
          return in;
        },
        field -> assertEquals(terms.subList(1, 2), accepted(field, beginsWithC)));
    int outOfOrder = 0;
    for (int at = 0; at < length[0] - TermBlockLayout.CHECKSUM_BYTES; at++) {
      for (int change = 1; change < 256; change++) {
        outOfOrder += isOutOfOrder(terms, at, change, beginsWithC) ? 1 : 0;
      }
    }
    assertTrue("out of order: " + outOfOrder, outOfOrder > 0);
  }

  private static boolean isOutOfOrder(
      List<BytesRef> terms, int at, int change, CompiledAutomaton compiled) throws IOException {
    try {
      withTerms(terms, in -> changed(in, at, change), field -> accepted(field, compiled));
      return false;
    } catch (CorruptIndexException e) {
      return e.getMessage().contains("terms of block 0 are in another order, must be ascending");
    }
  }

  private static IndexInput changed(IndexInput in, int at, int change) {
    try {
      byte[] file = new byte[(int) in.length()];
      in.readBytes(file, 0, file.length);
      file[at] ^= (byte) change;
      int content = file.length - CodecUtil.footerLength() - TermBlockLayout.CHECKSUM_BYTES;
      CRC32C checksum = new CRC32C();
      checksum.update(file, 0, content);
      BitUtil.VH_LE_INT.set(file, content, (int) checksum.getValue());
      return FileBytes.directory("blocks", file).openInput("blocks", IOContext.DEFAULT);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public void testNothingIsSought() throws IOException {
    CompiledAutomaton anyA =
        compiled(Operations.concatenate(List.of(Automata.makeChar('a'), Automata.makeAnyChar())));
    BytesRef term = new BytesRef("ab");
    withTerms(
        List.of(term, new BytesRef("bb")),
        UnaryOperator.identity(),
        field -> {
          AcceptedTermsEnum accepted =
              new AcceptedTermsEnum(new BlockTermsEnum(field, null), anyA, null);
          expectThrows(UnsupportedOperationException.class, () -> accepted.seekCeil(term));
          expectThrows(UnsupportedOperationException.class, () -> accepted.seekExact(term));
          expectThrows(UnsupportedOperationException.class, () -> accepted.prepareSeekExact(term));
          assertEquals(term, accepted.next());
        });
  }
}
