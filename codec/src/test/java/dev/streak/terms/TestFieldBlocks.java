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

import dev.streak.field.AcceptedLiteral;
import dev.streak.field.EntryRange;
import dev.streak.field.OrdinalTerms;
import dev.streak.field.TermEntry;
import dev.streak.fieldblocks.FieldBlocks;
import dev.streak.fieldblocks.TermBlockCursor;
import dev.streak.fieldblocks.TermBlockFile;
import dev.streak.termblock.RestCoder;
import dev.streak.termblock.TermBlockEncoder;
import dev.streak.termblock.TermBlockLayout;
import dev.streak.termblock.TermBlockStarts;
import dev.streak.termblock.TermSections;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.TermsEnum.SeekStatus;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.automaton.Automata;
import org.apache.lucene.util.automaton.Automaton;
import org.apache.lucene.util.automaton.ByteRunnable;
import org.apache.lucene.util.automaton.CompiledAutomaton;
import org.apache.lucene.util.automaton.LevenshteinAutomata;
import org.apache.lucene.util.automaton.Operations;

/** Terms of all shapes, written and found again in every way there is. */
public class TestFieldBlocks extends LuceneTestCase {

  private static final int MAX_DOC = IndexWriter.MAX_DOCS;

  private static long randomEntry(Random random, int kind) {
    return switch (kind) {
      case 0 -> TermEntry.ofRun(random.nextInt(MAX_DOC), 1);
      case 1 -> TermEntry.ofRun(random.nextInt(1000), 1 + random.nextInt(100));
      case 2 -> TermEntry.ofPointer(random.nextLong() & (1L << 51) - 1);
      case 3 ->
          TermEntry.ofRun(
              MAX_DOC - TermEntry.MAX_RUN_LENGTH - random.nextInt(9), TermEntry.MAX_RUN_LENGTH);
      default -> randomEntry(random, random.nextInt(4));
    };
  }

  private static List<Long> entries(Random random, int count) {
    List<Long> entries = new ArrayList<>();
    int kind = random.nextInt(8);
    int length = 1 + random.nextInt(3);
    long last = 0;
    for (int i = 0; i < count; i++) {
      if (kind == 5) {
        last += 1 + random.nextInt(50);
        entries.add(TermEntry.ofPointer(last));
      } else if (kind == 6) {
        last += 10;
        entries.add(TermEntry.ofRun((int) last, 10));
      } else if (kind == 7) {
        last = random.nextInt(4) == 0 ? random.nextInt(MAX_DOC - 3 * count) : last + length;
        entries.add(TermEntry.ofRun((int) last, length));
      } else {
        entries.add(randomEntry(random, kind));
      }
    }
    return entries;
  }

  private static void withBlocks(
      List<BytesRef> terms, List<Long> entries, WrittenBlocks.Check check) throws IOException {
    withBlocks(terms, entries, terms.size(), check);
  }

  /** Says of the field that it has {@code total} terms. */
  private static void withBlocks(
      List<BytesRef> terms, List<Long> entries, int total, WrittenBlocks.Check check)
      throws IOException {
    WrittenBlocks.check(terms, entries, total, MAX_DOC, UnaryOperator.identity(), check);
  }

  private static void checkAll(FieldBlocks field, List<BytesRef> terms, List<Long> entries)
      throws IOException {
    BlockTermsEnum inOrder = new BlockTermsEnum(field, null);
    for (int i = 0; i < terms.size(); i++) {
      assertEquals(terms.get(i), inOrder.next());
      assertEquals(i, inOrder.ord());
      assertEquals((long) entries.get(i), inOrder.entry());
    }
    assertNull(inOrder.next());
    BlockTermsEnum termsEnum = new BlockTermsEnum(field, null);
    OrdinalTerms ordinals = new OrdinalReader(field);
    for (int n = 0; n < 500; n++) {
      int i = random().nextInt(terms.size());
      checkSeek(termsEnum, terms, entries, KeyShapes.near(random(), terms.get(i)));
      checkOrdinal(ordinals, terms, entries, i, KeyShapes.near(random(), terms.get(i)));
      termsEnum.seekExact((long) i);
      assertEquals(terms.get(i), termsEnum.term());
      assertEquals((long) entries.get(i), termsEnum.entry());
    }
    checkAscendingSeeks(field, terms, entries);
    checkWalk(field, terms, entries);
    checkBatches(field, terms, entries);
    checkRanges(field, terms, entries);
  }

  /** Seeks as Lucene applies deletions: targets ascend, many of them in each block. */
  private static void checkAscendingSeeks(
      FieldBlocks field, List<BytesRef> terms, List<Long> entries) throws IOException {
    int count = 1 + random().nextInt(3 * terms.size());
    List<BytesRef> targets = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      BytesRef term = terms.get(random().nextInt(terms.size()));
      targets.add(random().nextInt(3) == 0 ? term : KeyShapes.near(random(), term));
    }
    Collections.sort(targets);
    BlockTermsEnum termsEnum = new BlockTermsEnum(field, null);
    BytesRef returned = termsEnum.next();
    for (BytesRef target : targets) {
      if (random().nextInt(100) == 0) {
        checkSeek(termsEnum, terms, entries, terms.get(random().nextInt(terms.size())));
        returned = new BytesRef();
      }
      int place = Collections.binarySearch(terms, target);
      int ceil = place < 0 ? -place - 1 : place;
      SeekStatus status = termsEnum.seekCeil(target);
      if (place >= 0) {
        assertEquals(SeekStatus.FOUND, status);
        assertEquals((long) entries.get(place), termsEnum.entry());
        // Lucene takes what is below the term that it was given last for absent.
        assertTrue(returned + " is behind " + target, returned.compareTo(target) <= 0);
      } else if (ceil < terms.size()) {
        assertEquals(SeekStatus.NOT_FOUND, status);
        assertEquals((long) entries.get(ceil), termsEnum.entry());
        returned = termsEnum.term();
        assertEquals(terms.get(ceil), returned);
      } else {
        assertEquals(SeekStatus.END, status);
      }
      assertEquals(ceil, termsEnum.ord());
    }
  }

  /** Goes on, or elsewhere, and asks for entries of some terms only. */
  private static void checkWalk(FieldBlocks field, List<BytesRef> terms, List<Long> entries)
      throws IOException {
    BlockTermsEnum termsEnum = new BlockTermsEnum(field, null);
    int asked = 1 + random().nextInt(4);
    int at = -1;
    for (int n = 0; n < 2000; n++) {
      if (random().nextInt(20) == 0) {
        at = random().nextInt(terms.size());
        termsEnum.seekExact((long) at);
        checkWithinBlock(termsEnum, at, terms, entries);
        termsEnum.seekExact((long) at);
      } else if (++at < terms.size()) {
        assertEquals(terms.get(at), termsEnum.next());
      } else {
        assertNull(termsEnum.next());
        at = 0;
        assertEquals(SeekStatus.FOUND, termsEnum.seekCeil(terms.get(0)));
      }
      if (random().nextInt(asked) == 0) {
        assertEquals((long) entries.get(at), termsEnum.entry());
      }
    }
  }

  /** Goes back and forth among some terms that are ready. */
  private static void checkWithinBlock(
      BlockTermsEnum termsEnum, int at, List<BytesRef> terms, List<Long> entries)
      throws IOException {
    int place = at % TermBlockLayout.TERMS;
    int ready = 0;
    while (ready < 20 && termsEnum.next() != null && termsEnum.place() > place) {
      ready++;
      assertEquals((long) entries.get(at + ready), termsEnum.entry());
    }
    if (termsEnum.place() != place + ready || ready == 0) {
      // Behind the block.
      return;
    }
    for (int n = 0; n < 20; n++) {
      int far = 1 + random().nextInt(ready);
      int to = Math.min(ready, far + random().nextInt(3));
      for (int i = far; i <= to; i++) {
        assertEquals(terms.get(at + i), termsEnum.termAt(place + i));
        assertEquals((long) entries.get(at + i), termsEnum.entry());
      }
    }
  }

  private static void checkSeek(
      BlockTermsEnum termsEnum, List<BytesRef> terms, List<Long> entries, BytesRef target)
      throws IOException {
    int place = Collections.binarySearch(terms, target);
    int ceil = place < 0 ? -place - 1 : place;
    SeekStatus status = termsEnum.seekCeil(target);
    if (place >= 0) {
      assertEquals(SeekStatus.FOUND, status);
    } else {
      assertEquals(ceil == terms.size() ? SeekStatus.END : SeekStatus.NOT_FOUND, status);
    }
    if (ceil < terms.size()) {
      assertEquals(ceil, termsEnum.ord());
      assertEquals(terms.get(ceil), termsEnum.term());
      assertEquals((long) entries.get(ceil), termsEnum.entry());
    }
    if (random().nextInt(4) == 0) {
      assertEquals(ceil + 1 < terms.size() ? terms.get(ceil + 1) : null, termsEnum.next());
    }
  }

  private static void checkOrdinal(
      OrdinalTerms ordinals, List<BytesRef> terms, List<Long> entries, int i, BytesRef target)
      throws IOException {
    long expected = terms.get(i).equals(target) ? entries.get(i) : OrdinalTerms.DIFFERENT;
    assertEquals(expected, ordinals.entryIfEqual(i, target));
    long[] many = {-1, i, i, terms.size()};
    ordinals.entriesIfEqual(new BytesRef[] {null, target, terms.get(i), target}, 0, 4, many);
    assertEquals(-1, many[0]);
    assertEquals(expected, many[1]);
    assertEquals((long) entries.get(i), many[2]);
    assertEquals(OrdinalTerms.DIFFERENT, many[3]);
  }

  /** So many at a time that they are compared together. */
  private static void checkBatches(FieldBlocks field, List<BytesRef> terms, List<Long> entries)
      throws IOException {
    OrdinalTerms reader = new OrdinalReader(field);
    for (int n = 0; n < 20; n++) {
      BytesRef[] targets = new BytesRef[1 + random().nextInt(300)];
      long[] ordinals = new long[targets.length];
      long[] expected = new long[targets.length];
      for (int i = 0; i < targets.length; i++) {
        int ordinal = random().nextInt(terms.size());
        BytesRef term = terms.get(ordinal);
        BytesRef near = random().nextInt(4) == 0 ? KeyShapes.near(random(), term) : term;
        targets[i] = random().nextInt(4) == 0 ? surrounded(near) : near;
        boolean given = random().nextInt(5) > 0;
        ordinals[i] = given ? ordinal : -1;
        expected[i] =
            given == false ? -1 : near.equals(term) ? entries.get(ordinal) : OrdinalTerms.DIFFERENT;
      }
      reader.entriesIfEqual(targets, 0, targets.length, ordinals);
      assertArrayEquals(expected, ordinals);
    }
  }

  /** Between terms, of which the second may be the lesser one, and what is near them. */
  private static void checkRanges(FieldBlocks field, List<BytesRef> terms, List<Long> entries)
      throws IOException {
    for (int n = 0; n < 100; n++) {
      int first = random().nextInt(terms.size());
      int last = Math.min(terms.size() - 1, first + random().nextInt(300) - 20);
      BytesRef from = n == 0 ? new BytesRef() : KeyShapes.near(random(), terms.get(first));
      BytesRef to = n < 3 ? null : KeyShapes.near(random(), terms.get(Math.max(0, last)));
      List<Long> expected = new ArrayList<>();
      for (int i = 0; i < terms.size(); i++) {
        if (terms.get(i).compareTo(from) >= 0 && (to == null || terms.get(i).compareTo(to) < 0)) {
          expected.add(entries.get(i));
        }
      }
      checkEntries(expected, new BlockEntryRange(new BlockTermsEnum(field, null), from, to));
    }
  }

  /** The same bytes in the middle of others. */
  private static BytesRef surrounded(BytesRef term) {
    byte[] bytes = new byte[random().nextInt(9) + term.length + random().nextInt(9)];
    random().nextBytes(bytes);
    int offset = random().nextInt(bytes.length - term.length + 1);
    System.arraycopy(term.bytes, term.offset, bytes, offset, term.length);
    return new BytesRef(bytes, offset, term.length);
  }

  public void testEveryShape() throws IOException {
    for (Supplier<BytesRef> shape : KeyShapes.all(random())) {
      List<BytesRef> terms = KeyShapes.sorted(shape, TestUtil.nextInt(random(), 1, 1500));
      List<Long> entries = entries(random(), terms.size());
      withBlocks(terms, entries, field -> checkAll(field, terms, entries));
    }
  }

  public void testThreeLevelsOfIndex() throws IOException {
    Supplier<BytesRef> shape = KeyShapes.all(random()).get(random().nextInt(5));
    List<BytesRef> terms = KeyShapes.sorted(shape, 40_000);
    List<Long> entries = entries(random(), terms.size());
    withBlocks(terms, entries, field -> checkAll(field, terms, entries));
  }

  private static Automaton automaton(BytesRef term) {
    int length = random().nextInt(term.length + 1);
    Automaton beginning = Automata.makeBinary(new BytesRef(term.bytes, term.offset, length));
    Automaton any = Automata.makeAnyBinary();
    Automaton end =
        Automata.makeBinary(
            new BytesRef(term.bytes, term.offset + term.length - length / 2, length / 2));
    Automaton automaton =
        switch (random().nextInt(9)) {
          case 0 -> Operations.concatenate(List.of(beginning, any));
          case 1 -> Operations.concatenate(List.of(any, end));
          case 2 -> Operations.concatenate(List.of(any, end, any));
          case 3 ->
              Operations.concatenate(
                  List.of(beginning, Automata.makeBinaryInterval(term, true, null, true)));
          case 4 -> fuzzy(term);
          case 5 -> Operations.union(List.of(beginning, fuzzy(term)));
          case 6 -> Operations.concatenate(List.of(any, inTheMiddle(term), any, end));
          case 7 -> Operations.concatenate(List.of(any, Automata.makeBinary(suffix(term))));
          default -> Operations.concatenate(List.of(Automata.makeCharRange(0, 200), end, any));
        };
    return automaton;
  }

  /** What a term ends with, of any length, or something like it. */
  private static BytesRef suffix(BytesRef term) {
    int length = random().nextInt(term.length + 1);
    BytesRef suffix = new BytesRef(term.bytes, term.offset + term.length - length, length);
    return random().nextInt(3) == 0 ? KeyShapes.near(random(), suffix) : suffix;
  }

  private static Automaton inTheMiddle(BytesRef term) {
    int middle = term.length / 2;
    return Automata.makeBinary(
        new BytesRef(term.bytes, term.offset + middle, Math.min(1, term.length)));
  }

  private static boolean hasLastByte(BytesRef term) {
    for (int i = 0; i < term.length; i++) {
      if (term.bytes[term.offset + i] == (byte) 0xFF) {
        return true;
      }
    }
    return false;
  }

  private static boolean accepts(ByteRunnable automaton, BytesRef term) {
    return automaton.run(term.bytes, term.offset, term.length);
  }

  private static Automaton fuzzy(BytesRef term) {
    int[] bytes = new int[term.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = term.bytes[term.offset + i] & 0xFF;
    }
    int edits = 1 + random().nextInt(LevenshteinAutomata.MAXIMUM_SUPPORTED_DISTANCE);
    return new LevenshteinAutomata(bytes, 0xFF, random().nextBoolean()).toAutomaton(edits);
  }

  private static void checkAutomaton(FieldBlocks field, List<BytesRef> terms, List<Long> entries)
      throws IOException {
    BytesRef term = terms.get(random().nextInt(terms.size()));
    if (term.length > 40) {
      return;
    }
    Automaton automaton = automaton(term);
    // One that is not deterministic is run in another way, by Lucene only up to byte 254.
    if (random().nextInt(4) != 0 || terms.stream().anyMatch(TestFieldBlocks::hasLastByte)) {
      automaton = Operations.determinize(automaton, 100_000);
    }
    checkAccepted(field, terms, entries, new CompiledAutomaton(automaton, false, true, true), term);
  }

  private static void checkAccepted(
      FieldBlocks field,
      List<BytesRef> terms,
      List<Long> entries,
      CompiledAutomaton compiled,
      BytesRef term)
      throws IOException {
    if (compiled.type != CompiledAutomaton.AUTOMATON_TYPE.NORMAL) {
      return;
    }
    checkAcceptedEntries(field, terms, entries, compiled);
    BytesRef start = random().nextBoolean() ? null : KeyShapes.near(random(), term);
    List<BytesRef> expected = new ArrayList<>();
    for (BytesRef each : terms) {
      if (accepts(compiled.getByteRunnable(), each)
          && (start == null || each.compareTo(start) > 0)) {
        expected.add(each);
      }
    }
    AcceptedTermsEnum accepted =
        new AcceptedTermsEnum(new BlockTermsEnum(field, null), compiled, start);
    for (BytesRef each : expected) {
      assertEquals(each, accepted.next());
      assertEquals(Collections.binarySearch(terms, each), accepted.ord());
    }
    assertNull(accepted.next());
    assertNull(accepted.next());
  }

  private static void checkAcceptedEntries(
      FieldBlocks field, List<BytesRef> terms, List<Long> entries, CompiledAutomaton compiled)
      throws IOException {
    EntryRange range =
        new AcceptedEntryRange(new BlockTermsEnum(field, null), compiled, null, () -> {});
    checkEntries(acceptedEntries(terms, entries, compiled), range);
  }

  private static List<Long> acceptedEntries(
      List<BytesRef> terms, List<Long> entries, CompiledAutomaton compiled) {
    List<Long> accepted = new ArrayList<>();
    for (int i = 0; i < terms.size(); i++) {
      if (accepts(compiled.getByteRunnable(), terms.get(i))) {
        accepted.add(entries.get(i));
      }
    }
    return accepted;
  }

  /** Terms with some bytes within, or what comes near to these. */
  private static void checkLiteral(FieldBlocks field, List<BytesRef> terms, List<Long> entries)
      throws IOException {
    BytesRef term = terms.get(random().nextInt(terms.size()));
    int start = random().nextInt(term.length + 1);
    int length = random().nextInt(Math.min(8, term.length - start) + 1);
    BytesRef some = new BytesRef(term.bytes, term.offset + start, length);
    BytesRef literal = random().nextInt(4) == 0 ? KeyShapes.near(random(), some) : some;
    BytesRef begin = new BytesRef(term.bytes, term.offset, random().nextInt(start + 1));
    if (literal.length == 0) {
      return;
    }
    Automaton any = Automata.makeAnyBinary();
    List<Automaton> parts = new ArrayList<>(List.of(any, Automata.makeBinary(literal)));
    if (random().nextBoolean()) {
      parts.addFirst(Automata.makeBinary(begin));
    }
    if (random().nextInt(4) > 0) {
      parts.add(any);
    }
    Automaton automaton = Operations.determinize(Operations.concatenate(parts), 100_000);
    CompiledAutomaton compiled = new CompiledAutomaton(automaton, false, true, true);
    AcceptedLiteral known = new AcceptedLiteral(literal, false);
    checkEntries(
        acceptedEntries(terms, entries, compiled),
        new AcceptedEntryRange(new BlockTermsEnum(field, null), compiled, known, () -> {}));
  }

  /** Terms of characters with some of them within; others are not accepted. */
  private static void checkCharacters(FieldBlocks field, List<BytesRef> terms, List<Long> entries)
      throws IOException {
    BytesRef term = terms.get(random().nextInt(terms.size()));
    String text = new String(term.bytes, term.offset, term.length, StandardCharsets.ISO_8859_1);
    int start = random().nextInt(text.length() + 1);
    String some = text.substring(start, Math.min(text.length(), start + 1 + random().nextInt(4)));
    if (some.isEmpty() || some.chars().anyMatch(c -> c > 127)) {
      some = "ab";
    }
    Automaton any = Automata.makeAnyString();
    Automaton automaton =
        Operations.determinize(
            Operations.concatenate(List.of(any, Automata.makeString(some), any)), 100_000);
    CompiledAutomaton compiled = new CompiledAutomaton(automaton, false, true, false);
    checkEntries(
        acceptedEntries(terms, entries, compiled),
        new AcceptedEntryRange(
            new BlockTermsEnum(field, null),
            compiled,
            new AcceptedLiteral(new BytesRef(some), true),
            () -> {}));
  }

  public void testLiterals() throws IOException {
    for (Supplier<BytesRef> shape : withCharacters()) {
      List<BytesRef> terms = KeyShapes.sorted(shape, TestUtil.nextInt(random(), 1, 2000));
      List<Long> entries = entries(random(), terms.size());
      withBlocks(
          terms,
          entries,
          field -> {
            for (int i = 0; i < 30; i++) {
              checkLiteral(field, terms, entries);
              checkCharacters(field, terms, entries);
            }
          });
    }
  }

  private static void checkEntries(List<Long> expected, EntryRange range) throws IOException {
    long[] found = new long[EntryRange.LEAST_ROOM + random().nextInt(200)];
    List<Long> actual = new ArrayList<>();
    for (int count = range.next(found); count > 0; count = range.next(found)) {
      Arrays.stream(found, 0, count).forEach(actual::add);
    }
    assertEquals(expected, actual);
    assertEquals(0, range.next(found));
  }

  /** What a wildcard behind some characters accepts: any characters, and no other bytes. */
  private static CompiledAutomaton characters(BytesRef term) {
    StringBuilder begin = new StringBuilder();
    for (int i = random().nextInt(term.length + 1) - 1; i >= 0; i--) {
      byte b = term.bytes[term.offset + begin.length()];
      if (b < 0) {
        break;
      }
      begin.append((char) b);
    }
    Automaton automaton =
        Operations.concatenate(
            List.of(Automata.makeString(begin.toString()), Automata.makeAnyString()));
    return new CompiledAutomaton(Operations.determinize(automaton, 100_000), false, true, false);
  }

  /** With a byte that no character has, always in the same place. */
  private static BytesRef withOddByte(BytesRef term) {
    term.bytes[term.offset + 9] = (byte) 0xFF;
    return term;
  }

  /** Behind a byte that no character ends with. */
  private static BytesRef behindHalfACharacter(BytesRef term) {
    byte[] bytes = new byte[2 + term.length];
    bytes[0] = 'x';
    bytes[1] = (byte) 0xC3;
    System.arraycopy(term.bytes, term.offset, bytes, 2, term.length);
    return new BytesRef(bytes);
  }

  /** All of ASCII, some of it, and bytes that are no characters. */
  private static List<Supplier<BytesRef>> withCharacters() {
    List<Supplier<BytesRef>> shapes = new ArrayList<>(KeyShapes.all(random()));
    shapes.add(() -> KeyShapes.letters(random(), "Abc d\u00e9", 5 + random().nextInt(9)));
    shapes.add(
        () -> new BytesRef("caf\u00e9" + KeyShapes.letters(random(), "abc", 9).utf8ToString()));
    shapes.add(() -> withOddByte(KeyShapes.letters(random(), "ab", 20)));
    shapes.add(() -> behindHalfACharacter(KeyShapes.letters(random(), "ab", 6)));
    shapes.add(
        () -> behindHalfACharacter(KeyShapes.letters(random(), "abAB~", random().nextInt(300))));
    return shapes;
  }

  public void testBeginningsOfCharacters() throws IOException {
    List<Supplier<BytesRef>> shapes = withCharacters();
    int odd = 20 + random().nextInt(200);
    for (Supplier<BytesRef> shape : shapes) {
      List<BytesRef> terms =
          KeyShapes.sorted(
              () ->
                  random().nextInt(odd) == 0 ? KeyShapes.near(random(), shape.get()) : shape.get(),
              TestUtil.nextInt(random(), 1, 1000));
      List<Long> entries = entries(random(), terms.size());
      withBlocks(
          terms,
          entries,
          field -> {
            for (int i = 0; i < 30; i++) {
              BytesRef term = terms.get(random().nextInt(terms.size()));
              checkAccepted(field, terms, entries, characters(term), term);
            }
          });
    }
  }

  public void testAutomata() throws IOException {
    for (Supplier<BytesRef> shape : KeyShapes.all(random())) {
      List<BytesRef> terms = KeyShapes.sorted(shape, TestUtil.nextInt(random(), 1, 3000));
      List<Long> entries = entries(random(), terms.size());
      withBlocks(
          terms,
          entries,
          field -> {
            for (int i = 0; i < 20; i++) {
              checkAutomaton(field, terms, entries);
            }
          });
    }
  }

  /** Labels that are no bytes lead nowhere. */
  public void testLabelsBeyondBytes() throws IOException {
    for (Supplier<BytesRef> shape : KeyShapes.all(random())) {
      List<BytesRef> terms = KeyShapes.sorted(shape, TestUtil.nextInt(random(), 1, 3000));
      List<Long> entries = entries(random(), terms.size());
      withBlocks(
          terms,
          entries,
          field -> {
            BytesRef term = terms.get(random().nextInt(terms.size()));
            BytesRef last = new BytesRef(term.bytes, term.offset + term.length - 1, 1);
            Automaton characters =
                Operations.concatenate(
                    List.of(
                        Operations.repeat(Automata.makeAnyChar()),
                        Automata.makeBinary(last),
                        Automata.makeAnyChar()));
            Automaton deterministic = Operations.determinize(characters, 100_000);
            CompiledAutomaton compiled = new CompiledAutomaton(deterministic, false, true, true);
            checkAccepted(field, terms, entries, compiled, term);
          });
    }
  }

  /** Suffixes that fall on columns that vary and on some that do not, and on a prefix. */
  public void testSuffixes() throws IOException {
    // What all terms end with passes no term over.
    String last = random().nextBoolean() ? "z" : "";
    TreeSet<BytesRef> keys = new TreeSet<>();
    while (keys.size() < 300) {
      String[] hex = new String[3];
      Arrays.setAll(hex, i -> KeyShapes.letters(random(), "0123456789abcdef", 20).utf8ToString());
      keys.add(new BytesRef("0" + hex[0] + "40" + hex[1].substring(0, 9) + "7" + hex[2] + last));
    }
    List<BytesRef> terms = new ArrayList<>(keys);
    List<Long> entries = entries(random(), terms.size());
    Automaton any = Automata.makeAnyBinary();
    withBlocks(
        terms,
        entries,
        field -> {
          for (int length = 1; length <= terms.get(0).length; length++) {
            BytesRef term = terms.get(random().nextInt(terms.size()));
            BytesRef suffix = new BytesRef(term.bytes, term.offset + term.length - length, length);
            BytesRef piece = new BytesRef(term.bytes, term.offset + random().nextInt(50), 1);
            for (BytesRef end : List.of(suffix, KeyShapes.near(random(), suffix))) {
              Automaton ending = Automata.makeBinary(end);
              for (List<Automaton> parts :
                  List.of(
                      List.of(any, ending),
                      List.of(any, Automata.makeBinary(piece), any, ending))) {
                Automaton deterministic =
                    Operations.determinize(Operations.concatenate(parts), 100_000);
                checkAccepted(
                    field,
                    terms,
                    entries,
                    new CompiledAutomaton(deterministic, false, true, true),
                    term);
              }
            }
          }
        });
  }

  public void testAscendingTargets() throws IOException {
    List<BytesRef> terms = KeyShapes.sorted(KeyShapes.all(random()).get(2), 10_000);
    List<Long> entries = entries(random(), terms.size());
    withBlocks(
        terms,
        entries,
        field -> {
          BlockTermsEnum termsEnum = new BlockTermsEnum(field, null);
          for (int i = 0; i < terms.size(); i += 1 + random().nextInt(300)) {
            BytesRef target = KeyShapes.near(random(), terms.get(i));
            checkSeek(termsEnum, terms, entries, target);
          }
        });
  }

  public void testTheEmptyTerm() throws IOException {
    List<BytesRef> terms = List.of(new BytesRef());
    withBlocks(terms, List.of(1L), field -> checkAll(field, terms, List.of(1L)));
  }

  public void testTermWithoutTheZerosThatAllTermsEndWith() throws IOException {
    List<BytesRef> terms = new ArrayList<>();
    for (char c = 'l'; c <= 'z'; c++) {
      terms.add(new BytesRef(c + "\0\0"));
    }
    List<Long> entries = entries(random(), terms.size());
    withBlocks(
        terms,
        entries,
        field -> {
          OrdinalTerms ordinals = new OrdinalReader(field);
          assertEquals((long) entries.get(1), ordinals.entryIfEqual(1, new BytesRef("m\0\0")));
          for (String other : new String[] {"m", "m\0", "m\0\0\0", "l\0\0", ""}) {
            assertEquals(OrdinalTerms.DIFFERENT, ordinals.entryIfEqual(1, new BytesRef(other)));
          }
        });
  }

  private static void checkAllOrdinals(FieldBlocks field, List<BytesRef> terms, List<Long> entries)
      throws IOException {
    OrdinalTerms ordinals = new OrdinalReader(field);
    for (int i = 0; i < terms.size(); i++) {
      checkOrdinal(ordinals, terms, entries, i, terms.get(i));
      checkOrdinal(ordinals, terms, entries, i, KeyShapes.near(random(), terms.get(i)));
      BytesRef longer = new BytesRef(terms.get(i).utf8ToString() + "\0");
      assertEquals(OrdinalTerms.DIFFERENT, ordinals.entryIfEqual(i, longer));
    }
    checkBatches(field, terms, entries);
  }

  /** Each block has a prefix of another length, which makes its shape another one. */
  public void testMoreShapesThanAreHeld() throws IOException {
    List<BytesRef> terms = new ArrayList<>();
    for (int prefix = 300; prefix >= 1; prefix--) {
      for (int i = 0; i < TermBlockLayout.TERMS; i++) {
        terms.add(new BytesRef("a".repeat(prefix) + "b-" + (char) ('0' + i / 8) + "-" + i % 8));
      }
    }
    List<Long> entries = entries(random(), terms.size());
    withBlocks(
        terms,
        entries,
        field -> {
          checkAllOrdinals(field, terms, entries);
        });
  }

  /** So many blocks of one form with other prefixes and constants that no shape has them all. */
  public void testShapesWithoutText() throws IOException {
    List<BytesRef> terms = new ArrayList<>();
    for (int block = 0; block < 200; block++) {
      String prefix = "p" + (1000 + block) + "-" + "x".repeat(12);
      for (int i = 0; i < TermBlockLayout.TERMS; i++) {
        String middle = "" + (char) ('a' + i / 8) + (char) ('a' + block % 26) + "zz" + i % 8;
        middle += "yyyyyyy" + i % 5;
        terms.add(new BytesRef(prefix + middle + (i % 3 == 0 ? "" : "--tail")));
      }
    }
    Collections.sort(terms);
    List<Long> entries = entries(random(), terms.size());
    withBlocks(
        terms,
        entries,
        field -> {
          checkAllOrdinals(field, terms, entries);
          assertFalse(field.terms().places().shape(150, field.terms().bytes()).sharesText());
        });
  }

  private static int divided(FieldBlocks field) throws IOException {
    TermBlockCursor cursor = field.terms().cursor();
    int divided = 0;
    for (int i = 0; i < cursor.blocks(); i++) {
      divided += cursor.moveTo(i).sections().count() > 1 ? 1 : 0;
    }
    return divided;
  }

  public void testBlocksWithSections() throws IOException {
    for (int prefix : new int[] {0, 40, 64, 65}) {
      List<BytesRef> terms =
          KeyShapes.sorted(() -> KeyShapes.ofAFewMachines(random(), prefix), 5_000);
      List<Long> entries = entries(random(), terms.size());
      withBlocks(
          terms,
          entries,
          field -> {
            assertTrue("of " + field.terms().blocks(), divided(field) > 10);
            checkAll(field, terms, entries);
            OrdinalTerms ordinals = new OrdinalReader(field);
            for (int i = 0; i < terms.size(); i++) {
              checkOrdinal(ordinals, terms, entries, i, terms.get(i));
              checkOrdinal(ordinals, terms, entries, i, terms.get(random().nextInt(i + 1)));
            }
            for (int i = 0; i < 50; i++) {
              checkAutomaton(field, terms, entries);
            }
          });
    }
  }

  /** All numbers of sections that there may be, the first term of each anywhere. */
  public void testNumbersOfSections() throws IOException {
    int least = Integer.MAX_VALUE;
    int most = 0;
    for (int sections = 1; sections <= 10; sections++) {
      TreeSet<BytesRef> keys = new TreeSet<>();
      while (keys.size() < TermBlockLayout.TERMS) {
        // In turn, and different in so many columns that dividing pays.
        String own = Character.toString('a' + keys.size() % sections).repeat(8);
        keys.add(new BytesRef("p" + own + KeyShapes.letters(random(), "0123", 6).utf8ToString()));
      }
      List<BytesRef> terms = new ArrayList<>(keys);
      List<Long> entries = entries(random(), terms.size());
      int[] count = new int[1];
      withBlocks(
          terms,
          entries,
          field -> {
            count[0] = field.terms().cursor().moveTo(0).sections().count();
            checkAll(field, terms, entries);
          });
      least = Math.min(least, count[0]);
      most = Math.max(most, count[0]);
    }
    assertEquals(1, least);
    assertEquals(TermSections.MOST, most);
  }

  /** Runs of every length in ascending order: steps, and lengths without bits. */
  public void testEntriesOfShapes() throws IOException {
    List<BytesRef> terms =
        KeyShapes.sorted(() -> KeyShapes.letters(random(), "0123456789abcdef", 12), 1_000);
    for (int length : new int[] {1, 2, 50}) {
      List<Long> entries = new ArrayList<>();
      for (int i = 0; i < terms.size(); i++) {
        entries.add(TermEntry.ofRun(i * 100, length + (i >= 500 ? random().nextInt(50) : 0)));
      }
      withBlocks(terms, entries, field -> checkAll(field, terms, entries));
    }
  }

  /** What the field says of itself was damaged, and its checksum made right. */
  public void testAnotherNumberOfTerms() throws IOException {
    List<BytesRef> terms =
        KeyShapes.sorted(() -> KeyShapes.letters(random(), "0123456789", 8), 200);
    List<Long> entries = entries(random(), terms.size());
    for (int total : new int[] {199, 201, 193}) {
      withBlocks(
          terms,
          entries,
          total,
          field -> {
            BlockTermsEnum termsEnum = new BlockTermsEnum(field, null);
            BytesRef last = terms.get(199);
            Exception e = expectThrows(CorruptIndexException.class, () -> termsEnum.seekCeil(last));
            assertTrue(e.getMessage(), e.getMessage().contains("number of terms is 8, must be "));
          });
    }
  }

  public void testBlockThatIsNotThere() throws IOException {
    List<BytesRef> terms = List.of(new BytesRef("a"), new BytesRef("b"));
    withBlocks(
        terms,
        List.of(TermEntry.ofRun(1, 1), TermEntry.ofRun(2, 1)),
        field -> {
          for (int block : new int[] {-1, 1}) {
            Exception e =
                expectThrows(
                    CorruptIndexException.class, () -> field.terms().cursor().moveTo(block));
            assertTrue(e.getMessage(), e.getMessage().contains("number of a block is " + block));
          }
        });
  }

  /** What would be read as a term's entry is something else. */
  public void testBlockOfTermsWithoutEntries() throws IOException {
    for (boolean written : new boolean[] {false, true}) {
      try (Directory directory = newDirectory()) {
        int length;
        try (IndexOutput out = directory.createOutput("f", IOContext.DEFAULT)) {
          TermBlockEncoder block = new TermBlockEncoder(written ? new RestCoder() : null);
          block.add(new BytesRef("a"), TermEntry.ofRun(1, 1));
          block.add(new BytesRef("b"), TermEntry.ofRun(2, 1));
          block.finish(out);
          length = (int) out.getFilePointer();
          CodecUtil.writeFooter(out);
        }
        try (IndexInput in = directory.openInput("f", IOContext.DEFAULT)) {
          TermBlockStarts starts = new TermBlockStarts(1, length, 0, length, 0);
          for (boolean wanted : new boolean[] {false, true}) {
            TermBlockCursor cursor = new TermBlockFile(in, starts, 8, i -> 2, wanted).cursor();
            if (written == wanted) {
              assertEquals(2, cursor.moveTo(0).count());
            } else {
              Exception e = expectThrows(CorruptIndexException.class, () -> cursor.moveTo(0));
              assertTrue(e.getMessage(), e.getMessage().contains("block 0 at 0: there are "));
            }
          }
        }
      }
    }
  }

  /** Whoever unites documents has room for those of the segment. */
  public void testDocumentsOutsideOfTheSegment() throws IOException {
    List<BytesRef> terms = List.of(new BytesRef("a"), new BytesRef("b"), new BytesRef("c"));
    long list = TermEntry.ofPointer(5);
    for (int last : new int[] {MAX_DOC - 1, MAX_DOC, Integer.MAX_VALUE}) {
      for (long first : new long[] {TermEntry.ofRun(7, 1), list}) {
        withBlocks(
            terms,
            List.of(first, list, TermEntry.ofRun(last - 9, 10)),
            field -> {
              if (last < MAX_DOC) {
                field.terms().cursor().moveTo(0);
                return;
              }
              Exception e =
                  expectThrows(CorruptIndexException.class, () -> field.terms().cursor().moveTo(0));
              String what = "documents of term 2 are 10 from " + (last - 9) + " of " + MAX_DOC;
              assertTrue(e.getMessage(), e.getMessage().contains(what));
            });
      }
    }
  }

  /** Rests that end where an offset just fits, or just does not. */
  public void testWidthsOfOffsets() throws IOException {
    for (int length : new int[] {255, 256, 65_535, 65_536}) {
      List<BytesRef> terms = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        byte[] bytes = new byte[i < 3 ? length / 5 : length - 3 * (length / 5)];
        Arrays.fill(bytes, (byte) (200 + i));
        terms.add(new BytesRef(bytes));
      }
      terms.add(new BytesRef(new byte[0]));
      Collections.sort(terms);
      List<Long> entries = entries(random(), terms.size());
      withBlocks(terms, entries, field -> checkAll(field, terms, entries));
    }
  }

  public void testTheLongestTerms() throws IOException {
    List<BytesRef> terms = KeyShapes.sorted(() -> KeyShapes.letters(random(), "ab", 32_766), 70);
    List<Long> entries = entries(random(), terms.size());
    withBlocks(terms, entries, field -> checkAll(field, terms, entries));
  }
}
