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

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import dev.streak.checks.AnswerChecks;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.index.CheckIndex;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;

/** What must be true of an index after whatever has happened to its writer. */
final class IndexJudge {

  private IndexJudge() {}

  /**
   * The last commit is at least the last acknowledged one, and holds exactly what the history says.
   */
  static long lastCommitIsWhole(Directory directory, ExpectedState history, long acknowledged)
      throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      long operations =
          CrashingWriter.committedOperations(reader.getIndexCommit().getUserData().entrySet());
      assertTrue(
          "commit " + operations + " is older than acknowledged " + acknowledged,
          operations >= acknowledged);
      history.advance(operations, null);
      assertEquals(operations, history.operations());
      assertNull(history.difference(reader), history.difference(reader));
      return operations;
    }
  }

  /** Nor has any answer so far been wrong that was checked, which in these tests is all of them. */
  static void checkIndexIsClean(Directory directory) throws IOException {
    assertEquals(AnswerChecks.counts().toString(), 0, AnswerChecks.counts().mismatches());
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    try (CheckIndex checker = new CheckIndex(directory)) {
      checker.setLevel(
          LuceneTestCase.TEST_NIGHTLY
              ? CheckIndex.Level.MIN_LEVEL_FOR_SLOW_CHECKS
              : CheckIndex.Level.MIN_LEVEL_FOR_INTEGRITY_CHECKS);
      checker.setThreadCount(1);
      checker.setInfoStream(new PrintStream(log, true, StandardCharsets.UTF_8), false);
      CheckIndex.Status status = checker.checkIndex();
      assertTrue(log.toString(StandardCharsets.UTF_8), status.clean);
    }
  }

  /** A writer that opens and closes leaves nothing but the files of the last commit. */
  static void nextWriterCleansUp(Directory directory, Random random) throws IOException {
    new IndexWriter(directory, RandomSettings.writer(random)).rollback();
    noOrphans(directory);
  }

  static void noOrphans(Directory directory) throws IOException {
    Set<String> expected = new TreeSet<>(SegmentInfos.readLatestCommit(directory).files(true));
    Set<String> found = new TreeSet<>(Arrays.asList(directory.listAll()));
    found.remove(IndexWriter.WRITE_LOCK_NAME);
    assertEquals(expected, found);
  }
}
