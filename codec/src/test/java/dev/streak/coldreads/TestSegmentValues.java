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
package dev.streak.coldreads;

import dev.streak.codec.StreakCodec;
import dev.streak.leaf.ClosingCore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.SortedNumericDocValuesField;
import org.apache.lucene.document.SortedSetDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.SegmentReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.FilterIndexInput;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BitUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOUtils;

/** What is announced for a document is where its value lies in the file. */
public class TestSegmentValues extends LuceneTestCase {

  private static final int DOCS = 1000;

  /** Extensions of the files that values may be in. */
  private static final List<String> VALUES = List.of(".dvd", ".dvb", ".cfs");

  /** What was announced in files of the index since this was cleared, and which file it was. */
  private final List<PrefetchRecorder.Range> announced = new ArrayList<>();

  private String file;
  private IndexWriter writer;

  /** Whether the values of the segment are in a bundle. */
  private boolean bundled;

  /** What opening files of values throws; null if it does not. */
  private Exception failure;

  /** Whether what was opened can be read. */
  private boolean isReadable = true;

  private final List<byte[]> binaries = new ArrayList<>();
  private final List<Long> numbers = new ArrayList<>();

  private final class RecordingDirectory extends FilterDirectory {
    RecordingDirectory(Directory in) {
      super(in);
    }

    @Override
    public IndexInput openInput(String name, IOContext context) throws IOException {
      boolean recorded = VALUES.stream().anyMatch(name::endsWith);
      if (recorded && failure != null) {
        throw IOUtils.rethrowAlways(failure);
      }
      if (recorded) {
        file = name;
      }
      IndexInput input = super.openInput(name, context);
      return recorded ? new PrefetchRecorder(new Input(input), announced) : input;
    }
  }

  private final class Input extends FilterIndexInput {
    Input(IndexInput in) {
      super("perhaps not readable " + in, in);
    }

    private void checkReadable() throws IOException {
      if (isReadable == false) {
        throw new IOException("as told");
      }
    }

    @Override
    public byte readByte() throws IOException {
      checkReadable();
      return in.readByte();
    }

    @Override
    public void readBytes(byte[] bytes, int offset, int length) throws IOException {
      checkReadable();
      in.readBytes(bytes, offset, length);
    }

    @Override
    public void prefetch(long offset, long length) throws IOException {
      checkReadable();
      in.prefetch(offset, length);
    }

    @Override
    public IndexInput slice(String description, long offset, long length) throws IOException {
      return new Input(in.slice(description, offset, length));
    }

    @Override
    public Input clone() {
      return new Input(in.clone());
    }
  }

  /** Fields of all types, in any order: what lies behind a field is found only if it is skipped. */
  private Document document(int i, boolean sameLengths) {
    List<Field> fields = new ArrayList<>();
    byte[] binary = new byte[sameLengths ? 20 : random().nextInt(40)];
    random().nextBytes(binary);
    binaries.add(binary);
    fields.add(new BinaryDocValuesField("binary", new BytesRef(binary)));
    // From 0 and of more than 56 bits, so that they are stored as they are.
    long number = i == 0 ? 0 : i == 1 ? Long.MAX_VALUE : random().nextLong() >>> 1;
    numbers.add(number);
    fields.add(new NumericDocValuesField("long", number));
    fields.add(NumericDocValuesField.indexedField("skipped", number));
    fields.add(new SortedNumericDocValuesField("single", number));
    fields.add(new SortedNumericDocValuesField("many", i));
    fields.add(new SortedNumericDocValuesField("many", i + 1L));
    fields.add(new NumericDocValuesField("same", 7));
    fields.add(new NumericDocValuesField("few", i % 3 * 1000L));
    fields.add(new SortedDocValuesField("sorted", new BytesRef("s" + i)));
    fields.add(new SortedSetDocValuesField("set", new BytesRef("a" + i)));
    fields.add(new SortedSetDocValuesField("sets", new BytesRef("b" + i)));
    fields.add(new SortedSetDocValuesField("sets", new BytesRef("c" + i % 70)));
    if (i % 2 == 0) {
      fields.add(new NumericDocValuesField("sparse", number));
      fields.add(new BinaryDocValuesField("sparse_binary", new BytesRef(binary)));
    }
    Collections.shuffle(fields, random());
    Document document = new Document();
    document.add(new StringField("id", Integer.toString(i), Field.Store.NO));
    fields.forEach(document::add);
    return document;
  }

  private interface Check {
    void check(SegmentReader reader, Directory directory) throws IOException;
  }

  private void withSegment(boolean sameLengths, boolean compound, Check check) throws IOException {
    for (boolean oneFile : new boolean[] {true, false}) {
      bundled = oneFile;
      withSegmentOfKind(sameLengths, compound, check);
    }
  }

  private void withSegmentOfKind(boolean sameLengths, boolean compound, Check check)
      throws IOException {
    IndexWriterConfig config =
        new IndexWriterConfig()
            .setCodec(StreakCodec.builder().bundleSmallFiles(bundled).build())
            .setMergePolicy(NoMergePolicy.INSTANCE)
            .setUseCompoundFile(compound);
    binaries.clear();
    numbers.clear();
    int open = SegmentValues.open();
    try (Directory plain = newDirectory();
        Directory directory = new RecordingDirectory(plain);
        IndexWriter newWriter = new IndexWriter(directory, config)) {
      writer = newWriter;
      for (int i = 0; i < DOCS; i++) {
        writer.addDocument(document(i, sameLengths));
      }
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        check.check((SegmentReader) reader.leaves().get(0).reader(), plain);
      }
    }
    assertEquals("closed with their segments", open, SegmentValues.open());
  }

  private List<PrefetchRecorder.Range> announced(SegmentReader segment, String field, int... docs)
      throws IOException {
    announced.clear();
    SegmentValues values = SegmentValues.of(segment);
    if (values != null) {
      values.announce(segment.getFieldInfos().fieldInfo(field), docs, docs.length);
    }
    return List.copyOf(announced);
  }

  private byte[] read(Directory directory, PrefetchRecorder.Range range) throws IOException {
    byte[] bytes = new byte[(int) range.length()];
    try (IndexInput in = directory.openInput(file, IOContext.DEFAULT)) {
      in.seek(range.from());
      in.readBytes(bytes, 0, bytes.length);
    }
    return bytes;
  }

  private void checkValues(SegmentReader segment, Directory directory) throws IOException {
    for (int i = 0; i < 100; i++) {
      int doc = random().nextInt(DOCS);
      List<PrefetchRecorder.Range> ranges = announced(segment, "binary", doc);
      byte[] binary = binaries.get(doc);
      assertEquals(binary.length == 0 ? 0 : 1, ranges.size());
      if (binary.length > 0) {
        assertArrayEquals(binary, read(directory, ranges.get(0)));
      }
      for (String field : List.of("long", "skipped", "single")) {
        byte[] bytes = read(directory, announced(segment, field, doc).get(0));
        assertEquals(field, Long.BYTES, bytes.length);
        assertEquals(field, (long) numbers.get(doc), (long) BitUtil.VH_LE_LONG.get(bytes, 0));
      }
      assertEquals(1, announced(segment, "few", doc).size());
      for (String field : List.of("many", "same", "sorted", "set", "sets", "sparse")) {
        assertEquals(field, List.of(), announced(segment, field, doc));
      }
      assertEquals(List.of(), announced(segment, "sparse_binary", doc));
    }
  }

  public void testValuesOfOneLength() throws IOException {
    withSegment(true, random().nextBoolean(), this::checkValues);
  }

  public void testValuesOfDifferentLengths() throws IOException {
    withSegment(false, random().nextBoolean(), this::checkValues);
  }

  public void testNeighborsAreAnnouncedTogether() throws IOException {
    withSegment(
        true,
        false,
        (segment, directory) -> {
          int[] all = new int[DOCS];
          for (int doc = 0; doc < DOCS; doc++) {
            all[doc] = doc;
          }
          assertEquals(1, announced(segment, "long", all).size());
        });
  }

  public void testUpdatedValuesAreNotAnnounced() throws IOException {
    withSegment(
        true,
        false,
        (segment, directory) -> {
          writer.updateNumericDocValue(new Term("id", "3"), "long", 9);
          try (DirectoryReader newer = DirectoryReader.open(writer)) {
            SegmentReader updated = (SegmentReader) newer.leaves().get(0).reader();
            assertEquals(List.of(), announced(updated, "long", 3));
            assertEquals(1, announced(updated, "single", 3).size());
          }
          assertEquals("the older reader", 1, announced(segment, "long", 3).size());
        });
  }

  public void testFilesThatCannotBeOpenedOnceMore() throws IOException {
    for (Exception refused :
        List.of(
            new NoSuchFileException("gone"),
            new AlreadyClosedException("this Directory is closed"),
            new FileSystemException("_0.dvd", null, "Too many open files"),
            new UncheckedIOException("store is down", new IOException()),
            new ClosedByInterruptException())) {
      for (boolean compound : new boolean[] {false, true}) {
        withSegment(
            true,
            compound,
            (segment, directory) -> {
              failure = refused;
              SegmentValues values = SegmentValues.of(segment);
              assertEquals(compound || bundled, values == null);
              if (values != null) {
                assertEquals(List.of(), announced(segment, "long", 3));
              }
              failure = null;
            });
      }
    }
  }

  public void testOpenedWhenThatIsPossibleAgain() throws IOException {
    for (Exception refused :
        List.of(
            new FileSystemException("_0.dvd", null, "Too many open files"),
            new IOException("Map failed"),
            new ClosedByInterruptException())) {
      withSegment(
          true,
          false,
          (segment, directory) -> {
            failure = refused;
            assertEquals(List.of(), announced(segment, "long", 3));
            failure = null;
            assertEquals(1, announced(segment, "long", 3).size());
          });
    }
  }

  /** The announcement is lost, and nothing else. */
  public void testFilesThatCannotBeRead() throws IOException {
    withSegment(
        false,
        random().nextBoolean(),
        (segment, directory) -> {
          int[] docs = {1, 2, 3};
          List<PrefetchRecorder.Range> expected = announced(segment, "binary", docs);
          assertFalse(expected.isEmpty());
          isReadable = false;
          assertEquals(List.of(), announced(segment, "binary", docs));
          announced(segment, "long", 3);
          isReadable = true;
          assertEquals(expected, announced(segment, "binary", docs));
        });
  }

  public void testNothingIsOpenedForAClosedReader() throws IOException {
    withSegment(
        true,
        false,
        (segment, directory) -> {
          FieldInfo field = segment.getFieldInfos().fieldInfo("long");
          SegmentValues values;
          writer.commit();
          try (DirectoryReader other = DirectoryReader.open(new RecordingDirectory(directory))) {
            values = SegmentValues.of((SegmentReader) other.leaves().get(0).reader());
          }
          file = null;
          values.announce(field, new int[] {3}, 1);
          assertNull(file);
        });
  }

  /** Another thread closes it, before its listener comes, or between a look and that. */
  public void testClosedWithAReaderThatIsClosedMeanwhile() throws IOException {
    withSegment(
        true,
        false,
        (segment, directory) -> {
          writer.commit();
          for (boolean refuses : new boolean[] {true, false}) {
            int before = SegmentValues.open();
            DirectoryReader other = DirectoryReader.open(new RecordingDirectory(directory));
            SegmentReader closing = (SegmentReader) other.leaves().get(0).reader();
            ClosingCore core = new ClosingCore(other, closing.getCoreCacheHelper(), refuses);
            if (refuses) {
              expectThrows(AlreadyClosedException.class, () -> SegmentValues.of(closing, core));
            } else {
              SegmentValues.of(closing, core);
            }
            assertEquals(0, other.getRefCount());
            assertEquals("left open", before, SegmentValues.open());
          }
        });
  }
}
