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
import dev.streak.it.PartReading.Part;
import java.io.IOException;
import java.util.List;
import java.util.Map;
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
    mutate("lists", Part.POSTINGS, List.of("skp"));
  }

  public void testDictionaryBlocks() throws IOException {
    mutate("dictionary blocks", Part.POSTINGS, List.of("skd", "ski"));
  }

  public void testMetaData() throws IOException {
    mutate("meta data of postings", Part.POSTINGS, List.of("skm"));
  }

  public void testTables() throws IOException {
    mutate("tables", Part.POSTINGS, List.of("skh"));
  }

  public void testPrefixSets() throws IOException {
    mutate("prefix sets", Part.POSTINGS, List.of("skx"));
  }

  public void testBlockChecksums() throws IOException {
    mutate("checksums of cached blocks", Part.POSTINGS, List.of("skdk", "skik"));
  }

  public void testStoredFields() throws IOException {
    mutate("stored fields", Part.STORED_FIELDS, List.of("zsd", "zsi", "zsm"));
  }

  /** The other two files are Lucene's throughout. */
  public void testTermVectors() throws IOException {
    mutate("term vectors", Part.TERM_VECTORS, List.of("tvd"));
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
    for (List<String> of : List.of(List.of("skd"), List.of("skh"), List.of("skx"))) {
      Mutations segment = new Mutations(random(), Part.POSTINGS, of, Mutations.noOutcomes());
      assertTrue(of + ": " + segment.names(), segment.innerChecksums() > 0);
    }
  }

  private static void mutate(String reader, Part part, List<String> extensions) throws IOException {
    Map<Outcome, Long> outcomes = Mutations.noOutcomes();
    Mutations segment = null;
    long begin = System.nanoTime();
    for (long input = 0; input < INPUTS; input++) {
      if (input % INPUTS_OF_A_SEGMENT == 0) {
        segment = new Mutations(random(), part, extensions, outcomes);
      }
      segment.trial();
    }
    long rate = INPUTS * 1_000_000_000L / (System.nanoTime() - begin);
    assertTrue(reader + ": " + outcomes, outcomes.containsKey(Outcome.DETECTED));
    Totals.print("mutations: %s, %d a second, %s", reader, rate, outcomes);
  }
}
