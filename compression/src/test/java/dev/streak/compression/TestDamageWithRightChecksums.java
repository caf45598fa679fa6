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

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.store.ByteArrayDataOutput;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.store.MMapDirectory;
import org.apache.lucene.store.NIOFSDirectory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

/**
 * Files that were damaged before their checksums were taken. Whoever reads them is told that the
 * index is damaged, whatever the directory makes of a place that is not there.
 */
public class TestDamageWithRightChecksums extends LuceneTestCase {
  private static final ZstdSettings SETTINGS = new ZstdSettings(1, 256, 5, 0);
  private static final int DOCS = 200;
  private static final int HEADER_BYTES = CodecUtil.indexHeaderLength("StreakStoredMeta", "");

  private static final byte[][] DAMAGES = {
    {0}, {-1}, {0x40}, {-1, -1, -1, -1}, {-1, -1, -1, -1, -1, -1, -1, -1, 0x7F}
  };

  /** What is tried with a reader of the damaged index. */
  @FunctionalInterface
  private interface Attempt {
    void with(DirectoryReader reader) throws IOException;
  }

  private static IndexWriterConfig config() {
    return new IndexWriterConfig(null)
        .setCodec(new ZstdTestCodec(SETTINGS))
        .setMergeScheduler(new SerialMergeScheduler())
        .setUseCompoundFile(false);
  }

  private static void index(Directory directory) throws IOException {
    try (IndexWriter writer = new IndexWriter(directory, config())) {
      for (int id = 0; id < DOCS; id++) {
        writer.addDocument(Documents.document(random(), id));
      }
    }
  }

  private static byte[] bytes(Directory directory, String file) throws IOException {
    try (IndexInput in = directory.openInput(file, IOContext.READONCE)) {
      byte[] bytes = new byte[(int) in.length()];
      in.readBytes(bytes, 0, bytes.length);
      return bytes;
    }
  }

  private static void takeChecksum(byte[] file) {
    CRC32 checksum = new CRC32();
    checksum.update(file, 0, file.length - Long.BYTES);
    for (int i = 1; i <= Long.BYTES; i++) {
      file[file.length - i] = (byte) (checksum.getValue() >>> (Byte.SIZE * (i - 1)));
    }
  }

  private static void replace(Directory directory, String file, byte[] bytes) throws IOException {
    directory.deleteFile(file);
    try (IndexOutput out = directory.createOutput(file, IOContext.DEFAULT)) {
      out.writeBytes(bytes, bytes.length);
    }
  }

  /** Tries something with an index of which one file is damaged in many ways, in any directory. */
  private static void attempt(String extension, Attempt attempt) throws IOException {
    for (Directory directory :
        List.of(
            new ByteBuffersDirectory(),
            new MMapDirectory(createTempDir()),
            new NIOFSDirectory(createTempDir()))) {
      index(directory);
      String file = "_0." + extension;
      byte[] sound = bytes(directory, file);
      int end = sound.length - CodecUtil.footerLength();
      for (int at = HEADER_BYTES; at < end; at++) {
        byte[] damaged = sound.clone();
        byte[] damage = DAMAGES[random().nextInt(DAMAGES.length)];
        System.arraycopy(damage, 0, damaged, at, Math.min(damage.length, end - at));
        takeChecksum(damaged);
        replace(directory, file, damaged);
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
          attempt.with(reader);
        } catch (CorruptIndexException e) {
          assertTrue(e.getMessage(), e.getMessage().contains("_0.zs"));
        }
      }
      directory.close();
    }
    HeldMemory.awaitNone();
  }

  public void testDocuments() throws IOException {
    for (String extension : new String[] {"zsi", "zsm"}) {
      attempt(
          extension,
          reader -> {
            for (int doc = 0; doc < DOCS; doc += 1 + random().nextInt(9)) {
              try {
                assertNotNull(reader.storedFields().document(doc));
              } catch (CorruptIndexException e) {
                assertTrue(e.getMessage(), e.getMessage().contains("_0.zs"));
              }
            }
          });
    }
  }

  public void testPrefetch() throws IOException {
    for (String extension : new String[] {"zsi", "zsm"}) {
      attempt(
          extension,
          reader -> {
            StoredFields fields = reader.storedFields();
            for (int doc = 0; doc < DOCS; doc += 1 + random().nextInt(9)) {
              try {
                fields.prefetch(doc);
              } catch (CorruptIndexException e) {
                assertTrue(e.getMessage(), e.getMessage().contains("_0.zs"));
              }
            }
          });
    }
  }

  public void testMerge() throws IOException {
    for (String extension : new String[] {"zsi", "zsm"}) {
      attempt(
          extension,
          reader -> {
            CodecReader segment = (CodecReader) reader.leaves().get(0).reader();
            try (Directory target = new ByteBuffersDirectory();
                IndexWriter writer = new IndexWriter(target, config())) {
              try {
                writer.addIndexes(segment);
              } finally {
                writer.rollback();
              }
            }
          });
    }
  }

  /** Heads of blocks and what follows them, of blocks in one frame and in slices. */
  public void testHeadsOfBlocks() throws IOException {
    try (Directory directory = new ByteBuffersDirectory()) {
      try (IndexWriter writer = new IndexWriter(directory, config())) {
        for (int id = 0; id < 12; id++) {
          Document document = Documents.document(random(), id);
          int length = id % 3 == 0 ? 5 * SETTINGS.sliceBytes() : 0;
          document.add(
              new StoredField("long", TestUtil.randomSimpleString(random(), length, length)));
          writer.addDocument(document);
        }
      }
      List<String> expected = new ArrayList<>();
      List<Integer> heads = new ArrayList<>();
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        ZstdStoredFieldsReader fields =
            (ZstdStoredFieldsReader)
                ((CodecReader) reader.leaves().get(0).reader()).getFieldsReader();
        for (int doc = 0; doc < reader.maxDoc(); doc++) {
          expected.add(reader.storedFields().document(doc).toString());
        }
        for (int block = 0; block < fields.meta().numBlocks(); block++) {
          heads.add((int) fields.blockIndex().pointer(block));
        }
      }
      byte[] sound = bytes(directory, "_0.zsd");
      for (int head : heads) {
        for (int at = head; at < head + 8; at++) {
          for (byte[] damage : DAMAGES) {
            byte[] damaged = sound.clone();
            System.arraycopy(damage, 0, damaged, at, damage.length);
            takeChecksum(damaged);
            replace(directory, "_0.zsd", damaged);
            boolean changed = Arrays.equals(sound, damaged) == false;
            assertEquals(at < head + 2 && changed, isNoticed(directory, expected) && at < head + 2);
          }
        }
      }
    }
    HeldMemory.awaitNone();
  }

  /** Returns whether something was noticed; documents that are read are right. */
  private static boolean isNoticed(Directory directory, List<String> expected) throws IOException {
    boolean noticed = false;
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      for (int doc = 0; doc < expected.size(); doc++) {
        try {
          assertEquals(expected.get(doc), reader.storedFields().document(doc).toString());
        } catch (CorruptIndexException e) {
          assertTrue(e.getMessage(), e.getMessage().contains("_0.zsd"));
          noticed = true;
        }
      }
    }
    return noticed;
  }

  /** A byte that nothing says what it is for, behind all that a file has. */
  public void testOneByteMore() throws IOException {
    for (String extension : new String[] {"zsd", "zsi", "zsm"}) {
      try (Directory directory = new ByteBuffersDirectory()) {
        index(directory);
        String file = "_0." + extension;
        byte[] sound = bytes(directory, file);
        int end = sound.length - CodecUtil.footerLength();
        byte[] longer = new byte[sound.length + 1];
        System.arraycopy(sound, 0, longer, 0, end);
        System.arraycopy(sound, end, longer, end + 1, CodecUtil.footerLength());
        takeChecksum(longer);
        replace(directory, file, longer);
        CorruptIndexException e =
            expectThrows(
                CorruptIndexException.class, () -> DirectoryReader.open(directory).close());
        assertTrue(e.getMessage(), e.getMessage().contains(file));
      }
    }
    HeldMemory.awaitNone();
  }

  /** More blocks than documents, and lengths that leave no room for a footer behind them. */
  public void testNumbersThatCannotBe() throws IOException {
    for (int number : new int[] {-4, -3, 0, 2}) {
      try (Directory directory = new ByteBuffersDirectory()) {
        index(directory);
        byte[] meta = bytes(directory, "_0.zsm");
        int from;
        int to;
        try (IndexInput in = directory.openInput("_0.zsm", IOContext.READONCE)) {
          in.seek(HEADER_BYTES);
          // Settings, documents, blocks, short blocks, documents in these, content.
          for (int i = 0; i < 9 + number; i++) {
            in.readVLong();
          }
          from = (int) in.getFilePointer();
          in.readVLong();
          to = (int) in.getFilePointer();
        }
        ByteArrayOutputStream damaged = new ByteArrayOutputStream();
        damaged.write(meta, 0, from);
        damaged.writeBytes(DAMAGES[DAMAGES.length - 1]);
        damaged.write(meta, to, meta.length - to);
        byte[] bytes = damaged.toByteArray();
        takeChecksum(bytes);
        replace(directory, "_0.zsm", bytes);
        CorruptIndexException e =
            expectThrows(
                CorruptIndexException.class, () -> DirectoryReader.open(directory).close());
        assertTrue(e.getMessage(), e.getMessage().contains("9223372036854775807, must be 0 to"));
      }
    }
  }

  /** A dictionary whose tables are none. */
  private static PackedDictionary withoutTables(int length) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) -1);
    byte[] magic = {0x37, (byte) 0xA4, 0x30, (byte) 0xEC};
    System.arraycopy(magic, 0, bytes, 0, magic.length);
    return PackedDictionary.pack(bytes);
  }

  public void testDictionary() throws IOException {
    for (int length : new int[] {100, 1 << 14, 1 << 20}) {
      ZstdDictionary dictionary = ZstdDictionary.share(withoutTables(length));
      try {
        CorruptIndexException e = expectThrows(CorruptIndexException.class, dictionary::forReading);
        assertTrue(e.getMessage(), e.getMessage().contains("must be one that Zstandard"));
        expectThrows(CorruptIndexException.class, () -> dictionary.forWriting(3));
      } finally {
        dictionary.release();
      }
    }
    HeldMemory.awaitNone();
    assertEquals(0, ZstdDictionary.sharedCount());
  }

  /** Two gigabytes in a file of some kilobytes, it says: nobody asks for so much heap. */
  public void testGiantBlockInSmallFile() throws IOException {
    try (Directory directory = new ByteBuffersDirectory()) {
      try (IndexWriter writer = new IndexWriter(directory, config())) {
        Document document = new Document();
        document.add(
            new StoredField("text", TestUtil.randomSimpleString(random(), 20_000, 30_000)));
        writer.addDocument(document);
      }
      byte[] damaged = bytes(directory, "_0.zsd");
      byte[] content = new byte[SETTINGS.sliceBytes()];
      ByteArrayDataOutput document = new ByteArrayDataOutput(content);
      document.writeVInt(1);
      document.writeVInt(StoredFieldsDescriptor.TYPE_STRING);
      document.writeVInt(Integer.MAX_VALUE - 100);
      ByteArrayDataOutput block =
          new ByteArrayDataOutput(damaged, HEADER_BYTES, damaged.length - HEADER_BYTES);
      block.writeVInt(
          1 << StoredFieldsDescriptor.TOKEN_DOCS_SHIFT | StoredFieldsDescriptor.TOKEN_SLICED);
      block.writeVInt(Integer.MAX_VALUE);
      try (FrameCompressor compressor = new FrameCompressor(1, null)) {
        int length = compressor.compress(content, 0, content.length);
        block.writeVInt(length);
        block.writeBytes(compressor.frame(), 0, length);
      }
      takeChecksum(damaged);
      replace(directory, "_0.zsd", damaged);
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        CorruptIndexException e =
            expectThrows(CorruptIndexException.class, () -> reader.storedFields().document(0));
        assertTrue(e.getMessage(), e.getMessage().startsWith("head of block 0 at "));
      }
    }
  }
}
