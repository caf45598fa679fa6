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
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.StoredFieldVisitor;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.FilterIndexInput;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;

/** Documents and fields of unusual sizes, and that no more is read of them than is wanted. */
public class TestGiantDocuments extends LuceneTestCase {
  private static final ZstdSettings SETTINGS = ZstdSettings.DEFAULT.withDictionaryBytes(0);

  /** Counts the bytes that are read in bulk from data files, which is how frames are read. */
  private static final class CountingDirectory extends FilterDirectory {
    private final AtomicLong bytes = new AtomicLong();

    CountingDirectory(Directory in) {
      super(in);
    }

    @Override
    public IndexInput openInput(String name, IOContext context) throws IOException {
      IndexInput opened = super.openInput(name, context);
      return name.endsWith(".zsd") ? new CountingInput(opened, bytes) : opened;
    }
  }

  private static final class CountingInput extends FilterIndexInput {
    private final AtomicLong counter;

    CountingInput(IndexInput in, AtomicLong counter) {
      super("counted", in);
      this.counter = counter;
    }

    @Override
    public void readBytes(byte[] b, int offset, int length) throws IOException {
      counter.addAndGet(length);
      super.readBytes(b, offset, length);
    }

    @Override
    public CountingInput clone() {
      return new CountingInput(in.clone(), counter);
    }
  }

  private static IndexWriterConfig config(ZstdSettings settings) {
    return new IndexWriterConfig(null)
        .setCodec(new ZstdTestCodec(settings))
        .setUseCompoundFile(false)
        .setMergePolicy(NoMergePolicy.INSTANCE);
  }

  /** Wants one field and then no more. */
  private static final class FirstOf extends StoredFieldVisitor {
    private final String wanted;
    private String value;

    FirstOf(String wanted) {
      this.wanted = wanted;
    }

    @Override
    public Status needsField(FieldInfo field) {
      if (value != null) {
        return Status.STOP;
      }
      return field.name.equals(wanted) ? Status.YES : Status.NO;
    }

    @Override
    public void stringField(FieldInfo field, String found) {
      value = found;
    }
  }

  /** Nothing compresses better, so that no frame is shorter for so much content. */
  public void testZerosAboutTheLengthOfSlices() throws IOException {
    ZstdSettings settings = new ZstdSettings(TestUtil.nextInt(random(), 1, 22), 256, 1, 0);
    List<Integer> lengths = new ArrayList<>();
    for (int slices = 1; slices < 1000; slices += 1 + slices / 2) {
      for (int more = -12; more < 2; more++) {
        lengths.add(slices * settings.sliceBytes() + more);
      }
    }
    try (Directory directory = new ByteBuffersDirectory()) {
      try (IndexWriter writer = new IndexWriter(directory, config(settings))) {
        for (int length : lengths) {
          Document document = new Document();
          document.add(new StoredField("zeros", new byte[length]));
          writer.addDocument(document);
        }
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        for (int doc = 0; doc < lengths.size(); doc++) {
          Document document = reader.storedFields().document(doc);
          assertEquals(new BytesRef(new byte[lengths.get(doc)]), document.getBinaryValue("zeros"));
        }
      }
    }
  }

  public void testNoMoreIsReadThanIsWanted() throws IOException {
    byte[] noise = new byte[1 << 20];
    new Random(random().nextLong()).nextBytes(noise);
    try (CountingDirectory directory = new CountingDirectory(new ByteBuffersDirectory())) {
      try (IndexWriter writer = new IndexWriter(directory, config(SETTINGS))) {
        Document document = new Document();
        document.add(new StoredField("before", "b"));
        document.add(new StoredField("noise", noise));
        document.add(new StoredField("after", "a"));
        document.add(new StoredField("last", noise));
        writer.addDocument(document);
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        // Stopping reads one slice; going on skips over slices that are not wanted.
        assertTrue(read(directory, reader, "before") <= 2 * SETTINGS.sliceBytes());
        assertTrue(read(directory, reader, "after") <= 4 * SETTINGS.sliceBytes());
        assertTrue(read(directory, reader, "absent") <= 6 * SETTINGS.sliceBytes());
        long before = directory.bytes.get();
        Document all = reader.storedFields().document(0);
        long whole = directory.bytes.get() - before;
        assertTrue("read=" + whole, whole >= 2 * noise.length - 2 * SETTINGS.sliceBytes());
        assertEquals(new BytesRef(noise), all.getBinaryValue("last"));
        assertEquals("a", all.get("after"));
      }
    }
  }

  private static long read(CountingDirectory directory, DirectoryReader reader, String field)
      throws IOException {
    long before = directory.bytes.get();
    FirstOf visitor = new FirstOf(field);
    reader.storedFields().document(0, visitor);
    assertEquals(field.equals("absent") ? null : field.substring(0, 1), visitor.value);
    return directory.bytes.get() - before;
  }

  public void testFieldOfTenMegabytes() throws IOException {
    fieldOf(10 << 20);
  }

  @Nightly
  public void testFieldOfHundredMegabytes() throws IOException {
    fieldOf(100 << 20);
  }

  public void testMoreThanAnArrayHasRoomForIsRefused() throws IOException {
    DocBlockBuffer document = new DocBlockBuffer();
    document.writeByte((byte) 1);
    IllegalArgumentException e =
        expectThrows(
            IllegalArgumentException.class,
            () -> document.writeBytes(new byte[0], 0, Integer.MAX_VALUE));
    assertTrue(e.getMessage(), e.getMessage().endsWith("bytes=2147483648"));
  }

  /** Between small documents, in a segment of its own settings and after a merge into others. */
  private static void fieldOf(int length) throws IOException {
    byte[] noise = new byte[length];
    new Random(random().nextLong()).nextBytes(noise);
    try (Directory directory = newFSDirectory(createTempDir())) {
      try (IndexWriter writer = new IndexWriter(directory, config(SETTINGS))) {
        addSmall(writer, 0);
        Document document = new Document();
        document.add(new StoredField("noise", noise));
        writer.addDocument(document);
        addSmall(writer, 2);
        writer.commit();
        addSmall(writer, 3);
      }
      check(directory, noise);
      try (IndexWriter writer =
          new IndexWriter(
              directory,
              new IndexWriterConfig(null).setCodec(new ZstdTestCodec(ZstdSettings.FASTEST)))) {
        writer.forceMerge(1);
      }
      check(directory, noise);
    }
    HeldMemory.awaitNone();
  }

  private static void addSmall(IndexWriter writer, int id) throws IOException {
    Document document = new Document();
    document.add(new StoredField("id", Integer.toString(id)));
    writer.addDocument(document);
  }

  private static void check(Directory directory, byte[] noise) throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      for (int id : new int[] {0, 2, 3}) {
        assertEquals(Integer.toString(id), reader.storedFields().document(id).get("id"));
      }
      BytesRef back = reader.storedFields().document(1).getBinaryValue("noise");
      assertEquals(
          0,
          Arrays.compare(
              noise, 0, noise.length, back.bytes, back.offset, back.offset + back.length));
    }
  }

  /** A block ends with its bytes or with its documents; documents may be empty. */
  public void testDocumentsPerBlock() throws IOException {
    for (int max : new int[] {1, 2, 127, 128, 129, ZstdSettings.MAX_DOCS_PER_BLOCK}) {
      ZstdSettings settings =
          SETTINGS.withMaxDocsPerBlock(max).withBlockBytes(ZstdSettings.MAX_BLOCK_BYTES);
      int docs = max == ZstdSettings.MAX_DOCS_PER_BLOCK ? max + 5 : 3 * max + random().nextInt(3);
      try (Directory directory = new ByteBuffersDirectory()) {
        try (IndexWriter writer = new IndexWriter(directory, config(settings))) {
          for (int id = 0; id < docs; id++) {
            if (id % 3 == 2) {
              writer.addDocument(new Document());
            } else {
              addSmall(writer, id);
            }
          }
        }
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
          assertEquals(docs, reader.maxDoc());
          for (int id = 0; id < docs; id += 1 + random().nextInt(1 + max / 50)) {
            String expected = id % 3 == 2 ? null : Integer.toString(id);
            assertEquals(expected, reader.storedFields().document(id).get("id"));
          }
        }
      }
    }
  }
}
