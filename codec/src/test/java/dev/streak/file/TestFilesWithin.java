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
package dev.streak.file;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.FilterIndexOutput;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.InfoStream;

/** What is written and read around the files within one, and what is left after failures. */
public class TestFilesWithin extends LuceneTestCase {
  private static final SegmentFile KIND = new SegmentFile("all", "Bundle", 1, 2);

  private final Directory directory = new ByteBuffersDirectory();
  private final SegmentInfo segment = TestFileBundle.segment(directory);

  /** Writes what may be between the header and the footer. */
  private interface Content {
    void write(IndexOutput output) throws IOException;
  }

  private static void name(IndexOutput output, String name, long length) throws IOException {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    output.writeByte((byte) bytes.length);
    output.writeBytes(bytes, bytes.length);
    output.writeVLong(length);
  }

  private FilesWithin read(Content content, boolean footer) throws IOException {
    try (Directory files = new ByteBuffersDirectory()) {
      try (IndexOutput output = files.createOutput("_0.all", IOContext.DEFAULT)) {
        content.write(output);
        if (footer) {
          CodecUtil.writeFooter(output);
        } else {
          output.writeBytes(new byte[CodecUtil.footerLength()], CodecUtil.footerLength());
        }
      }
      return FilesWithin.read(files.openInput("_0.all", IOContext.DEFAULT), "_0");
    }
  }

  private void assertCorrupt(String message, Content content) {
    CorruptIndexException e = expectThrows(CorruptIndexException.class, () -> read(content, true));
    assertTrue(e.getMessage(), e.getMessage().startsWith(message));
  }

  private static void oneFile(IndexOutput output) throws IOException {
    output.writeVInt(1);
    name(output, ".a", 3);
    output.alignFilePointer(FilesWithin.ALIGNMENT);
    output.writeBytes(new byte[3], 3);
  }

  public void testWrongNamesAndLengths() throws IOException {
    assertArrayEquals(new String[] {"_0.a"}, read(TestFilesWithin::oneFile, true).names());
    expectThrows(CorruptIndexException.class, () -> read(TestFilesWithin::oneFile, false));
    assertCorrupt(
        "end of the files is 67, must be 68",
        output -> {
          oneFile(output);
          output.writeByte((byte) 0);
        });
    assertCorrupt(
        "length of _0.a is 4, must be 0 to 3",
        output -> {
          output.writeVInt(1);
          name(output, ".a", 4);
          output.alignFilePointer(FilesWithin.ALIGNMENT);
          output.writeBytes(new byte[3], 3);
        });
    assertCorrupt(
        "name _0.a is there twice",
        output -> {
          output.writeVInt(2);
          name(output, ".a", 0);
          name(output, ".a", 0);
          output.alignFilePointer(FilesWithin.ALIGNMENT);
        });
    for (int count : new int[] {-1, FilesWithin.MAX_FILES + 1, Integer.MAX_VALUE}) {
      assertCorrupt("number of files is " + count, output -> output.writeVInt(count));
    }
  }

  public void testWhatOneFileCanHold() {
    List<String> most =
        IntStream.range(0, FilesWithin.MAX_FILES).mapToObj(i -> "_0_" + i + ".a").toList();
    assertTrue(FilesWithin.canHold(most));
    assertFalse(
        FilesWithin.canHold(
            IntStream.rangeClosed(0, FilesWithin.MAX_FILES).mapToObj(i -> "_0_" + i).toList()));
    assertTrue(FilesWithin.canHold(List.of("_0_" + "x".repeat(254))));
    assertFalse(FilesWithin.canHold(List.of("_0_" + "x".repeat(255))));
  }

  private FileBundleWriter writer(Directory to) {
    return new FileBundleWriter(
        KIND,
        new SegmentWriteState(
            InfoStream.NO_OUTPUT, to, segment, FieldInfos.EMPTY, null, IOContext.DEFAULT),
        name -> false);
  }

  private static void write(FileBundleWriter writer, String... names) throws IOException {
    for (String name : names) {
      try (IndexOutput output = writer.state().directory.createOutput(name, IOContext.DEFAULT)) {
        CodecUtil.writeFooter(output);
      }
    }
  }

  /** The segment is abandoned, so that what there is of it is of no use. */
  public void testNoBundleOfWhatWasNotWrittenToItsEnd() throws IOException {
    FileBundleWriter writer = writer(directory);
    writer.begin();
    write(writer, "_0.a", "_0.b");
    writer.finish();
    assertEquals(0, directory.listAll().length);
    writer.end();
    writer.finish();
    assertArrayEquals(new String[] {"_0.all"}, directory.listAll());
  }

  public void testABundleIsClosedWhereReadingItFails() throws IOException {
    FileBundleWriter writer = writer(directory);
    write(writer, "_0.a", "_0.b");
    writer.finish();
    try (Directory strict = newMockDirectory()) {
      strict.copyFrom(directory, "_0.all", "_0.all", IOContext.DEFAULT);
      FileBundle bundle =
          FileBundle.open(
              KIND, new SegmentReadState(strict, segment, FieldInfos.EMPTY, IOContext.DEFAULT));
      IOException failure = new IOException("as told");
      assertSame(
          failure,
          expectThrows(
              IOException.class,
              () ->
                  bundle.read(
                      files -> {
                        throw failure;
                      })));
      // That directory tells of files that are still open.
    }
  }

  /** As on a full disk. */
  public void testAFileIsClosedThatCannotBeMovedOut() throws IOException {
    int[] open = {0};
    Directory full =
        new FilterDirectory(directory) {
          @Override
          public IndexOutput createOutput(String name, IOContext context) throws IOException {
            open[0]++;
            return new FilterIndexOutput(name, name, in.createOutput(name, context)) {
              @Override
              public void writeBytes(byte[] bytes, int offset, int length) throws IOException {
                throw new IOException("No space left on device");
              }

              @Override
              public void close() throws IOException {
                open[0]--;
                super.close();
              }
            };
          }
        };
    FileBundleWriter writer = writer(full);
    write(writer, "_0.a");
    expectThrows(IOException.class, writer::finish);
    assertEquals(0, open[0]);
  }
}
