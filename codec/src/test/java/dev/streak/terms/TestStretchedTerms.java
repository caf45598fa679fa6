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
import dev.streak.fieldblocks.TermBlockCursor;
import dev.streak.fieldblocks.TermBlockFile;
import dev.streak.termblock.TermBlock;
import dev.streak.termblock.TermBlockLayout;
import dev.streak.termblock.TermBlockStarts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.zip.CRC32C;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
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

  private static void withBlocks(List<BytesRef> terms, WrittenBlocks.Check check)
      throws IOException {
    List<Long> entries = new ArrayList<>();
    for (int i = 0; i < terms.size(); i++) {
      entries.add(TermEntry.ofRun(i, 1));
    }
    int total = terms.size();
    WrittenBlocks.check(terms, entries, total, total, UnaryOperator.identity(), check);
  }

  /** Bytes of the blocks and their symbols, which are read, too. */
  private static long bytes(List<BytesRef> terms) throws IOException {
    long[] bytes = new long[1];
    withBlocks(
        terms,
        field -> {
          BlockTermsEnum read = new BlockTermsEnum(field, null);
          for (BytesRef term : terms) {
            assertEquals(term, read.next());
          }
          assertNull(read.next());
          TermBlockStarts starts = field.terms().starts();
          bytes[0] = starts.packedAt() - starts.position(field.terms().bytes(), 0);
        });
    return bytes[0];
  }

  public void testFewTermsOfEachText() throws IOException {
    List<BytesRef> terms = behindTexts(400, 300, 10);
    long bytes = bytes(terms);
    assertTrue(bytes + " bytes of " + terms.size(), bytes < terms.size() * 24L);
  }

  public void testAsManyTermsOfEachTextAsInABlock() throws IOException {
    List<BytesRef> terms = behindTexts(100, 300, 50);
    long bytes = bytes(terms);
    assertTrue(bytes + " bytes of " + terms.size(), bytes < terms.size() * 14L);
  }

  /** What all terms of a block begin with is not written as it is. */
  public void testManyTermsOfEachText() throws IOException {
    List<BytesRef> terms = behindTexts(10, 900, 700);
    long bytes = bytes(terms);
    assertTrue(bytes + " bytes of " + terms.size(), bytes < terms.size() * 14L);
  }

  public void testTextsWithoutSymbols() throws IOException {
    List<BytesRef> terms = behindBytes(100, 300, 50);
    long bytes = bytes(terms);
    assertTrue(bytes + " bytes of " + terms.size(), bytes < terms.size() * 24L);
  }

  /** What begins with the beginning of others, or ends within it. */
  public void testBeginningsOfOthers() throws IOException {
    List<BytesRef> terms = new ArrayList<>();
    BytesRef text = KeyShapes.symbols(random(), "ab", 3_000);
    for (int i = 0; i < 4_000; i++) {
      int length = random().nextInt(text.length);
      terms.add(new BytesRef(text.utf8ToString().substring(0, length) + random().nextInt(100)));
    }
    List<BytesRef> sorted = KeyShapes.sorted(terms.iterator()::next, terms.size());
    long bytes = bytes(sorted);
    assertTrue(bytes + " bytes of " + terms.size(), bytes < sorted.size() * 200L);
  }

  public void testAutomata() throws IOException {
    checkAutomata(behindTexts(60, 80, 40));
    checkAutomata(behindBytes(30, 80, 40));
    checkAutomata(KeyShapes.sorted(KeyShapes.behindTexts(random(), 200, 20, "abc"), 2_000));
  }

  private static void checkAutomata(List<BytesRef> terms) throws IOException {
    withBlocks(
        terms,
        field -> {
          assertNotEquals(-1, stretchedBlock(field));
          for (int i = 0; i < 40; i++) {
            checkAccepted(field, terms, automaton(terms));
          }
        });
  }

  /** One of several shapes around pieces of a term. */
  private static CompiledAutomaton automaton(List<BytesRef> terms) {
    BytesRef term = terms.get(random().nextInt(terms.size()));
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

  private static void checkAccepted(
      FieldBlocks field, List<BytesRef> terms, CompiledAutomaton compiled) throws IOException {
    if (compiled.type != CompiledAutomaton.AUTOMATON_TYPE.NORMAL) {
      return;
    }
    BytesRef after = random().nextBoolean() ? null : terms.get(random().nextInt(terms.size()));
    AcceptedTermsEnum accepted =
        new AcceptedTermsEnum(new BlockTermsEnum(field, null), compiled, after);
    for (BytesRef term : terms) {
      if ((after == null || term.compareTo(after) > 0)
          && compiled.getByteRunnable().run(term.bytes, term.offset, term.length)) {
        assertEquals(term, accepted.next());
      }
    }
    assertNull(accepted.next());
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
    int[] refused = new int[1];
    withBlocks(
        terms,
        field -> {
          RandomAccessInput in = field.terms().bytes();
          TermBlockStarts starts = field.terms().starts();
          int block = stretchedBlock(field);
          long start = starts.position(in, block);
          int length = (int) (starts.position(in, block + 1) - start);
          byte[] file = new byte[(int) in.length()];
          in.readBytes(0, file, 0, file.length);
          assertEquals(layout, file[(int) start] & 15);
          for (int i = 0; i < 3_000; i++) {
            byte[] damaged = file.clone();
            int content = length - TermBlockLayout.CHECKSUM_BYTES;
            // Where the lengths of everything stand, more often.
            int at = random().nextInt(random().nextBoolean() ? content : Math.min(content, 200));
            damaged[(int) start + at] = (byte) random().nextInt();
            refused[0] += isRefused(damaged, starts, start, length, block, terms.size()) ? 1 : 0;
          }
        });
    assertTrue("refused: " + refused[0], refused[0] > 0 && refused[0] < 3_000);
  }

  private static boolean isRefused(
      byte[] file, TermBlockStarts starts, long start, int length, int block, int terms)
      throws IOException {
    CRC32C checksum = new CRC32C();
    int content = length - TermBlockLayout.CHECKSUM_BYTES;
    checksum.update(file, (int) start, content);
    BitUtil.VH_LE_INT.set(file, (int) start + content, (int) checksum.getValue());
    int count = Math.min(64, terms - 64 * block);
    try (Directory directory = new ByteBuffersDirectory()) {
      try (IndexOutput out = directory.createOutput("f", IOContext.DEFAULT)) {
        out.writeBytes(file, file.length);
      }
      try (IndexInput in = directory.openInput("f", IOContext.DEFAULT)) {
        TermBlockCursor cursor = new TermBlockFile(in, starts, terms, i -> count, true).cursor();
        TermBlock opened;
        try {
          opened = cursor.moveTo(block);
        } catch (CorruptIndexException e) {
          assertNotNull(e.getMessage());
          return true;
        }
        BytesRef term = new BytesRef();
        for (int i = 0; i < opened.count(); i++) {
          opened.readTerm(i, term);
          assertEquals(BytesRef.deepCopyOf(term), cursor.prepare(0, count).term(i));
          assertTrue(opened.isEqual(i, term));
          opened.locate(term);
        }
        cursor.prepare(0, count).rests();
        return false;
      }
    }
  }
}
