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

import dev.streak.field.EntryRange;
import dev.streak.field.TermEntry;
import dev.streak.fieldblocks.FieldBlocks;
import dev.streak.file.FailingReads;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.automaton.Automaton;
import org.apache.lucene.util.automaton.CompiledAutomaton;
import org.apache.lucene.util.automaton.RegExp;

/** Whoever asks again after a read failed gets the next term or a failure, and no other term. */
public class TestTermsAfterFailure extends LuceneTestCase {

  private static final int MAX_DOC = 2000;

  private final FailingReads reads = new FailingReads();

  private interface Opened {
    TermsEnum open(FieldBlocks field) throws IOException;
  }

  private interface Reading {
    /** Reads, where the read of a number is to fail. */
    void read(FieldBlocks field, int failing) throws IOException;
  }

  /** Terms of columns, of columns with sections, and of rests. */
  private static List<List<BytesRef>> shapes() {
    return List.of(
        KeyShapes.sorted(() -> KeyShapes.letters(random(), "0123456789", 8), 400),
        KeyShapes.sorted(() -> KeyShapes.ofAFewMachines(random(), 40), 400),
        KeyShapes.sorted(() -> KeyShapes.letters(random(), "ab", 300), 200));
  }

  /** Lets each read fail in turn, and asks on. */
  private void check(List<BytesRef> terms, List<BytesRef> expected, Opened opened)
      throws IOException {
    List<Long> entries = new ArrayList<>();
    for (int i = 0; i < terms.size(); i++) {
      entries.add(TermEntry.ofRun(i, 1));
    }
    check(
        terms,
        entries,
        (field, last) -> {
          TermsEnum termsEnum = opened.open(field);
          reads.begin(last);
          checkNext(expected, termsEnum);
        });
  }

  /** Lets each read fail in turn. */
  private void check(List<BytesRef> terms, List<Long> entries, Reading reading) throws IOException {
    for (int read = 1; ; read++) {
      int last = read;
      reads.end();
      WrittenBlocks.check(
          terms, entries, terms.size(), MAX_DOC, reads::of, field -> reading.read(field, last));
      if (reads.failed() == false) {
        return;
      }
    }
  }

  private static void checkEntries(List<Long> expected, BlockTermsEnum termsEnum) {
    int failures = 0;
    int place = -1;
    while (failures < 3) {
      try {
        if (place >= 0) {
          assertEquals("entry of term " + place, (long) expected.get(place), termsEnum.entry());
        }
        if (termsEnum.next() == null) {
          assertEquals(expected.size(), place + 1);
          return;
        }
        place++;
      } catch (IOException e) {
        failures++;
      }
    }
  }

  private static void checkNext(List<BytesRef> expected, TermsEnum termsEnum) {
    int failures = 0;
    int place = 0;
    while (failures < 3) {
      try {
        BytesRef next = termsEnum.next();
        assertEquals(place == expected.size() ? null : expected.get(place), next);
        if (next == null) {
          return;
        }
        place++;
      } catch (IOException e) {
        failures++;
      }
    }
  }

  public void testAllTerms() throws IOException {
    for (List<BytesRef> terms : shapes()) {
      check(terms, terms, field -> new BlockTermsEnum(field, null));
    }
  }

  public void testTermsBehindOneThatWasSought() throws IOException {
    for (List<BytesRef> terms : shapes()) {
      int place = random().nextInt(terms.size());
      check(
          terms,
          terms.subList(place + 1, terms.size()),
          field -> {
            BlockTermsEnum termsEnum = new BlockTermsEnum(field, null);
            assertTrue(termsEnum.seekExact(terms.get(place)));
            return termsEnum;
          });
    }
  }

  /** Runs of lengths and lists that differ, so that no entry is that of another term. */
  public void testEntries() throws IOException {
    for (List<BytesRef> terms : shapes()) {
      List<Long> entries = differentEntries(terms.size());
      check(
          terms,
          entries,
          (field, last) -> {
            BlockTermsEnum termsEnum = new BlockTermsEnum(field, null);
            reads.begin(last);
            checkEntries(entries, termsEnum);
          });
    }
  }

  private static List<Long> differentEntries(int count) {
    List<Long> entries = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      entries.add(
          i % 7 == 3 ? TermEntry.ofPointer(i) : TermEntry.ofRun(random().nextInt(1000), 1 + i));
    }
    return entries;
  }

  /** Where a seek fails that leaves terms which are ready, the next term has its own entry. */
  public void testEntriesBehindFailedSeeks() throws IOException {
    for (List<BytesRef> terms : shapes()) {
      List<Long> entries = differentEntries(terms.size());
      int place = random().nextInt(terms.size() / 2);
      int target = random().nextInt(terms.size());
      boolean byOrdinal = random().nextBoolean();
      check(
          terms,
          entries,
          (field, last) -> {
            BlockTermsEnum termsEnum = new BlockTermsEnum(field, null);
            assertTrue(termsEnum.seekExact(terms.get(place)));
            for (int i = 0; i < 20; i++) {
              termsEnum.next();
            }
            reads.begin(last);
            checkEntryBehind(terms, entries, termsEnum, target, byOrdinal);
          });
    }
  }

  private static void checkEntryBehind(
      List<BytesRef> terms,
      List<Long> entries,
      BlockTermsEnum termsEnum,
      int target,
      boolean byOrdinal) {
    try {
      if (byOrdinal) {
        termsEnum.seekExact(target);
      } else {
        termsEnum.seekCeil(terms.get(target));
      }
    } catch (IOException e) {
      try {
        BytesRef next = termsEnum.next();
        if (next != null) {
          int found = Collections.binarySearch(terms, next);
          assertEquals("entry of term " + found, (long) entries.get(found), termsEnum.entry());
        }
      } catch (IOException again) {
        throw new AssertionError("one read fails only", again);
      }
    }
  }

  private interface OpenedRange {
    EntryRange open(FieldBlocks field) throws IOException;
  }

  /** Lets each read fail in turn, and asks on for entries. */
  private void checkRange(
      List<BytesRef> terms, List<Long> entries, List<Long> expected, OpenedRange opened)
      throws IOException {
    check(
        terms,
        entries,
        (field, last) -> {
          EntryRange range = opened.open(field);
          reads.begin(last);
          checkRange(expected, range);
        });
  }

  private static void checkRange(List<Long> expected, EntryRange range) {
    long[] room = new long[EntryRange.LEAST_ROOM + 10];
    int failures = 0;
    int count = 0;
    while (failures < 3) {
      try {
        int more = range.next(room);
        for (int i = 0; i < more; i++) {
          assertEquals("entry " + count, (long) expected.get(count++), room[i]);
        }
        if (more == 0) {
          assertEquals(expected.size(), count);
          return;
        }
      } catch (IOException e) {
        failures++;
      }
    }
  }

  public void testRanges() throws IOException {
    for (List<BytesRef> terms : shapes()) {
      List<Long> entries = differentEntries(terms.size());
      int from = random().nextInt(terms.size() / 4);
      int to = terms.size() - 1 - random().nextInt(terms.size() / 4);
      checkRange(
          terms,
          entries,
          entries.subList(from, to),
          field ->
              new BlockEntryRange(new BlockTermsEnum(field, null), terms.get(from), terms.get(to)));
    }
  }

  public void testEntriesOfAnAutomaton() throws IOException {
    for (List<BytesRef> terms : shapes()) {
      List<Long> entries = differentEntries(terms.size());
      CompiledAutomaton compiled = new CompiledAutomaton(new RegExp(".*[123ab].*").toAutomaton());
      List<Long> expected = new ArrayList<>();
      for (int i = 0; i < terms.size(); i++) {
        if (terms.get(i).utf8ToString().matches(".*[123ab].*")) {
          expected.add(entries.get(i));
        }
      }
      checkRange(
          terms,
          entries,
          expected,
          field ->
              new AcceptedEntryRange(new BlockTermsEnum(field, null), compiled, null, () -> {}));
    }
  }

  public void testTermsOfAnAutomaton() throws IOException {
    for (List<BytesRef> terms : shapes()) {
      Automaton automaton = new RegExp(".*[123ab].*").toAutomaton();
      CompiledAutomaton compiled = new CompiledAutomaton(automaton);
      List<BytesRef> expected = new ArrayList<>(terms);
      expected.removeIf(term -> term.utf8ToString().matches(".*[123ab].*") == false);
      check(
          terms,
          expected,
          field -> new AcceptedTermsEnum(new BlockTermsEnum(field, null), compiled, null));
    }
  }
}
