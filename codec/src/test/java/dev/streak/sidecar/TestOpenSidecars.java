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
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.List;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SegmentReader;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.mockfile.FilterFileSystemProvider;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

/** Segments that another thread closes while their sidecar is opened: it is closed, too. */
public class TestOpenSidecars extends LuceneTestCase {
  private Directory directory;
  private Path folder;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    folder = createTempDir();
    directory = newDirectory();
    IndexWriterConfig config = newIndexWriterConfig().setCodec(TestUtil.getDefaultCodec());
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (int i = 0; i < 100; i++) {
        Document document = new Document();
        document.add(new StringField("id", "key-" + i, Field.Store.NO));
        writer.addDocument(document);
      }
      writer.forceMerge(1);
    }
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      assertEquals(1, new SidecarFolder(folder).build(reader));
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
