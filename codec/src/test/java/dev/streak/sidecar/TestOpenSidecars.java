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
package dev.streak.sidecar;

import dev.streak.leaf.ClosingCore;
import dev.streak.management.LoggedWarnings;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.SegmentReader;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.mockfile.FilterFileSystemProvider;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

/** Sidecars that several threads meet: they open one once, and one that is closed stays closed. */
public class TestOpenSidecars extends LuceneTestCase {
  private Directory directory;
  private Path folder;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    folder = createTempDir();
    directory = newDirectory();
    index(directory, 1);
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      assertEquals(1, new SidecarFolder(folder).build(reader));
    }
  }

  private static void index(Directory directory, int segments) throws IOException {
    IndexWriterConfig config =
        newIndexWriterConfig()
            .setCodec(TestUtil.getDefaultCodec())
            .setMergePolicy(NoMergePolicy.INSTANCE)
            .setMaxBufferedDocs(1000);
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (int segment = 0; segment < segments; segment++) {
        for (int i = 0; i < 100; i++) {
          Document document = new Document();
          document.add(new StringField("id", "key-" + i, Field.Store.NO));
          writer.addDocument(document);
        }
        writer.flush();
      }
    }
  }

  @Override
  public void tearDown() throws Exception {
    directory.close();
    super.tearDown();
  }

  private static SegmentReader segment(DirectoryReader reader) {
    return (SegmentReader) reader.leaves().get(0).reader();
  }

  public void testClosedBeforeItsListenerComes() throws IOException {
    for (boolean refuses : new boolean[] {true, false}) {
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        SegmentReader segment = segment(reader);
        ClosingCore core = new ClosingCore(reader, segment.getCoreCacheHelper(), refuses);
        assertNull(OpenSidecars.of(segment, core, folder));
        assertEquals(0, reader.getRefCount());
        assertEquals("left open", 0, OpenSidecars.count());
      }
    }
  }

  /** Nothing is wrong with the sidecar, so nothing is said of it. */
  public void testClosedWhileItIsRead() throws IOException {
    try (LoggedWarnings warnings = new LoggedWarnings()) {
      DirectoryReader reader = DirectoryReader.open(directory);
      SegmentReader segment = segment(reader);
      reader.close();
      assertNull(OpenSidecars.of(segment, folder));
      assertEquals(List.of(), warnings.lines());
    }
    assertEquals(0, OpenSidecars.count());
  }

  public void testOpenAsLongAsItsSegment() throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      SegmentSidecar sidecar = OpenSidecars.of(segment(reader), folder);
      assertNotNull(sidecar);
      assertSame(sidecar, OpenSidecars.of(segment(reader), folder));
      assertEquals(1, OpenSidecars.count());
    }
    assertEquals(0, OpenSidecars.count());
  }

  /** Runs something whenever a sidecar is about to be opened: its folder is looked into. */
  private Path watched(Runnable whenOpened) {
    return new FilterFileSystemProvider("watched://", folder.getFileSystem()) {
      @Override
      public DirectoryStream<Path> newDirectoryStream(
          Path path, DirectoryStream.Filter<? super Path> filter) throws IOException {
        if (path.getFileName().equals(folder.getFileName()) == false) {
          whenOpened.run();
        }
        return super.newDirectoryStream(path, filter);
      }
    }.wrapPath(folder);
  }

  /** As one whose storage hangs, or whose sidecar is large. */
  public void testOtherIndexesDoNotWait() throws Exception {
    CountDownLatch opening = new CountDownLatch(1);
    CountDownLatch othersAreDone = new CountDownLatch(1);
    AtomicBoolean waitedInVain = new AtomicBoolean();
    Path slow =
        watched(
            () -> {
              opening.countDown();
              try {
                if (othersAreDone.await(20, TimeUnit.SECONDS) == false) {
                  waitedInVain.set(true);
                }
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
            });
    try (DirectoryReader reader = DirectoryReader.open(directory);
        Directory other = newDirectory()) {
      index(other, 60);
      Path otherFolder = createTempDir();
      DirectoryReader stock = DirectoryReader.open(other);
      assertTrue(new SidecarFolder(otherFolder).build(stock.leaves().get(0).reader()));
      DirectoryReader served = StreakReaders.withSidecar(stock, otherFolder);
      FutureTask<SegmentSidecar> slowly =
          new FutureTask<>(() -> OpenSidecars.of(segment(reader), slow));
      new Thread(slowly, "slowly").start();
      assertTrue(opening.await(20, TimeUnit.SECONDS));
      // Of so many segments some have always met the lock of any map that is locked in parts.
      assertEquals(1, StreakReaders.segmentsWithSidecar(served));
      served.close();
      try (DirectoryReader again =
          StreakReaders.withSidecar(DirectoryReader.open(other), otherFolder)) {
        assertEquals(1, StreakReaders.segmentsWithSidecar(again));
      }
      othersAreDone.countDown();
      assertNotNull(slowly.get());
      assertFalse("others waited", waitedInVain.get());
    }
    assertEquals(0, OpenSidecars.count());
  }

  /** Two that refresh one reader at a time. */
  public void testOpenedOnceByTwo() throws Exception {
    AtomicInteger opened = new AtomicInteger();
    Path watched = watched(opened::incrementAndGet);
    for (int round = 1; round <= 50; round++) {
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        CyclicBarrier start = new CyclicBarrier(2);
        Callable<SegmentSidecar> opener =
            () -> {
              start.await();
              return OpenSidecars.of(segment(reader), watched);
            };
        FutureTask<SegmentSidecar> other = new FutureTask<>(opener);
        new Thread(other, "other").start();
        assertSame(opener.call(), other.get());
        assertEquals(1, OpenSidecars.count());
        assertEquals(round, opened.get());
      }
      assertEquals(0, OpenSidecars.count());
    }
  }

  /** Whoever closes it does not wait for the opener, which then closes what it has opened. */
  public void testClosedWhileItIsOpened() throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      IndexReader.CacheHelper core = segment(reader).getCoreCacheHelper();
      List<IndexReader.ClosedListener> listeners = new ArrayList<>();
      IndexReader.CacheHelper closing =
          new IndexReader.CacheHelper() {
            @Override
            public IndexReader.CacheKey getKey() {
              return core.getKey();
            }

            @Override
            public void addClosedListener(IndexReader.ClosedListener listener) {
              listeners.add(listener);
            }
          };
      Path watched =
          watched(
              () -> {
                try {
                  listeners.get(0).onClose(core.getKey());
                } catch (IOException e) {
                  throw new AssertionError(e);
                }
              });
      assertNull(OpenSidecars.of(segment(reader), closing, watched));
      assertEquals("left open", 0, OpenSidecars.count());
    }
    assertEquals(0, OpenSidecars.count());
  }

  /** To look into a folder that is not there costs an exception. */
  public void testSegmentsWithoutOneAreNotLookedInto() throws IOException {
    AtomicInteger looks = new AtomicInteger();
    Path watched = watched(looks::incrementAndGet);
    try (Directory other = newDirectory()) {
      index(other, 10);
      try (DirectoryReader served =
          StreakReaders.withSidecar(DirectoryReader.open(other), watched)) {
        assertEquals(10, served.leaves().size());
        assertEquals(0, looks.get());
      }
    }
  }

  /** Whoever has it open has read it as a whole. */
  public void testBuildTrustsWhatIsOpen() throws IOException {
    SidecarFolder sidecars = new SidecarFolder(folder);
    try (DirectoryReader served =
        StreakReaders.withSidecar(DirectoryReader.open(directory), folder)) {
      for (Path file : SidecarPlace.files(SidecarPlace.all(folder).get(0))) {
        if (file.toString().endsWith(".fnm")) {
          Files.write(file, new byte[1]);
        }
      }
      assertEquals("nothing is read", 0, sidecars.build(served));
      try (DirectoryReader other = DirectoryReader.open(directory)) {
        assertEquals(1, sidecars.build(other));
      }
      assertEquals("another than is open is read", 0, sidecars.build(served));
    }
  }

  /** What is left of it could not be deleted, either, which is not what the caller is told. */
  public void testBuildThatFails() throws IOException {
    Path other = createTempDir();
    FilterFileSystemProvider provider =
        new FilterFileSystemProvider("full://", other.getFileSystem()) {
          @Override
          public OutputStream newOutputStream(Path path, OpenOption... options) throws IOException {
            throw new IOException("No space left on device");
          }

          @Override
          public boolean deleteIfExists(Path path) throws IOException {
            throw new IOException("not deleted");
          }
        };
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      SidecarFolder full = new SidecarFolder(provider.wrapPath(other));
      IOException e = expectThrows(IOException.class, () -> full.build(reader));
      assertEquals("No space left on device", e.getMessage());
      assertEquals("not deleted", e.getSuppressed()[e.getSuppressed().length - 1].getMessage());
    }
  }
}
