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
package dev.streak.compression;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;

/**
 * While a dictionary is trained nothing is lost by an interrupt, and nobody waits who does not want
 * it.
 */
public class TestTrainingHoldsUpNobody extends LuceneTestCase {
  private static final ZstdSettings SETTINGS = ZstdSettings.DEFAULT.withDictionaryBytes(1 << 14);
  private static final int LARGE = 6_500;
  private static final String TRAINING = "what training a dictionary takes";

  /** Stops whoever asks for something native of one kind, until it is opened. */
  private static final class Barrier implements AutoCloseable {
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch opened = new CountDownLatch(1);

    /** How often somebody asked, for anything, after it was opened. */
    private final AtomicInteger asked = new AtomicInteger();

    Barrier(String where) {
      NativeObjects.setGate(
          wanted -> {
            if (opened.getCount() == 0) {
              asked.incrementAndGet();
            }
            if (wanted.equals(where)) {
              reached.countDown();
              awaitForSure(opened);
            }
            return true;
          });
    }

    @Override
    public void close() {
      opened.countDown();
    }

    private static void awaitForSure(CountDownLatch latch) {
      boolean interrupted = false;
      while (true) {
        try {
          latch.await();
          break;
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void tearDown() throws Exception {
    NativeObjects.setGate(null);
    super.tearDown();
    HeldMemory.awaitNone();
  }

  private static IndexWriter writer(Directory directory) throws IOException {
    return ZstdTestCodec.unmergedWriter(directory, SETTINGS);
  }

  private static void add(IndexWriter writer, int count) throws IOException {
    Random random = new Random(random().nextLong());
    for (int id = 0; id < count; id++) {
      writer.addDocument(Documents.document(random, id));
    }
  }

  public void testInterruptedFlushKeepsItsDocuments() throws Exception {
    try (Directory directory = new ByteBuffersDirectory()) {
      try (IndexWriter writer = writer(directory);
          Barrier barrier = new Barrier(TRAINING)) {
        add(writer, LARGE);
        assertTrue(barrier.reached.await(60, TimeUnit.SECONDS));
        Thread.currentThread().interrupt();
        openLater(barrier);
        writer.commit();
        assertTrue("the flag is lost", Thread.interrupted());
        add(writer, 1);
      } finally {
        Thread.interrupted();
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        assertEquals(LARGE + 1, reader.numDocs());
      }
    }
  }

  public void testRollbackDoesNotWaitForTraining() throws Exception {
    rollbackWhile(TRAINING);
  }

  public void testRollbackDoesNotWaitForPreparedDictionary() throws Exception {
    rollbackWhile(NativeMemory.Kind.COMPRESSION_DICTIONARY.title());
  }

  /** What is thrown away needs no dictionary, and whoever makes it ends at the next step. */
  private static void rollbackWhile(String where) throws Exception {
    try (Directory directory = new ByteBuffersDirectory()) {
      IndexWriter writer = writer(directory);
      try (Barrier barrier = new Barrier(where)) {
        add(writer, LARGE);
        assertTrue(barrier.reached.await(60, TimeUnit.SECONDS));
        FutureTask<Void> rollback =
            new FutureTask<>(
                () -> {
                  writer.rollback();
                  return null;
                });
        new Thread(rollback, "rollback").start();
        rollback.get(60, TimeUnit.SECONDS);
        barrier.close();
        HeldMemory.awaitNone();
        assertEquals(0, barrier.asked.get());
      }
    }
  }

  private static void openLater(Barrier barrier) {
    Thread opener =
        new Thread(
            () -> {
              try {
                // Long enough that the flush waits already.
                Thread.sleep(200);
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              } finally {
                barrier.close();
              }
            });
    opener.start();
  }

  public void testReaderDoesNotWaitForTraining() throws Exception {
    openReaderWhile(TRAINING, true);
  }

  /** At high levels preparing a large dictionary takes longest. */
  public void testReaderDoesNotWaitForPreparedDictionary() throws Exception {
    openReaderWhile(NativeMemory.Kind.COMPRESSION_DICTIONARY.title(), false);
  }

  private static void openReaderWhile(String where, boolean drifts) throws Exception {
    try (Directory directory = new ByteBuffersDirectory()) {
      try (IndexWriter writer = writer(directory)) {
        add(writer, LARGE);
      }
      try (IndexWriter writer = writer(directory);
          Barrier barrier = new Barrier(where)) {
        if (drifts) {
          addOthers(writer);
        } else {
          add(writer, LARGE);
        }
        assertTrue(barrier.reached.await(60, TimeUnit.SECONDS));
        FutureTask<Integer> open =
            new FutureTask<>(
                () -> {
                  try (DirectoryReader reader = DirectoryReader.open(directory)) {
                    return reader.numDocs();
                  }
                });
        new Thread(open, "reader").start();
        assertEquals(LARGE, (int) open.get(60, TimeUnit.SECONDS));
      }
    }
  }

  /** Documents that the dictionary of the usual ones is of no use for. */
  private static void addOthers(IndexWriter writer) throws IOException {
    Random random = new Random(random().nextLong());
    List<String> words =
        IntStream.range(0, 400).mapToObj(i -> Long.toString(random.nextLong(), 36)).toList();
    for (int id = 0; id < LARGE; id++) {
      Document document = new Document();
      StringBuilder text = new StringBuilder();
      while (text.length() < 300) {
        text.append(words.get(random.nextInt(words.size()))).append(' ');
      }
      document.add(new StoredField("text", text.toString()));
      writer.addDocument(document);
    }
  }

  public void testNoThreadToBeHad() throws IOException {
    Random random = new Random(random().nextLong());
    List<byte[]> blocks =
        IntStream.range(0, 600)
            .mapToObj(i -> Documents.record(random, i).getBytes(StandardCharsets.UTF_8))
            .toList();
    Executor refusing =
        task -> {
          throw new OutOfMemoryError("unable to create native thread");
        };
    try (Directory directory = new ByteBuffersDirectory();
        ZstdDictionaryChoice choice =
            new ZstdDictionaryChoice(
                ZstdDictionaryStore.of(directory), blocks, SETTINGS, refusing)) {
      assertTrue(choice.isDone());
      ZstdDictionary chosen = choice.take();
      assertNotNull(chosen);
      chosen.release();
    }
  }
}
