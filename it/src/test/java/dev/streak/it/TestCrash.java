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
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.tests.index.SuppressingConcurrentMergeScheduler;
import org.apache.lucene.tests.store.MockDirectoryWrapper;
import org.apache.lucene.tests.util.LuceneTestCase;

/**
 * Writers that die: killed from outside at any moment, and on a machine that loses what was not
 * synced. {@code -Dtests.crash.seconds=3600} makes the killing last longer.
 */
@LuceneTestCase.SuppressSysoutChecks(bugUrl = "prints its totals")
@TimeoutSuite(millis = 4 * 3_600_000)
// Files that the framework adds to temporary directories would count as orphans.
@LuceneTestCase.SuppressFileSystems("ExtrasFS")
public class TestCrash extends LuceneTestCase {

  private static final int DOCUMENTS = 3000;

  public void testKilledWriterLosesNothingAcknowledged() throws Exception {
    long seconds = Long.getLong("tests.crash.seconds", TEST_NIGHTLY ? 600 : 20);
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    int kills = 0;
    int indexes = 0;
    long acknowledgedCommits = 0;
    long operations = 0;
    while (System.nanoTime() < deadline || kills < 3) {
      indexes++;
      Path folder = createTempDir("crash");
      long seed = random().nextLong();
      ExpectedState history = new ExpectedState(seed, DOCUMENTS);
      long acknowledged = -1;
      int lives = 3 + random().nextInt(20);
      for (int life = 0; life < lives && (System.nanoTime() < deadline || kills < 3); life++) {
        KilledRun run = runAndKill(folder, seed);
        kills++;
        acknowledgedCommits += run.acknowledgedCommits;
        acknowledged = Math.max(acknowledged, run.lastAcknowledged);
        long committed = judge(folder, history, acknowledged);
        acknowledged = Math.max(acknowledged, committed);
      }
      operations += Math.max(0, acknowledged);
    }
    Totals.print(
        "crash: %d kills survived on %d indexes, %d acknowledged commits, %d operations kept",
        kills, indexes, acknowledgedCommits, operations);
  }

  private static final class KilledRun {
    long lastAcknowledged = -1;
    int acknowledgedCommits;

    void take(List<String> lines) {
      for (String line : lines) {
        if (line.startsWith("acknowledged ")) {
          lastAcknowledged = Long.parseLong(line.substring("acknowledged ".length()));
          acknowledgedCommits++;
        } else if (line.startsWith("Exception in ")) {
          throw new AssertionError("the writer failed by itself:\n" + String.join("\n", lines));
        }
      }
    }
  }

  private static KilledRun runAndKill(Path folder, long seed) throws Exception {
    KilledRun run = new KilledRun();
    try (ChildJvm child =
        ChildJvm.ofTests(
            List.of("-Xmx256m", "-Djava.util.logging.config.file=/dev/null"),
            CrashingWriter.class,
            folder.toString(),
            Long.toString(seed),
            Integer.toString(DOCUMENTS),
            Long.toString(random().nextLong()))) {
      // Mostly some commits after the writer has opened, sometimes while it is opening.
      if (random().nextInt(8) > 0) {
        for (int heard = random().nextInt(8); heard >= 0; heard--) {
          String line = child.nextLine(60, TimeUnit.SECONDS);
          assertNotNull("the writer said nothing for a minute", line);
          run.take(List.of(line));
        }
      }
      Thread.sleep(random().nextInt(400));
      child.kill();
      run.take(child.drain());
    }
    return run;
  }

  private static long judge(Path folder, ExpectedState history, long acknowledged)
      throws Exception {
    try (Directory directory = FSDirectory.open(folder)) {
      if (!DirectoryReader.indexExists(directory)) {
        assertEquals("an acknowledged commit is gone", -1, acknowledged);
        return -1;
      }
      long operations = IndexJudge.lastCommitIsWhole(directory, history, acknowledged);
      IndexJudge.checkIndexIsClean(directory);
      IndexJudge.nextWriterCleansUp(directory, random());
      return operations;
    }
  }

  /** The machine stops; files and renames that were not synced are damaged or gone. */
  public void testLossOfUnsyncedFiles() throws Exception {
    int crashes = 0;
    long operations = 0;
    int rounds = TEST_NIGHTLY ? 400 : 12;
    while (crashes < rounds) {
      try (MockDirectoryWrapper directory = newMockDirectory()) {
        directory.setThrottling(MockDirectoryWrapper.Throttling.NEVER);
        ExpectedState history = new ExpectedState(random().nextLong(), 400);
        long acknowledged = -1;
        for (int life = 0; life < 5 && crashes < rounds; life++) {
          acknowledged = writeUntilCrash(directory, history, acknowledged);
          crashes++;
          if (acknowledged >= 0) {
            ExpectedState replay = history.fromStart();
            acknowledged = IndexJudge.lastCommitIsWhole(directory, replay, acknowledged);
            IndexJudge.checkIndexIsClean(directory);
            IndexJudge.nextWriterCleansUp(directory, random());
            history = replay;
          } else {
            history = history.fromStart();
          }
        }
        operations += history.operations();
        directory.setCheckIndexOnClose(DirectoryReader.indexExists(directory));
      }
    }
    Totals.print("unsynced loss: %d crashes survived, %d operations kept", crashes, operations);
  }

  private static long writeUntilCrash(
      MockDirectoryWrapper directory, ExpectedState history, long acknowledged) throws Exception {
    Random random = random();
    IndexWriterConfig config = RandomSettings.writer(random, history.seed());
    config.setMergeScheduler(new MergesThatMayMeetTheCrash());
    IndexWriter writer = new IndexWriter(directory, config);
    long last = acknowledged;
    try {
      for (int step = random.nextInt(12); step >= 0; step--) {
        history.advance(history.operations() + 1 + random.nextInt(60), writer);
        switch (random.nextInt(5)) {
          case 0 -> writer.forceMerge(1);
          case 1 -> writer.flush();
          default -> last = commit(writer, history);
        }
      }
      directory.crash();
    } finally {
      abandon(writer, directory);
    }
    return last;
  }

  private static long commit(IndexWriter writer, ExpectedState history) throws Exception {
    writer.setLiveCommitData(
        Map.of(CrashingWriter.OPERATIONS, Long.toString(history.operations())).entrySet());
    writer.commit();
    return history.operations();
  }

  private static final class MergesThatMayMeetTheCrash extends SuppressingConcurrentMergeScheduler {
    @Override
    protected boolean isOK(Throwable failure) {
      return failure instanceof IOException
          || failure instanceof AlreadyClosedException
          || String.valueOf(failure.getMessage()).startsWith("Abusing ")
          || (failure.getCause() != null && isOK(failure.getCause()));
    }
  }

  /** The writer's process is gone; nothing it still does reaches the disk. */
  private static void abandon(IndexWriter writer, MockDirectoryWrapper directory) throws Exception {
    try {
      writer.rollback();
    } catch (IOException expectedAfterCrash) {
      // The directory refuses writes after a crash.
    }
    directory.clearCrash();
  }
}
