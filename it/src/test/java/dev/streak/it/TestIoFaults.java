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
import dev.streak.it.FaultyDirectory.Kind;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.IOUtils;

/**
 * One short life of an index, repeated with the first operation failing, with the second, and so on
 * to the last: for each kind of operation, once and for good.
 */
@LuceneTestCase.SuppressSysoutChecks(bugUrl = "prints its totals")
@TimeoutSuite(millis = 4 * 3_600_000)
public class TestIoFaults extends LuceneTestCase {

  private static final int DOCUMENTS = 60;

  /**
   * Lucene 10.5.1 itself leaves an input open where these meet a fault: a sorted index's temporary
   * files are not closed when rewriting them fails, and of the files of the vectors one is not when
   * closing another fails.
   */
  private static final Set<String> LUCENES_LEAKS =
      Set.of(
          "org.apache.lucene.index.SortingStoredFieldsConsumer",
          "org.apache.lucene.index.SortingTermVectorsConsumer",
          "org.apache.lucene.codecs.lucene99.Lucene99FlatVectorsReader",
          "org.apache.lucene.codecs.lucene99.Lucene99HnswVectorsReader");

  /** Faults per kind of operation; all of them where there are fewer. */
  private static final int FAULTS = Integer.getInteger("tests.faults", TEST_NIGHTLY ? 2000 : 40);

  /** How much happens in a life: operations before each commit, and documents of a segment. */
  private record Course(int commits, int operations, int maxBufferedDocs) {
    static final Course USUAL = new Course(3, 40, 25);

    /** Short enough that each of its reads can fail once, of which there are most. */
    static final Course SHORT = new Course(1, 4, 2);
  }

  /** What a life leaves for its judges. */
  private static final class Life {
    long acknowledged = -1;
    Throwable reported;
    long answer;
  }

  private Course course = Course.USUAL;
  private int lucenesLeaks;
  private long scenarioSeed;
  private long historySeed;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    scenarioSeed = random().nextLong();
    historySeed = random().nextLong();
  }

  public void testCreate() throws Exception {
    failEach(Kind.CREATE);
  }

  public void testWrite() throws Exception {
    failEach(Kind.WRITE);
  }

  public void testCloseOutput() throws Exception {
    failEach(Kind.CLOSE_OUTPUT);
  }

  public void testSync() throws Exception {
    failEach(Kind.SYNC);
  }

  public void testRename() throws Exception {
    failEach(Kind.RENAME);
  }

  public void testDelete() throws Exception {
    failEach(Kind.DELETE);
  }

  public void testOpen() throws Exception {
    failEach(Kind.OPEN);
  }

  /** A sample: to fail all reads of this life takes a day, and of a short one half an hour. */
  public void testRead() throws Exception {
    failEach(Kind.READ, Math.max(40, FAULTS / 10));
  }

  public void testReadInAShortLife() throws Exception {
    course = Course.SHORT;
    failEach(Kind.READ);
  }

  public void testCloseInput() throws Exception {
    failEach(Kind.CLOSE_INPUT);
  }

  private void failEach(Kind kind) throws Exception {
    failEach(kind, FAULTS);
  }

  private void failEach(Kind kind, int faults) throws Exception {
    Life healthy = new Life();
    long operations;
    try (FaultyDirectory directory = new FaultyDirectory(new ByteBuffersDirectory())) {
      live(directory, healthy);
      assertNull("nothing was to fail", healthy.reported);
      operations = directory.count(kind);
    }
    // All of them when there is time; otherwise an even sample that starts anywhere.
    long stride = Math.max(1, operations / faults);
    int failed = 0;
    for (long nth = stride == 1 ? 0 : random().nextLong(stride); nth < operations; nth += stride) {
      for (boolean lasting : new boolean[] {false, true}) {
        if (TEST_NIGHTLY || random().nextBoolean()) {
          fail(kind, nth, lasting, healthy.answer);
          failed++;
        }
      }
    }
    Totals.print(
        "i/o faults: %d failures over %d %s operations, none lost a commit or leaked (Lucene: %d)",
        failed, operations, kind, lucenesLeaks);
  }

  private void fail(Kind kind, long nth, boolean lasting, long healthyAnswer) throws Exception {
    String what = kind + " #" + nth + (lasting ? " and all later" : "");
    try (Directory disk = new ByteBuffersDirectory()) {
      FaultyDirectory directory = new FaultyDirectory(disk);
      directory.failAt(kind, nth, lasting);
      Life life = new Life();
      live(directory, life);
      assertTrue(what + " was not reached", directory.failures() > 0);
      if (life.reported == null) {
        assertEquals(what + " went unreported and changed the answer", healthyAnswer, life.answer);
      } else if (!comesFromInjection(life.reported)) {
        throw new AssertionError(what + " was reported as something else", life.reported);
      }
      OffHeap.assertNothingHeld();
      for (Exception leak : directory.stillOpen()) {
        if (!isLucenesOwn(leak)) {
          throw new AssertionError("leak after " + what, leak);
        }
        lucenesLeaks++;
      }
      if (DirectoryReader.indexExists(disk)) {
        ExpectedState history = new ExpectedState(historySeed, DOCUMENTS);
        IndexJudge.lastCommitIsWhole(disk, history, life.acknowledged);
        if (random().nextInt(8) == 0) {
          IndexJudge.checkIndexIsClean(disk);
        }
        IndexJudge.nextWriterCleansUp(disk, random());
      } else {
        assertEquals(what, -1, life.acknowledged);
      }
    }
  }

  /** Indexes, deletes, refreshes, commits and merges; then reads everything. */
  private void live(FaultyDirectory directory, Life life) throws IOException {
    ExpectedState history = new ExpectedState(historySeed, DOCUMENTS);
    Random random = new Random(scenarioSeed);
    IndexWriterConfig config = RandomSettings.writer(random, historySeed);
    config.setMergeScheduler(new SerialMergeScheduler());
    config.setMaxBufferedDocs(course.maxBufferedDocs());
    IndexWriter writer = null;
    DirectoryReader reader = null;
    try {
      writer = new IndexWriter(directory, config);
      for (int commit = 0; commit < course.commits(); commit++) {
        history.advance(history.operations() + course.operations(), writer);
        if (commit == course.commits() / 2) {
          reader = DirectoryReader.open(writer);
          IndexDigest.of(reader);
        }
        writer.setLiveCommitData(
            Map.of(CrashingWriter.OPERATIONS, Long.toString(history.operations())).entrySet());
        writer.commit();
        life.acknowledged = history.operations();
      }
      writer.forceMerge(1);
      writer.close();
      life.acknowledged = history.operations();
      writer = null;
      IOUtils.close(reader);
      reader = DirectoryReader.open(directory);
      life.answer = IndexDigest.afterIntegrityCheck(reader);
    } catch (IOException | RuntimeException failure) {
      life.reported = failure;
    } finally {
      giveUp(writer, reader, life);
    }
  }

  private static void giveUp(IndexWriter writer, DirectoryReader reader, Life life) {
    try {
      IOUtils.close(reader);
    } catch (IOException failure) {
      life.reported = IOUtils.useOrSuppress(life.reported, failure);
    }
    try {
      if (writer != null) {
        writer.rollback();
      }
    } catch (IOException | RuntimeException failure) {
      life.reported = IOUtils.useOrSuppress(life.reported, failure);
    }
  }

  private static boolean isLucenesOwn(Exception leak) {
    return Arrays.stream(leak.getStackTrace())
        .anyMatch(frame -> LUCENES_LEAKS.contains(frame.getClassName()));
  }

  private static boolean comesFromInjection(Throwable failure) {
    for (Throwable each = failure; each != null; each = each.getCause()) {
      if (each instanceof FaultyDirectory.InjectedException) {
        return true;
      }
      for (Throwable suppressed : each.getSuppressed()) {
        if (comesFromInjection(suppressed)) {
          return true;
        }
      }
    }
    return false;
  }
}
