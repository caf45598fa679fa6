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

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.store.ChecksumIndexInput;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.FilterIndexOutput;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BitUtil;
import org.apache.lucene.util.IOUtils;
import org.apache.lucene.util.InfoStream;
import org.apache.lucene.util.StringHelper;
import org.apache.lucene.util.Version;

/** Files in one, or by themselves where they are too large for that. */
@LuceneTestCase.SuppressFileSystems("ExtrasFS") // Files are counted.
public class TestFileBundle extends LuceneTestCase {
  private static final SegmentFile KIND = new SegmentFile("all", "Bundle", 1, 2);
  private static final SegmentFile PLAIN = new SegmentFile("all", "Bundle", 1, 1);
  private static final String BUNDLE = "_0_Format_0.all";
  private static final Path DOCUMENT = Path.of("..", "docs", "format.md");
  private static final String BEFORE_EXAMPLE = "for two files `_F_0.a` and `_F_0.b`";

  private Directory directory;
  private SegmentInfo segment;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    directory = newDirectory();
    segment = segment(directory);
  }

  /** A segment of one document that has no files yet. */
  static SegmentInfo segment(Directory directory) {
    return new SegmentInfo(
        directory,
        Version.LATEST,
        Version.LATEST,
        "_0",
        1,
        false,
        false,
        Codec.getDefault(),
        Map.of(),
        StringHelper.randomId(),
        Map.of(),
        null);
  }

  @Override
  public void tearDown() throws Exception {
    directory.close();
    super.tearDown();
  }

  private SegmentWriteState writeState(String suffix) {
    return new SegmentWriteState(
        InfoStream.NO_OUTPUT,
        directory,
        segment,
        FieldInfos.EMPTY,
        null,
        IOContext.DEFAULT,
        suffix);
  }

  private FileBundleWriter writer(String suffix) {
    return new FileBundleWriter(KIND, writeState(suffix), name -> name.endsWith(".huge"));
  }

  private FileBundle open(Directory from) throws IOException {
    SegmentReadState state =
        new SegmentReadState(from, segment, FieldInfos.EMPTY, IOContext.DEFAULT, "Format_0");
    return FileBundle.open(KIND, state);
  }

  /** Writes the files a piece at a time in turns, each with a checksum at its end. */
  private void write(Map<String, byte[]> contents) throws IOException {
    FileBundleWriter writer = writer("Format_0");
    Map<String, IndexOutput> open = new LinkedHashMap<>();
    Map<String, Integer> done = new HashMap<>();
    boolean success = false;
    try {
      for (String name : contents.keySet()) {
        open.put(name, writer.state().directory.createOutput(name, IOContext.DEFAULT));
      }
      List<String> left = new ArrayList<>(open.keySet());
      while (left.isEmpty() == false) {
        String name = left.get(random().nextInt(left.size()));
        byte[] content = contents.get(name);
        int from = done.getOrDefault(name, 0);
        int count = Math.min(1 + random().nextInt(1 + content.length / 3), content.length - from);
        IndexOutput output = open.get(name);
        writePiece(output, content, from, count);
        assertEquals(from + count, output.getFilePointer());
        done.put(name, from + count);
        if (from + count == content.length) {
          left.remove(name);
          CodecUtil.writeFooter(output);
          if (random().nextBoolean()) {
            output.close();
          }
        }
      }
      success = true;
    } finally {
      if (success) {
        IOUtils.close(open.values());
      } else {
        IOUtils.closeWhileHandlingException(open.values());
      }
    }
    writer.finish();
    writer.finish();
  }

  private static void writePiece(IndexOutput output, byte[] content, int from, int count)
      throws IOException {
    int at = from;
    int end = from + count;
    if (at + Long.BYTES <= end) {
      output.writeLong((long) BitUtil.VH_LE_LONG.get(content, at));
      at += Long.BYTES;
    }
    if (at + Integer.BYTES <= end) {
      output.writeInt((int) BitUtil.VH_LE_INT.get(content, at));
      at += Integer.BYTES;
    }
    if (at + Short.BYTES <= end) {
      output.writeShort((short) BitUtil.VH_LE_SHORT.get(content, at));
      at += Short.BYTES;
    }
    if (at < end) {
      output.writeByte(content[at++]);
    }
    output.writeBytes(content, at, end - at);
  }

  private static Map<String, byte[]> contents(int count, int mostBytes) {
    Map<String, byte[]> contents = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      byte[] content = new byte[random().nextInt(1 + mostBytes)];
      random().nextBytes(content);
      contents.put("_0_Format_0.x" + (char) ('a' + i), content);
    }
    return contents;
  }

  private static void assertReadable(Map<String, byte[]> contents, Directory from)
      throws IOException {
    for (Map.Entry<String, byte[]> file : contents.entrySet()) {
      byte[] content = file.getValue();
      byte[] read = new byte[content.length];
      assertEquals(content.length + CodecUtil.footerLength(), from.fileLength(file.getKey()));
      try (ChecksumIndexInput input = from.openChecksumInput(file.getKey())) {
        input.readBytes(read, 0, read.length);
        CodecUtil.checkFooter(input);
      }
      assertArrayEquals(file.getKey(), content, read);
      try (IndexInput input = from.openInput(file.getKey(), IOContext.DEFAULT)) {
        CodecUtil.checksumEntireFile(input);
      }
    }
  }

  public void testSmallFilesAreOne() throws IOException {
    Map<String, byte[]> contents = contents(2 + random().nextInt(10), 3000);
    write(contents);
    assertArrayEquals(new String[] {BUNDLE}, directory.listAll());
    try (FileBundle bundle = open(directory)) {
      Directory inside = bundle.state().directory;
      assertReadable(contents, inside);
      assertEquals(contents.keySet(), bundle.lengths().keySet());
      bundle.checkIntegrity();
      expectThrowsAnyOf(
          List.of(NoSuchFileException.class, FileNotFoundException.class),
          () -> inside.openInput("_0.none", IOContext.DEFAULT));
    }
  }

  /** The largest ones go, until the others are small enough together. */
  public void testLargeFilesAreBesideTheBundle() throws IOException {
    Map<String, byte[]> contents = contents(2 + random().nextInt(3), 200_000);
    Set<String> small = Set.copyOf(contents.keySet());
    contents.put("_0_Format_0.large", new byte[FileBundleWriter.MAX_BYTES]);
    contents.put("_0_Format_0.huge", new byte[1]);
    write(contents);
    assertEquals(
        Set.of(BUNDLE, "_0_Format_0.large", "_0_Format_0.huge"), Set.of(directory.listAll()));
    try (FileBundle bundle = open(directory)) {
      assertEquals(small, bundle.lengths().keySet());
      assertReadable(contents, bundle.state().directory);
    }
  }

  public void testSmallFilesThatAreManyAreNotAllInTheBundle() throws IOException {
    Map<String, byte[]> contents = new LinkedHashMap<>();
    for (int i = 0; i < 16; i++) {
      byte[] content = new byte[100_000];
      random().nextBytes(content);
      contents.put("_0_Format_0.x" + (char) ('a' + i), content);
    }
    write(contents);
    assertEquals(1 + 16 - FileBundleWriter.MAX_BYTES / 100_016, directory.listAll().length);
    try (FileBundle bundle = open(directory)) {
      assertReadable(contents, bundle.state().directory);
    }
  }

  public void testAroundTheLimit() throws IOException {
    for (int over = 0; over <= 1; over++) {
      byte[] content = new byte[FileBundleWriter.MAX_BYTES - 2 * CodecUtil.footerLength() + over];
      random().nextBytes(content);
      write(Map.of("_0_Format_0.x", content, "_0_Format_0.y", new byte[0]));
      Set<String> expected = over == 0 ? Set.of(BUNDLE) : Set.of("_0_Format_0.x", "_0_Format_0.y");
      assertEquals(expected, Set.of(directory.listAll()));
      for (String name : expected) {
        directory.deleteFile(name);
      }
    }
  }

  public void testOneFileIsNoBundle() throws IOException {
    Map<String, byte[]> contents = contents(1, 100);
    write(contents);
    assertEquals(contents.keySet(), Set.of(directory.listAll()));
    assertReadable(contents, directory);
  }

  /** In such a bundle one of the files has its name. */
  public void testNoBundleWhereTheFileOfItsNameIsLarge() throws IOException {
    Map<String, byte[]> contents = contents(2 + random().nextInt(3), 1000);
    contents.put(BUNDLE, new byte[FileBundleWriter.MAX_BYTES]);
    write(contents);
    assertEquals(contents.keySet(), Set.of(directory.listAll()));
    assertReadable(contents, directory);
  }

  /** Whoever writes is told, and closes what he opened; all that was written is closed then. */
  public void testAFileThatCannotBeMovedOut() throws IOException {
    Directory full =
        new FilterDirectory(directory) {
          @Override
          public IndexOutput createOutput(String name, IOContext context) throws IOException {
            throw new IOException("no space left for " + name);
          }
        };
    SegmentWriteState state =
        new SegmentWriteState(
            InfoStream.NO_OUTPUT, full, segment, FieldInfos.EMPTY, null, IOContext.DEFAULT);
    FileBundleWriter writer = new FileBundleWriter(KIND, state, name -> false);
    try (IndexOutput small = writer.state().directory.createOutput("_0.a", IOContext.DEFAULT);
        IndexOutput large = writer.state().directory.createOutput("_0.b", IOContext.DEFAULT)) {
      small.writeByte((byte) 1);
      byte[] much = new byte[FileBundleWriter.MAX_BYTES];
      IOException refused =
          expectThrows(IOException.class, () -> large.writeBytes(much, much.length));
      assertTrue(refused.toString(), refused.getMessage().endsWith("_0.b"));
    }
    assertArrayEquals(new String[0], directory.listAll());
  }

  /** The failure is that of the disk, and not one of whoever writes on. */
  public void testAFileThatCannotBeClosedBeside() throws IOException {
    Directory full =
        new FilterDirectory(directory) {
          @Override
          public IndexOutput createOutput(String name, IOContext context) throws IOException {
            IndexOutput file = in.createOutput(name, context);
            return new FilterIndexOutput("full", name, file) {
              @Override
              public void close() throws IOException {
                super.close();
                throw new IOException("no space left at the end of " + name);
              }
            };
          }
        };
    SegmentWriteState state =
        new SegmentWriteState(
            InfoStream.NO_OUTPUT, full, segment, FieldInfos.EMPTY, null, IOContext.DEFAULT);
    FileBundleWriter writer = new FileBundleWriter(KIND, state, name -> false);
    byte[] much = new byte[FileBundleWriter.MAX_BYTES];
    try (IndexOutput large = writer.state().directory.createOutput("_0.a", IOContext.DEFAULT)) {
      large.writeBytes(much, much.length);
    }
    try (IndexOutput small = writer.state().directory.createOutput("_0.b", IOContext.DEFAULT)) {
      IOException refused = expectThrows(IOException.class, () -> small.writeByte((byte) 1));
      assertTrue(refused.toString(), refused.getMessage().endsWith("_0.a"));
      small.writeByte((byte) 1);
      assertEquals(2, writer.ramBytesUsed());
    }
  }

  public void testAFileIsCreatedOnce() throws IOException {
    Directory inside = writer("Format_0").state().directory;
    inside.createOutput("_0.a", IOContext.DEFAULT).close();
    expectThrows(
        FileAlreadyExistsException.class, () -> inside.createOutput("_0.a", IOContext.DEFAULT));
  }

  public void testAnEarlierVersionIsNoBundle() throws IOException {
    try (IndexOutput output = PLAIN.create(writeState("Format_0"))) {
      CodecUtil.writeFooter(output);
    }
    assertNull(open(directory));
  }

  /** A file whose name is damaged is not one that was never there. */
  public void testDamagedName() throws IOException {
    write(new TreeMap<>(Map.of("_0_Format_0.x", new byte[10], "_0_Format_0.z", new byte[10])));
    byte[] damaged = FileBytes.read(directory, BUNDLE);
    int nameEnd =
        CodecUtil.indexHeaderLength(KIND.codec(), "Format_0") + 2 + "_Format_0.x".length();
    assertEquals('x', damaged[nameEnd - 1]);
    damaged[nameEnd - 1] ^= 1;
    FileBytes.replace(directory, BUNDLE, damaged, damaged.length);
    try (FileBundle bundle = open(directory)) {
      Directory inside = bundle.state().directory;
      CorruptIndexException refused =
          expectThrows(
              CorruptIndexException.class,
              () -> inside.openInput("_0_Format_0.x", IOContext.DEFAULT));
      assertTrue(refused.toString(), refused.toString().contains(BUNDLE));
    }
  }

  /** Each byte that says where the files are is changed in turn, and the end is cut off. */
  public void testDamage() throws IOException {
    write(contents(2 + random().nextInt(5), 200));
    byte[] whole = FileBytes.read(directory, BUNDLE);
    int start = CodecUtil.indexHeaderLength(KIND.codec(), "Format_0");
    for (int at = start; at < whole.length - CodecUtil.footerLength(); at++) {
      byte[] damaged = whole.clone();
      damaged[at] ^= (byte) (1 << random().nextInt(8));
      assertFound(damaged);
      byte[] cut = new byte[at];
      System.arraycopy(whole, 0, cut, 0, at);
      assertFound(cut);
    }
  }

  private void assertFound(byte[] bytes) throws IOException {
    try (Directory damaged = FileBytes.directory(BUNDLE, bytes)) {
      expectThrowsAnyOf(
          List.of(CorruptIndexException.class, EOFException.class),
          () -> {
            try (FileBundle bundle = open(damaged)) {
              bundle.checkIntegrity();
            }
          });
    }
  }

  /** Footers take much room and say nothing new, so the files of the example have none. */
  public void testExampleInDocument() throws IOException {
    FileBundleWriter writer = writer("F_0");
    for (String end : List.of("a", "b")) {
      try (IndexOutput output =
          writer.state().directory.createOutput("_0_F_0." + end, IOContext.DEFAULT)) {
        output.writeBytes(end.repeat(3).getBytes(StandardCharsets.UTF_8), 3);
      }
    }
    writer.finish();
    try (IndexInput input = directory.openInput("_0_F_0.all", IOContext.DEFAULT)) {
      int start = CodecUtil.indexHeaderLength(KIND.codec(), "F_0");
      byte[] bytes = new byte[19];
      input.seek(start);
      input.readBytes(bytes, 0, bytes.length);
      String text = Files.readString(DOCUMENT).replace('\n', ' ');
      int at = text.indexOf(BEFORE_EXAMPLE);
      assertTrue("no example", at >= 0);
      int from = text.indexOf(": `", at) + 3;
      assertEquals(
          text.substring(from, text.indexOf('`', from)),
          HexFormat.ofDelimiter(" ").formatHex(bytes));
    }
  }
}
