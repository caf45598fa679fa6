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
package dev.streak.it;

import com.carrotsearch.randomizedtesting.annotations.TimeoutSuite;
import dev.streak.checks.AnswerChecks;
import dev.streak.it.CorruptionTrial.Outcome;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.zip.CRC32C;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BitUtil;

/**
 * Changed bytes with all checksums made right, those inside the files as well, read by one reader
 * after the other in this process. {@code -Dtests.mutations=10000000} tries more.
 */
@LuceneTestCase.SuppressSysoutChecks(bugUrl = "prints its totals")
@TimeoutSuite(millis = 24 * 3_600_000)
public class TestMutations extends LuceneTestCase {

  private static final long INPUTS = Long.getLong("tests.mutations", TEST_NIGHTLY ? 100_000 : 1500);

  /** The reader that alone is tried; all if it is empty. */
  private static final String ONLY = System.getProperty("tests.mutations.reader", "");

  private static final Set<ReaderUnderTest> CHECKED_INSIDE =
      EnumSet.of(
          ReaderUnderTest.BLOCKS,
          ReaderUnderTest.TABLES,
          ReaderUnderTest.SETS,
          ReaderUnderTest.STORED,
          ReaderUnderTest.VECTORS);

  /** Then another segment, with other settings, takes its place. */
  private static final int INPUTS_OF_A_SEGMENT = 5000;

  private int checked;

  /** What is damaged answers wrongly, and other tests of this process ask how often that was. */
  @Override
  public void setUp() throws Exception {
    super.setUp();
    checked = AnswerChecks.oneIn();
    AnswerChecks.setOneIn(0);
  }

  @Override
  public void tearDown() throws Exception {
    AnswerChecks.setOneIn(checked);
    super.tearDown();
  }

  public void testLists() throws IOException {
    mutate(ReaderUnderTest.LISTS);
  }

  public void testDictionaryBlocks() throws IOException {
    mutate(ReaderUnderTest.BLOCKS);
  }

  public void testIndexOfBlocks() throws IOException {
    mutate(ReaderUnderTest.INDEX);
  }

  public void testMetaData() throws IOException {
    mutate(ReaderUnderTest.META);
  }

  public void testBundle() throws IOException {
    mutate(ReaderUnderTest.BUNDLE);
  }

  public void testTables() throws IOException {
    mutate(ReaderUnderTest.TABLES);
  }

  public void testPrefixSets() throws IOException {
    mutate(ReaderUnderTest.SETS);
  }

  public void testBlockChecksums() throws IOException {
    mutate(ReaderUnderTest.CHECKSUMS);
  }

  public void testBlockChecksumsOfTexts() throws IOException {
    mutate(ReaderUnderTest.TEXTS);
  }

  public void testStoredFields() throws IOException {
    mutate(ReaderUnderTest.STORED);
  }

  public void testStoredFieldsBundle() throws IOException {
    mutate(ReaderUnderTest.STORED_BUNDLE);
  }

  public void testTermVectors() throws IOException {
    mutate(ReaderUnderTest.VECTORS);
  }

  /** Else damage would seldom get past the checksums of blocks, tables and regions. */
  public void testInnerChecksumsAreFound() throws IOException {
    byte[] bytes = new byte[200];
    random().nextBytes(bytes);
    CRC32C crc = new CRC32C();
    crc.update(bytes, 30, 70);
    BitUtil.VH_LE_INT.set(bytes, 100, (int) crc.getValue());
    InnerChecksums checksums = new InnerChecksums(bytes);
    assertEquals(1, checksums.size());
    bytes[55]++;
    crc.reset();
    crc.update(bytes, 30, 70);
    checksums.fix(bytes);
    assertEquals((int) crc.getValue(), (int) BitUtil.VH_LE_INT.get(bytes, 100));
    for (ReaderUnderTest reader : CHECKED_INSIDE) {
      try (Mutations segment = new Mutations(random(), reader, new MutationOutcomes())) {
        assertTrue(reader + ": " + segment.names(), segment.innerChecksums() > 0);
      }
    }
  }

  /** What the writer wrote is right, so that a change of one block changes one checksum. */
  public void testChecksumsOfBlocksAreFound() throws IOException {
    for (ReaderUnderTest reader : List.of(ReaderUnderTest.BLOCKS, ReaderUnderTest.INDEX)) {
      try (Mutations segment = new Mutations(random(), reader, new MutationOutcomes())) {
        assertTrue(reader + ": " + segment.names(), segment.companionsAreRight());
      }
    }
  }

  private static void mutate(ReaderUnderTest reader) throws IOException {
    assumeTrue("only " + ONLY, ONLY.isEmpty() || ONLY.equals(reader.toString()));
    MutationOutcomes outcomes = new MutationOutcomes();
    long begin = System.nanoTime();
    for (long left = INPUTS; left > 0; left -= INPUTS_OF_A_SEGMENT) {
      try (Mutations segment = new Mutations(random(), reader, outcomes)) {
        for (long input = Math.min(left, INPUTS_OF_A_SEGMENT); input > 0; input--) {
          segment.trial();
        }
      }
    }
    long rate = INPUTS * 1_000_000_000L / (System.nanoTime() - begin);
    assertTrue(reader + ": " + outcomes, outcomes.counts().containsKey(Outcome.DETECTED));
    Totals.print("mutations: %s, %d a second, %s", reader, rate, outcomes);
  }
}
