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
package dev.streak.postings;

import dev.streak.codec.StreakCodec;
import dev.streak.field.TermEntry;
import dev.streak.file.FileBytes;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentReader;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.FilterIndexInput;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.tests.util.LuceneTestCase;

/** A file of lists is open as long as its reader, unless there are no lists in it. */
public class TestListFileReader extends LuceneTestCase {

  private interface Check {
    void check(SegmentReadState state, String name, Set<String> open) throws IOException;
  }

  /** Knows which files are open. */
  private static final class OpenFiles extends FilterDirectory {
    private final Set<String> open = new HashSet<>();

    OpenFiles(Directory in) {
      super(in);
    }

    @Override
    public IndexInput openInput(String name, IOContext context) throws IOException {
      open.add(name);
      return new FilterIndexInput(name, in.openInput(name, context)) {
        @Override
        public void close() throws IOException {
          super.close();
          open.remove(name);
        }
      };
    }
  }

  /** An index in which two documents have each value, with others between them if there is one. */
  private static void withIndex(boolean lists, Check check) throws IOException {
    try (Directory directory = new ByteBuffersDirectory()) {
      try (IndexWriter writer =
          new IndexWriter(
              directory,
              new IndexWriterConfig()
                  .setCodec(StreakCodec.builder().bundleSmallFiles(false).build())
                  .setUseCompoundFile(false))) {
        for (int i = 0; i < 200; i++) {
          Document document = new Document();
          int value = lists ? i % 100 : i / 2;
          document.add(new StringField("id", "v" + value, Field.Store.NO));
          writer.addDocument(document);
        }
        writer.forceMerge(1);
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        SegmentReader segment = (SegmentReader) reader.leaves().get(0).reader();
        OpenFiles files = new OpenFiles(directory);
        SegmentReadState state =
            new SegmentReadState(
                files,
                segment.getSegmentInfo().info,
                segment.getFieldInfos(),
                IOContext.DEFAULT,
                "StreakPostings1_0");
        check.check(state, ListFileWriter.FILE.name(state), files.open);
      }
    }
  }

  public void testFileWithLists() throws IOException {
    withIndex(
        true,
        (state, name, open) -> {
          try (ListFileReader reader =
              new ListFileReader(state, state.directory.fileLength(name))) {
            assertEquals(Set.of(name), open);
            reader.checkIntegrity();
          }
          assertEquals(Set.of(), open);
        });
  }

  public void testFileWithoutLists() throws IOException {
    withIndex(
        false,
        (state, name, open) -> {
          try (ListFileReader reader =
              new ListFileReader(state, state.directory.fileLength(name))) {
            assertEquals(Set.of(), open);
            reader.checkIntegrity();
            assertEquals(7, reader.lists().docFreq(TermEntry.ofRun(3, 7)));
            for (long pointer : new long[] {0, 60, 1L << 40}) {
              long entry = TermEntry.ofPointer(pointer);
              CorruptIndexException e =
                  expectThrows(CorruptIndexException.class, () -> reader.lists().docFreq(entry));
              assertTrue(e.getMessage(), e.getMessage().contains("file without lists"));
              expectThrows(
                  CorruptIndexException.class,
                  () -> reader.lists().collect(new long[] {entry}, 1, null));
            }
          }
        });
  }

  public void testDamagedFileWithoutLists() throws IOException {
    withIndex(
        false,
        (state, name, open) -> {
          byte[] bytes = FileBytes.read(state.directory, name);
          bytes[bytes.length - 1] ^= 1;
          FileBytes.replace(state.directory, name, bytes, bytes.length);
          expectThrows(CorruptIndexException.class, () -> new ListFileReader(state, bytes.length));
          assertEquals(Set.of(), open);
        });
  }
}
