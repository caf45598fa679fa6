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

import dev.streak.coldreads.PrefetchRecorder;
import dev.streak.coldreads.ReadClock;
import dev.streak.coldreads.ReadsAhead;
import dev.streak.field.OrdinalTerms;
import dev.streak.field.TermEntry;
import dev.streak.termblock.TermBlockLayout;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOBooleanSupplier;

/** Blocks of terms on slow storage are announced before they are read. */
public class TestAnnouncedBlocks extends LuceneTestCase {

  private static final int TERMS = 5_000;

  private final List<PrefetchRecorder.Range> announced = new ArrayList<>();
  private BytesRef[] terms;
  private long[] expected;
  private long[] starts;
  private long positionsStart;
  private long positionsEnd;

  /** Looks all terms up; each look at the clock finds that so many nanoseconds have passed. */
  private void look(long nanos) throws IOException {
    look(nanos, 1);
  }

  /** The same some times, through one reader. */
  private void look(long nanos, int times) throws IOException {
    check(
        field -> {
          OrdinalTerms reader = new OrdinalReader(field, clock(nanos));
          for (int time = 0; time < times; time++) {
            long[] found = new long[TERMS + 2];
            Arrays.setAll(found, i -> i < TERMS ? i : i == TERMS ? -1 : TERMS + 9);
            reader.entriesIfEqual(Arrays.copyOf(terms, TERMS + 2), 0, TERMS + 2, found);
            assertArrayEquals(expected, Arrays.copyOf(found, TERMS));
            assertEquals(-1, found[TERMS]);
            assertEquals(OrdinalTerms.DIFFERENT, found[TERMS + 1]);
          }
        });
  }

  /** Seeks all terms by order. */
  private void seek(long nanos) throws IOException {
    check(
        field -> {
          ReadsAhead ahead = new ReadsAhead(clock(nanos));
          SoughtBlocks blocks = new SoughtBlocks(field, i -> terms[i]);
          for (int start = 0; start < TERMS; ) {
            start = ahead.next(start, TERMS, blocks);
          }
        });
  }

  private static ReadClock clock(long nanos) {
    AtomicLong looks = new AtomicLong();
    return new ReadClock(() -> looks.incrementAndGet() * nanos);
  }

  /** Does something with the field, while it is noted what is announced. */
  private void check(WrittenBlocks.Check what) throws IOException {
    WrittenBlocks.check(
        List.of(terms),
        Arrays.stream(expected).boxed().toList(),
        TERMS,
        TERMS,
        blocks -> new PrefetchRecorder(blocks, announced),
        field -> {
          starts = new long[field.terms().blocks() + 1];
          for (int block = 0; block < starts.length; block++) {
            starts[block] = field.terms().starts().position(field.terms().bytes(), block);
          }
          positionsStart = field.terms().starts().packedAt();
          positionsEnd = field.terms().starts().end();
          what.check(field);
        });
  }

  private boolean isAnnounced(int block) {
    return announced.stream().anyMatch(part -> part.covers(starts[block], starts[block + 1]));
  }

  @Override
  public void setUp() throws Exception {
    super.setUp();
    terms = new BytesRef[TERMS];
    expected = new long[TERMS];
    for (int i = 0; i < TERMS; i++) {
      terms[i] = new BytesRef("term" + (100_000 + 7 * i));
      expected[i] = TermEntry.ofRun(i, 1);
    }
  }

  public void testAllBlocksAreAnnouncedWhereReadsWait() throws IOException {
    look(1_000_000_000);
    for (int block = 0; block + 1 < starts.length; block++) {
      assertTrue("block " + block, isAnnounced(block));
    }
  }

  public void testNothingButWhatIsReadFirstIsAnnouncedWhereNothingWaits() throws IOException {
    look(100);
    assertEquals(2, announced.size());
    assertTrue(announced.toString(), announced.get(0).covers(positionsStart, positionsEnd));
    assertTrue(announced.toString(), announced.get(1).covers(starts[0], starts[1]));
  }

  public void testNothingIsAnnouncedWhereNothingWaitedMomentsAgo() throws IOException {
    look(100, 3);
    assertEquals(2, announced.size());
  }

  public void testAnnouncedAgainWhereReadsWaited() throws IOException {
    look(1_000_000_000);
    int once = announced.size();
    announced.clear();
    look(1_000_000_000, 2);
    // All but the first block and the positions, which are announced by themselves.
    assertTrue(announced.size() + " " + once, announced.size() >= 2 * once - 2 && once > 3);
  }

  public void testPositionsOfBlocksAreAnnouncedBeforeTheFirstBlock() throws IOException {
    look(1_000_000_000);
    assertTrue(announced.toString(), announced.get(0).covers(positionsStart, positionsEnd));
    assertTrue(announced.toString(), announced.get(1).covers(starts[0], starts[1]));
  }

  public void testAllBlocksThatAreSoughtAreAnnouncedWhereReadsWait() throws IOException {
    seek(1_000_000_000);
    for (int block = 0; block + 1 < starts.length; block++) {
      assertTrue("block " + block, isAnnounced(block));
    }
    assertTrue(announced.toString(), announced.get(0).covers(positionsStart, positionsEnd));
  }

  public void testTheFirstBlockThatIsSoughtIsAnnouncedWhereNothingWaits() throws IOException {
    seek(100);
    assertEquals(2, announced.size());
    assertTrue(announced.toString(), announced.get(0).covers(positionsStart, positionsEnd));
    assertTrue(announced.toString(), isAnnounced(0));
  }

  public void testABlockThatIsSoughtByItselfIsAnnouncedOnce() throws IOException {
    check(
        field -> {
          int last = terms.length - 1;
          for (int times = 0; times < 3; times++) {
            assertTrue(new BlockTermsEnum(field, null).seekExact(terms[last]));
          }
          assertEquals(2, announced.size());
          assertTrue(announced.toString(), announced.get(0).covers(positionsStart, positionsEnd));
          assertTrue(announced.toString(), isAnnounced(starts.length - 2));
        });
  }

  public void testABlockIsAnnouncedBeforeItIsSought() throws IOException {
    check(
        field -> {
          IOBooleanSupplier later =
              new BlockTermsEnum(field, null).prepareSeekExact(terms[TERMS / 2]);
          int block = TERMS / 2 >>> TermBlockLayout.TERMS_LOG2;
          assertTrue(announced.toString(), isAnnounced(block));
          assertTrue(later.get());
        });
  }

  public void testABlockIsAnnouncedToWhoReadsOneTermByItsOrdinal() throws IOException {
    check(
        field -> {
          OrdinalTerms reader = new OrdinalReader(field);
          assertEquals(expected[TERMS - 1], reader.entryIfEqual(TERMS - 1, terms[TERMS - 1]));
          assertEquals(2, announced.size());
          assertTrue(announced.toString(), isAnnounced(starts.length - 2));
        });
  }

  /** The system reads ahead, more than a block. */
  public void testBlocksThatAreReadOneAfterTheOtherAreNotAnnounced() throws IOException {
    check(
        field -> {
          BlockTermsEnum termsEnum = new BlockTermsEnum(field, null);
          for (BytesRef term : terms) {
            assertEquals(term, termsEnum.next());
          }
          assertEquals(List.of(), announced);
        });
    check(
        field -> {
          BlockTermsEnum termsEnum = new BlockTermsEnum(field, null);
          for (int i = 0; i < TERMS; i += 600) {
            assertTrue(termsEnum.seekExact(terms[i]));
          }
          // Positions, and the first block.
          assertEquals(2, announced.size());
        });
  }

  public void testABatchOfTheDictionary() throws IOException {
    check(
        field -> {
          DictionaryTerms dictionary = new DictionaryTerms(field, null, null);
          long[] found = new long[TERMS];
          dictionary.lookup(terms, 0, TERMS, found);
          assertArrayEquals(expected, found);
          assertTrue(announced.toString(), announced.get(0).covers(positionsStart, positionsEnd));
          assertTrue(announced.toString(), announced.get(1).covers(starts[0], starts[1]));
        });
  }

  public void testPositionsOfBlocksAreAnnouncedOnceToWhoSeeksSingleTerms() throws IOException {
    check(
        field -> {
          for (int i = TERMS - 1; i > 0; i -= 1_000) {
            assertTrue(new BlockTermsEnum(field, null).seekExact(terms[i]));
          }
          long times =
              announced.stream().filter(part -> part.covers(positionsStart, positionsEnd)).count();
          assertEquals(1, times);
        });
  }

  public void testBlocksInNoOrderAreAnnouncedTogether() throws IOException {
    check(
        field -> {
          BlockAnnouncer announcer = new BlockAnnouncer(field);
          for (int block : new int[] {3, 1, 2, 1}) {
            announcer.add(block);
          }
          announcer.announce();
          assertEquals(
              List.of(new PrefetchRecorder.Range(starts[1], starts[4] - starts[1])), announced);
        });
  }

  /** A damaged index may lead to them. */
  public void testBlocksThatAreNotThereAreNotAnnounced() throws IOException {
    check(
        field -> {
          BlockAnnouncer announcer = new BlockAnnouncer(field);
          for (int block : new int[] {-1, Integer.MIN_VALUE, field.terms().blocks(), 1 << 30}) {
            announcer.add(block);
          }
          announcer.announce();
          assertEquals(List.of(), announced);
        });
  }
}
