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
package dev.streak.codec;

import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.store.MMapDirectory;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Lucene reads the metadata of split dictionaries before any checksum: damage must be reported. */
public class TestDamagedSplitTerms extends LuceneTestCase {

  public void testEveryBitOfTheMetadata() throws IOException {
    try (Directory healthy = new ByteBuffersDirectory();
        Directory mapped = new MMapDirectory(createTempDir());
        Directory buffers = new ByteBuffersDirectory()) {
      String file = write(healthy);
      byte[] bytes = read(healthy, file);
      int end = bytes.length - CodecUtil.footerLength();
      int detected = 0;
      for (int bit = (end - 64) * Byte.SIZE; bit < end * Byte.SIZE; bit++) {
        byte[] damaged = bytes.clone();
        damaged[bit / Byte.SIZE] ^= (byte) (1 << (bit % Byte.SIZE));
        for (Directory directory : Arrays.asList(mapped, buffers)) {
          detected += isDetected(healthy, directory, file, damaged) ? 1 : 0;
        }
      }
      assertTrue("nothing was noticed", detected > 0);
    }
  }

  private static boolean isDetected(
      Directory healthy, Directory directory, String file, byte[] damaged) throws IOException {
    for (String old : directory.listAll()) {
      directory.deleteFile(old);
    }
    for (String other : healthy.listAll()) {
      if (other.equals(file)) {
        try (IndexOutput out = directory.createOutput(file, IOContext.DEFAULT)) {
          out.writeBytes(damaged, damaged.length);
        }
      } else {
        directory.copyFrom(healthy, other, other, IOContext.DEFAULT);
      }
    }
    try {
      DirectoryReader.open(directory).close();
      return false;
    } catch (CorruptIndexException | EOFException expected) {
      return true;
    }
  }

  private static String write(Directory directory) throws IOException {
    StreakPostingsFormat format = new StreakPostingsFormat(TermsDictionary.uniformSplit(16));
    IndexWriterConfig config =
        new IndexWriterConfig()
            .setCodec(StreakCodec.builder().postingsFormat("id", format).build())
            .setUseCompoundFile(false);
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (int i = 0; i < 300; i++) {
        Document document = new Document();
        document.add(new StringField("id", "term" + i, Field.Store.NO));
        writer.addDocument(document);
      }
    }
    return Arrays.stream(directory.listAll())
        .filter(name -> name.endsWith(".skt"))
        .findFirst()
        .orElseThrow();
  }

  private static byte[] read(Directory directory, String file) throws IOException {
    try (IndexInput in = directory.openInput(file, IOContext.DEFAULT)) {
      byte[] bytes = new byte[Math.toIntExact(in.length())];
      in.readBytes(bytes, 0, bytes.length);
      return bytes;
    }
  }
}
