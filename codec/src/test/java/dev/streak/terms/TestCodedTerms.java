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
import dev.streak.symbols.SymbolEncoder;
import dev.streak.symbols.SymbolTable;
import dev.streak.symbols.SymbolTrainer;
import dev.streak.termblock.SymbolTables;
import dev.streak.termblock.TermBlock;
import dev.streak.termblock.TermBlockLayout;
import dev.streak.termblock.TermBlockStarts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.store.RandomAccessInput;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.automaton.Automata;
import org.apache.lucene.util.automaton.Automaton;
import org.apache.lucene.util.automaton.CompiledAutomaton;
import org.apache.lucene.util.automaton.Operations;

/** Which terms are written in codes of symbols, how small they become, and what damage does. */
public class TestCodedTerms extends LuceneTestCase {

  private static final Path FORMAT = Path.of("..", "docs", "format.md");

  /** What is seen of blocks. */
  private record Seen(int blocks, int coded, int tables, long tableBytes, long bytes) {}

  private static Seen seen(List<BytesRef> terms) throws IOException {
    Seen[] seen = new Seen[1];
    WrittenBlocks.check(
        terms,
        field -> {
          BlockChecks.checkInOrder(field, terms);
          seen[0] = seen(field);
        });
    return seen[0];
  }

  private static Seen seen(FieldBlocks field) throws IOException {
    RandomAccessInput in = field.terms().bytes();
    TermBlockStarts starts = field.terms().starts();
    int coded = 0;
    int tables = 0;
    for (int block = 0; block < starts.blocks(); block++) {
      long head = in.readLong(starts.position(in, block));
      if (TermBlockLayout.layout(head) == TermBlockLayout.CODES) {
        coded++;
        tables = Math.max(tables, 1 + TermBlockLayout.table(head));
      }
    }
    long end = starts.packedAt();
    long tableBytes = end - starts.position(in, starts.blocks());
    return new Seen(starts.blocks(), coded, tables, tableBytes, end - starts.position(in, 0));
  }

  private static List<BytesRef> messages(int count) {
    return KeyShapes.sorted(() -> KeyShapes.message(random()), count);
  }

  private static long bytes(List<BytesRef> terms) {
    return terms.stream().mapToLong(term -> term.length).sum();
  }

  public void testMessagesTakeAThird() throws IOException {
    List<BytesRef> terms = messages(3_000);
    Seen seen = seen(terms);
    assertTrue(seen.toString(), seen.coded >= seen.blocks - 3);
    assertTrue(seen + " of " + bytes(terms), seen.bytes < bytes(terms) / 3);
  }

  /** Automata are run over codes, those with choices, too. */
  public void testAutomata() throws IOException {
    List<BytesRef> terms = messages(5_000);
    WrittenBlocks.check(
        terms,
        field -> {
          assertTrue(seen(field).coded() > 0);
          for (int i = 0; i < 40; i++) {
            BlockChecks.checkAccepted(field, terms, automaton(terms), null);
          }
        });
  }

  private static CompiledAutomaton automaton(List<BytesRef> terms) {
    BytesRef term = terms.get(random().nextInt(terms.size()));
    int from = random().nextInt(term.length);
    int length = Math.min(random().nextInt(10), term.length - from);
    Automaton any = Automata.makeAnyBinary();
    List<Automaton> parts = new ArrayList<>();
    if (random().nextBoolean()) {
      parts.add(
          Automata.makeBinary(new BytesRef(term.bytes, term.offset, random().nextInt(from + 1))));
    }
    parts.add(any);
    parts.add(Automata.makeBinary(new BytesRef(term.bytes, term.offset + from, length)));
    boolean endsThere = length > 0 && from + length == term.length;
    if (endsThere == false || random().nextBoolean()) {
      parts.add(random().nextBoolean() ? any : Automata.makeCharRange(random().nextInt(120), 254));
    }
    Automaton automaton = Operations.concatenate(parts);
    if (random().nextBoolean()) {
      automaton = Operations.determinize(automaton, 100_000);
    }
    return new CompiledAutomaton(automaton, false, true, true);
  }

  /** They fit into columns, but an address moves what all of them end with. */
  public void testHostNamesTakeHalfOfColumns() throws IOException {
    List<BytesRef> terms =
        KeyShapes.sorted(
            () -> {
              String address = random().nextInt(256) + "-" + random().nextInt(256);
              return new BytesRef("ip-" + address + ".eu-west-1.compute.internal");
            },
            5_000);
    Seen seen = seen(terms);
    assertTrue(seen.toString(), seen.coded >= seen.blocks - 7);
    assertTrue(seen + " of " + bytes(terms), seen.bytes < bytes(terms) * 2 / 5);
  }

  /** What differs is shorter than what they end with, which is not at the same place. */
  public void testAddressesOfMailTakeAThird() throws IOException {
    String[] names = {"anna", "ben", "elena", "hugo", "jose", "kim", "maria", "pedro"};
    String[] ends = {"@example.com", "@mail.example.org", "@uol.com.br"};
    Supplier<BytesRef> shape =
        () -> {
          String name = names[random().nextInt(8)] + "." + names[random().nextInt(8)];
          return new BytesRef(name + random().nextInt(100_000) + ends[random().nextInt(3)]);
        };
    List<BytesRef> terms = KeyShapes.sorted(shape, 30_000);
    Seen seen = seen(terms);
    assertTrue(seen.toString(), seen.coded > seen.blocks * 2 / 3);
    assertTrue(seen + " of " + bytes(terms), seen.bytes < bytes(terms) / 3);
  }

  /** Codes would save something beside columns, but less than half. */
  public void testColumnsStayWhereCodesSaveLittle() throws IOException {
    String[] words = new String[500];
    for (int i = 0; i < words.length; i++) {
      words[i] = KeyShapes.letters(random(), "abcdefghijklm", 8).utf8ToString();
    }
    Supplier<BytesRef> shape =
        () -> {
          StringBuilder text = new StringBuilder();
          for (int i = 0; i < 5; i++) {
            text.append(words[random().nextInt(words.length)]).append('-');
          }
          return new BytesRef(text.append(random().nextInt(1_000)));
        };
    Seen seen = seen(KeyShapes.sorted(shape, 5_000));
    assertEquals(seen.toString(), 0, seen.coded);
    assertEquals("bytes of tables", 0, seen.tableBytes);
  }

  /** Most have no table, and the writer no memory for one. */
  public void testShortAndRandomTermsStay() throws IOException {
    List<Supplier<BytesRef>> shapes = new ArrayList<>();
    shapes.add(() -> KeyShapes.letters(random(), "ab\u00e9\u4e2d", 3 + random().nextInt(5)));
    shapes.add(() -> new BytesRef(KeyShapes.uuid(random(), 4)));
    shapes.add(
        () -> {
          byte[] bytes = new byte[100];
          random().nextBytes(bytes);
          return new BytesRef(bytes);
        });
    for (Supplier<BytesRef> shape : shapes) {
      Seen seen = seen(KeyShapes.sorted(shape, 2_000));
      assertEquals(seen.toString(), 0, seen.coded);
      assertEquals("bytes of tables", 0, seen.tableBytes);
    }
  }

  /** Most of the terms by which symbols are chosen may be short, and most of their bytes not. */
  public void testLongTermsBehindShortOnes() throws IOException {
    List<BytesRef> terms = new ArrayList<>();
    for (int i = 10; i < 50; i++) {
      terms.add(new BytesRef(Integer.toString(i)));
    }
    terms.addAll(
        KeyShapes.sorted(
            () -> KeyShapes.letters(random(), "xyz", 700 + random().nextInt(900)), 200));
    Seen seen = seen(terms);
    assertTrue(seen.toString(), seen.coded > 0);
  }

  /** Where codes save little, terms stay as they are, also behind others. */
  public void testRandomTermsBehindMessages() throws IOException {
    List<BytesRef> terms = messages(1_000);
    int most = terms.size() / TermBlockLayout.TERMS + 1;
    Supplier<BytesRef> shape =
        () -> {
          byte[] bytes = new byte[100];
          random().nextBytes(bytes);
          bytes[0] = (byte) 255;
          return new BytesRef(bytes);
        };
    terms.addAll(KeyShapes.sorted(shape, 1_000));
    Seen seen = seen(terms);
    assertTrue(seen.toString(), seen.coded > most - 4 && seen.coded <= most);
  }

  /** Terms that become others get symbols of their own. */
  public void testSymbolsFollowTheTerms() throws IOException {
    String[] alphabets = {"ABCDE", "FGHIJ", "KLMNO", "abcde"};
    List<BytesRef> terms = new ArrayList<>();
    for (String alphabet : alphabets) {
      String[] words = new String[20];
      for (int i = 0; i < words.length; i++) {
        words[i] = KeyShapes.letters(random(), alphabet, 9).utf8ToString();
      }
      String first = alphabet.substring(0, 1);
      terms.addAll(
          KeyShapes.sorted(
              () -> {
                StringBuilder text = new StringBuilder(first);
                for (int i = 0; i < 20; i++) {
                  text.append(words[random().nextInt(words.length)]);
                }
                return new BytesRef(text);
              },
              2_500));
    }
    Seen seen = seen(terms);
    assertTrue(seen.toString(), seen.tables >= alphabets.length);
    assertTrue(seen + " of " + bytes(terms), seen.bytes < bytes(terms) / 3);
  }

  /** Whatever a block says whose checksum is right, it is refused or read to its end. */
  public void testDamageWithRightChecksums() throws IOException {
    List<BytesRef> terms = messages(400);
    BytesRef sought = new BytesRef("2026-01-15 Connection");
    WrittenBlocks.check(
        terms, field -> BlockChecks.checkDamage(field, 3, 400, TermBlockLayout.CODES, sought));
  }

  public void testTableThatIsNotThere() throws IOException {
    WrittenBlocks.check(
        messages(200),
        field -> {
          RandomAccessInput in = field.terms().bytes();
          SymbolTables tables = field.terms().tables();
          assertNotNull(tables.get(0, in));
          Exception e = expectThrows(CorruptIndexException.class, () -> tables.get(254, in));
          assertTrue(e.getMessage(), e.getMessage().startsWith("number of a table of symbols is"));
        });
  }

  /** As many as a byte can tell, or one more or less than there are. */
  public void testNumberOfTables() throws IOException {
    byte[] text = "to be or not to be, to be or not to be".getBytes(StandardCharsets.US_ASCII);
    byte[] sample = Arrays.copyOf(text, text.length + SymbolEncoder.SPARE);
    SymbolTable table = SymbolTrainer.train(sample, new int[] {text.length}, 1);
    for (int written : new int[] {1, 127, 128, SymbolTables.MOST}) {
      for (int said = written - 1; said <= Math.min(written + 1, SymbolTables.MOST); said++) {
        checkTables(table, written, said);
      }
    }
  }

  private static void checkTables(SymbolTable table, int written, int said) throws IOException {
    try (Directory directory = newDirectory()) {
      long end;
      try (IndexOutput out = directory.createOutput("f", IOContext.DEFAULT)) {
        out.writeByte((byte) said);
        for (int i = 0; i < written; i++) {
          table.write(out);
        }
        end = out.getFilePointer();
        CodecUtil.writeFooter(out);
      }
      try (IndexInput in = directory.openInput("f", IOContext.DEFAULT)) {
        RandomAccessInput bytes = in.randomAccessSlice(0, in.length());
        SymbolTables tables = new SymbolTables(in, new TermBlockStarts(0, end, 0, 0, 0));
        if (said == written) {
          assertSame(tables.get(0, bytes), tables.get(0, bytes));
          assertNotNull(tables.get(written - 1, bytes));
          expectThrows(CorruptIndexException.class, () -> tables.get(written, bytes));
        } else {
          expectThrows(CorruptIndexException.class, () -> tables.get(0, bytes));
        }
        SymbolTables none = new SymbolTables(in, new TermBlockStarts(0, end, end, 0, 0));
        expectThrows(CorruptIndexException.class, () -> none.get(0, bytes));
        for (long at : new long[] {-1, end + 1}) {
          SymbolTables damaged = new SymbolTables(in, new TermBlockStarts(0, end, at, 0, 0));
          Exception e = expectThrows(CorruptIndexException.class, () -> damaged.get(0, bytes));
          assertTrue(e.getMessage(), e.getMessage().startsWith("tables of symbols are at " + at));
        }
      }
    }
  }

  /** The example of the document, which is too small to be written so. */
  public void testExample() throws IOException {
    Matcher example =
        Pattern.compile("```symbols\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(FORMAT));
    assertTrue(example.find());
    List<BytesRef> terms = new ArrayList<>();
    StringBuilder hex = new StringBuilder();
    int blockBytes = 0;
    for (String line : example.group(1).split("\n")) {
      String content = line.replaceFirst(";.*", "").strip();
      if (content.startsWith("term ")) {
        terms.add(new BytesRef(content.substring(5)));
      } else if (content.isEmpty()) {
        blockBytes = hex.length() / 2;
      } else {
        hex.append(content.replace(" ", ""));
      }
    }
    byte[] bytes = HexFormat.of().parseHex(hex);
    try (Directory directory = newDirectory()) {
      try (IndexOutput out = directory.createOutput("f", IOContext.DEFAULT)) {
        out.writeBytes(bytes, bytes.length);
        out.writeLong(0);
        out.writeLong(0);
      }
      try (IndexInput in = directory.openInput("f", IOContext.DEFAULT)) {
        TermBlockStarts starts = new TermBlockStarts(1, bytes.length, 0, blockBytes, 0);
        TermBlockCursor cursor = new TermBlockFile(in, starts, 8, i -> 2, true).cursor();
        TermBlock block = cursor.moveTo(0);
        for (int i = 0; i < terms.size(); i++) {
          assertEquals(terms.get(i), cursor.prepare(0, 2).term(i));
          assertTrue(block.isEqual(i, terms.get(i)));
        }
        assertEquals(TermEntry.ofRun(7, 1), block.entry(0));
        assertEquals(TermEntry.ofRun(3, 1), block.entry(1));
      }
    }
  }
}
