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
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexFormatTooNewException;
import org.apache.lucene.index.IndexFormatTooOldException;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.tests.util.LuceneTestCase;

/**
 * Flips bits and cuts off ends of each file. Whoever reads the documents gets the right ones or an
 * exception that says the index is damaged; never wrong ones, and never another failure.
 */
public class TestDamagedFiles extends LuceneTestCase {
  private static final String[] EXTENSIONS = {"zsd", "zsi", "zsm"};

  private static Directory index(ZstdSettings settings, int docs) throws IOException {
    Directory directory = new ByteBuffersDirectory();
    IndexWriterConfig config =
        new IndexWriterConfig(null).setCodec(new ZstdTestCodec(settings)).setUseCompoundFile(false);
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (int id = 0; id < docs; id++) {
        writer.addDocument(Documents.document(random(), id));
      }
    }
    return directory;
  }

  private static byte[] bytes(Directory directory, String file) throws IOException {
    try (IndexInput in = directory.openInput(file, IOContext.READONCE)) {
      byte[] bytes = new byte[(int) in.length()];
      in.readBytes(bytes, 0, bytes.length);
      return bytes;
    }
  }

  private static Directory copyWith(Directory original, String damagedFile, byte[] damaged)
      throws IOException {
    Directory copy = new ByteBuffersDirectory();
    for (String file : original.listAll()) {
      if (file.equals(damagedFile)) {
        try (IndexOutput out = copy.createOutput(file, IOContext.DEFAULT)) {
          out.writeBytes(damaged, damaged.length);
        }
      } else {
        copy.copyFrom(original, file, file, IOContext.DEFAULT);
      }
    }
    return copy;
  }

  /** Returns whether the damage was noticed; documents that were read were right. */
  private static boolean isNoticed(Directory directory, List<String> expected) throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      boolean noticed = false;
      var storedFields = reader.storedFields();
      for (int doc = 0; doc < expected.size(); doc++) {
        try {
          assertEquals(expected.get(doc), storedFields.document(doc).toString());
        } catch (CorruptIndexException e) {
          assertTrue(e.getMessage(), e.getMessage().contains(".zs"));
          noticed = true;
        }
      }
      return noticed;
    } catch (CorruptIndexException | IndexFormatTooNewException | IndexFormatTooOldException e) {
      assertTrue(e.getMessage(), e.getMessage().contains(".zs"));
      return true;
    }
  }

  private static boolean isRefused(Directory directory) throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      assertNotNull(reader);
      return false;
    } catch (CorruptIndexException | IndexFormatTooNewException | IndexFormatTooOldException e) {
      return true;
    }
  }

  private static List<String> documents(Directory directory) throws IOException {
    List<String> documents = new ArrayList<>();
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      for (int doc = 0; doc < reader.maxDoc(); doc++) {
        documents.add(reader.storedFields().document(doc).toString());
      }
    }
    return documents;
  }

  private static String file(Directory directory, String extension) throws IOException {
    for (String file : directory.listAll()) {
      if (file.endsWith("." + extension)) {
        return file;
      }
    }
    throw new AssertionError(extension);
  }

  /** Every bit of small files in turn would be slow: some bits of each region. */
  public void testFlippedBits() throws IOException {
    ZstdSettings settings = new ZstdSettings(3, 1024, 20, 0);
    try (Directory directory = index(settings, 200)) {
      List<String> expected = documents(directory);
      for (String extension : EXTENSIONS) {
        String file = file(directory, extension);
        byte[] bytes = bytes(directory, file);
        int checked = 0;
        int noticed = 0;
        for (int at = 0; at < bytes.length; at += 1 + random().nextInt(bytes.length / 150 + 1)) {
          byte[] damaged = bytes.clone();
          damaged[at] ^= (byte) (1 << random().nextInt(8));
          try (Directory copy = copyWith(directory, file, damaged)) {
            checked++;
            noticed += isNoticed(copy, expected) ? 1 : 0;
            // What tells where documents lie is checked before anybody asks.
            assertTrue(file + " at " + at, extension.equals("zsd") || isRefused(copy));
          }
        }
        // The data file's own checksum is the one thing that reading documents does not look at.
        assertTrue(file + ": " + noticed + " of " + checked, noticed * 100 >= checked * 95);
      }
    }
    HeldMemory.awaitNone();
  }

  public void testMoreDictionariesThanASegmentMayHave() throws IOException {
    for (int count : new int[] {16, 17, 32}) {
      try (Directory directory = new ByteBuffersDirectory()) {
        try (IndexOutput out = directory.createOutput("meta", IOContext.DEFAULT)) {
          out.writeVInt(count);
          for (int i = 0; i < count; i++) {
            out.writeVInt(1 << 20);
            out.writeVInt(100);
            out.writeVInt(1);
            out.writeByte((byte) i);
          }
          out.writeVInt(1);
          out.writeVLong(1);
          out.writeVInt(1);
        }
        try (IndexInput in = directory.openInput("meta", IOContext.READONCE)) {
          if (count == 16) {
            SegmentDictionaries.read(in, 1).release();
          } else {
            CorruptIndexException e =
                expectThrows(
                    CorruptIndexException.class, () -> SegmentDictionaries.read(in, 1).release());
            String message = "length of all dictionaries is 17825792, must be 0 to 16777216";
            assertTrue(e.getMessage(), e.getMessage().startsWith(message));
          }
        }
      }
    }
    assertEquals(0, ZstdDictionary.sharedCount());
  }

  public void testFlippedBitsWithDictionaryAndSlices() throws IOException {
    ZstdSettings settings = new ZstdSettings(1, 256, 20, 1 << 13);
    try (Directory directory = index(settings, 6000)) {
      List<String> expected = documents(directory);
      for (String extension : EXTENSIONS) {
        String file = file(directory, extension);
        byte[] bytes = bytes(directory, file);
        for (int i = 0; i < 12; i++) {
          byte[] damaged = bytes.clone();
          damaged[random().nextInt(bytes.length)] ^= (byte) (1 << random().nextInt(8));
          try (Directory copy = copyWith(directory, file, damaged)) {
            isNoticed(copy, expected);
            assertTrue(isRejectedByCheck(copy));
          }
        }
      }
    }
    HeldMemory.awaitNone();
    assertEquals(0, ZstdDictionary.sharedCount());
  }

  private static boolean isRejectedByCheck(Directory directory) throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      reader.leaves().get(0).reader().checkIntegrity();
      return false;
    } catch (CorruptIndexException | IndexFormatTooNewException | IndexFormatTooOldException e) {
      return true;
    }
  }

  public void testTruncation() throws IOException {
    ZstdSettings settings = new ZstdSettings(3, 1024, 20, 0);
    try (Directory directory = index(settings, 200)) {
      for (String extension : EXTENSIONS) {
        String file = file(directory, extension);
        byte[] bytes = bytes(directory, file);
        for (int i = 0; i < 40; i++) {
          byte[] damaged = new byte[random().nextInt(bytes.length)];
          System.arraycopy(bytes, 0, damaged, 0, damaged.length);
          try (Directory copy = copyWith(directory, file, damaged)) {
            CorruptIndexException e =
                expectThrows(CorruptIndexException.class, () -> DirectoryReader.open(copy).close());
            assertTrue(e.getMessage(), e.getMessage().contains("." + extension));
          }
        }
      }
    }
    HeldMemory.awaitNone();
  }
}
