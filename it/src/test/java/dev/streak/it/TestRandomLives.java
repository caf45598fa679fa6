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

import java.util.Random;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;

/**
 * Indexes that live with settings drawn anew each time a writer opens them: after each commit the
 * index holds what it must, at the end it is clean by CheckIndex and all ways to ask agree. {@code
 * -Dtests.lives=10000} makes a night of it.
 */
@LuceneTestCase.SuppressSysoutChecks(bugUrl = "prints its totals")
public class TestRandomLives extends LuceneTestCase {

  private static final int LIVES = Integer.getInteger("tests.lives", TEST_NIGHTLY ? 500 : 4);

  public void testLives() throws Exception {
    long operations = 0;
    int commits = 0;
    for (int life = 0; life < LIVES; life++) {
      long seed = random().nextLong();
      Random random = new Random(seed);
      ExpectedState history = new ExpectedState(seed, 1 + random.nextInt(800));
      int target = 1 + random.nextInt(2000);
      try (Directory directory = newDirectory(random)) {
        while (history.operations() < target) {
          try (IndexWriter writer =
              new IndexWriter(directory, RandomSettings.writer(random, seed))) {
            for (int commit = random.nextInt(6); commit >= 0; commit--) {
              history.advance(history.operations() + 1 + random.nextInt(200), writer);
              if (random.nextInt(8) == 0) {
                writer.forceMerge(1);
              }
              writer.commit();
              commits++;
              check(directory, history, seed);
            }
          }
        }
        IndexJudge.checkIndexIsClean(directory);
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
          IndexDigest.of(reader);
        }
        operations += history.operations();
      } catch (Exception | AssertionError failure) {
        throw new AssertionError("life " + life + " of seed " + seed, failure);
      }
    }
    Totals.print(
        "lives: %d indexes, %d operations, %d commits checked", LIVES, operations, commits);
  }

  private static void check(Directory directory, ExpectedState history, long seed)
      throws Exception {
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      assertNull("seed " + seed, history.difference(reader));
    }
  }
}
