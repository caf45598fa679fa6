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
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.store.MockDirectoryWrapper;
import org.apache.lucene.tests.util.LuceneTestCase;

/** What is allocated outside the heap is freed, whatever happens. */
public class TestNativeMemory extends LuceneTestCase {
  private static final NativeMemory.Held NOTHING = new NativeMemory.Held(0, 0, 0, 0, 0);

  private static final ZstdSettings SETTINGS = ZstdSettings.DEFAULT.withDictionaryBytes(1 << 13);

  private static IndexWriterConfig config() {
    return new IndexWriterConfig(null).setCodec(new ZstdTestCodec(SETTINGS));
  }

  private static void fill(Directory directory) throws IOException {
    try (IndexWriter writer = new IndexWriter(directory, config())) {
      for (int id = 0; id < 7000; id++) {
        writer.addDocument(Documents.document(random(), id));
      }
    }
  }

  public void testOpenAndCloseCycles() throws IOException {
    cycles(500);
  }

  @Nightly
  public void testOneHundredThousandCycles() throws IOException {
    cycles(100_000);
  }

  private static void cycles(int count) throws IOException {
    try (Directory directory = new ByteBuffersDirectory()) {
      fill(directory);
      assertEquals(NOTHING, NativeMemory.held());
      for (int i = 0; i < count; i++) {
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
          reader.storedFields().document(random().nextInt(reader.maxDoc()));
          assertEquals(1, NativeMemory.held().decompressionContexts());
          assertEquals(1, NativeMemory.held().decompressionDictionaries());
        }
        assertEquals(NOTHING, NativeMemory.held());
      }
    }
  }

  /** A hundred readers of one segment hold what one does. */
  public void testEqualDictionariesAreHeldOnce() throws IOException {
    try (Directory directory = new ByteBuffersDirectory()) {
      fill(directory);
      List<DirectoryReader> readers = new ArrayList<>();
      long bytes = 0;
      for (int i = 0; i < 100; i++) {
        DirectoryReader reader = DirectoryReader.open(directory);
        readers.add(reader);
        reader.storedFields().document(i);
        bytes = i == 0 ? NativeMemory.held().bytes() : bytes;
        assertEquals(bytes, NativeMemory.held().bytes());
      }
      for (DirectoryReader reader : readers) {
        assertEquals(bytes, NativeMemory.held().bytes());
        reader.close();
      }
      assertEquals(NOTHING, NativeMemory.held());
    }
  }

  /** Threads come and go without leaving anything; few contexts serve many. */
  public void testThousandThreads() throws Exception {
    try (Directory directory = new ByteBuffersDirectory()) {
      fill(directory);
      AtomicReference<Throwable> failure = new AtomicReference<>();
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        CountDownLatch start = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
          long seed = random().nextLong();
          Thread thread =
              new Thread(
                  () -> {
                    try {
                      start.await();
                      Random random = new Random(seed);
                      for (int j = 0; j < 20; j++) {
                        int doc = random.nextInt(reader.maxDoc());
                        String id = reader.storedFields().document(doc).get("id");
                        assertEquals(Integer.toString(doc), id);
                      }
                    } catch (Throwable t) {
                      failure.compareAndSet(null, t);
                    }
                  });
          thread.start();
          threads.add(thread);
        }
        start.countDown();
        for (Thread thread : threads) {
          thread.join();
        }
        assertNull(failure.get());
        long idle = NativeMemory.held().decompressionContexts();
        assertTrue("idle=" + idle, idle <= DecompressionContexts.IDLE_LIMIT);
      }
      assertEquals(NOTHING, NativeMemory.held());
    }
  }

  /** Closing under running fetches ends them with an exception at worst. */
  public void testCloseWhileFetching() throws Exception {
    try (Directory directory = new ByteBuffersDirectory()) {
      fill(directory);
      for (int round = 0; round < 20; round++) {
        DirectoryReader reader = DirectoryReader.open(directory);
        List<Thread> threads = new ArrayList<>();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        for (int i = 0; i < 4; i++) {
          long seed = random().nextLong();
          Thread thread =
              new Thread(
                  () -> {
                    try {
                      var storedFields = reader.storedFields();
                      Random random = new Random(seed);
                      while (true) {
                        storedFields.document(random.nextInt(reader.maxDoc()));
                      }
                    } catch (AlreadyClosedException e) {
                      assertNotNull(e.getMessage());
                    } catch (Throwable t) {
                      failure.compareAndSet(null, t);
                    }
                  });
          thread.start();
          threads.add(thread);
        }
        Thread.sleep(random().nextInt(10));
        reader.close();
        for (Thread thread : threads) {
          thread.join();
        }
        assertNull(failure.get());
        assertEquals(NOTHING, NativeMemory.held());
      }
    }
  }

  /** Whoever else has the dictionary does not keep a closed reader's fetches going. */
  public void testClosedThoughTheDictionaryIsInUse() throws IOException {
    try (Directory directory = new ByteBuffersDirectory()) {
      fill(directory);
      try (DirectoryReader other = DirectoryReader.open(directory)) {
        DirectoryReader reader = DirectoryReader.open(directory);
        StoredFields storedFields = reader.storedFields();
        storedFields.document(0);
        reader.close();
        expectThrows(AlreadyClosedException.class, () -> storedFields.document(6999));
        assertEquals("6999", other.storedFields().document(6999).get("id"));
      }
      assertEquals(NOTHING, NativeMemory.held());
    }
  }

  public void testFailedFlushesAndMerges() throws IOException {
    for (int round = 0; round < 15; round++) {
      try (MockDirectoryWrapper directory =
          new MockDirectoryWrapper(random(), new ByteBuffersDirectory())) {
        directory.setCheckIndexOnClose(false);
        directory.setAssertNoUnrefencedFilesOnClose(false);
        fill(directory);
        fill(directory);
        directory.setRandomIOExceptionRate(0.02);
        directory.setRandomIOExceptionRateOnOpen(0.02);
        IndexWriterConfig config = config().setMergeScheduler(new SerialMergeScheduler());
        try (IndexWriter writer = new IndexWriter(directory, config)) {
          for (int id = 0; id < 7000; id++) {
            writer.addDocument(Documents.document(random(), id));
          }
          writer.forceMerge(1);
        } catch (IOException | IllegalStateException e) {
          assertNotNull(e);
        }
        directory.setRandomIOExceptionRate(0);
        directory.setRandomIOExceptionRateOnOpen(0);
      }
      HeldMemory.awaitNone();
    }
  }
}
