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
import org.apache.lucene.document.Document;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.RamUsageEstimator;

/** Lucene flushes by what a writer says that it holds. */
public class TestWriterMemory extends LuceneTestCase {

  private static final int DOCUMENTS = 20_000;

  private static final FieldInfo FIELD = MadeSegment.field("f", 0);

  /** Blocks of tiny documents that wait for a dictionary take many times their bytes. */
  public void testWaitingBlocksCount() throws IOException {
    for (int docsPerBlock : new int[] {1, 128}) {
      ZstdSettings settings = ZstdSettings.DEFAULT.withMaxDocsPerBlock(docsPerBlock);
      try (Directory directory = new ByteBuffersDirectory();
          ZstdStoredFieldsWriter writer =
              new ZstdStoredFieldsWriter(
                  directory, MadeSegment.of(directory, DOCUMENTS), IOContext.DEFAULT, settings)) {
        for (int i = 0; i < DOCUMENTS; i++) {
          writer.startDocument();
          writer.writeField(FIELD, 1);
          writer.finishDocument();
        }
        int blocks = DOCUMENTS / docsPerBlock;
        long least =
            blocks
                * (RamUsageEstimator.sizeOf(new byte[docsPerBlock])
                    + RamUsageEstimator.sizeOf(new int[docsPerBlock]));
        assertTrue(
            writer.ramBytesUsed() + " must be at least " + least, writer.ramBytesUsed() >= least);
        writer.finish(DOCUMENTS);
        assertTrue("given back", writer.ramBytesUsed() < 1 << 17);
      }
    }
  }

  /** So the index writer's buffer is what it was set to. */
  public void testSegmentsEndInTime() throws IOException {
    try (Directory directory = newDirectory()) {
      IndexWriterConfig config =
          new IndexWriterConfig(null)
              .setCodec(new ZstdTestCodec(ZstdSettings.DEFAULT.withMaxDocsPerBlock(1)))
              .setMergePolicy(NoMergePolicy.INSTANCE)
              .setRAMBufferSizeMB(1);
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        Document document = new Document();
        document.add(new StoredField("f", 1));
        for (int i = 0; i < 2 * DOCUMENTS; i++) {
          writer.addDocument(document);
        }
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        assertEquals(2 * DOCUMENTS, reader.numDocs());
        // Of some hundred bytes each.
        assertTrue("segments=" + reader.leaves().size(), reader.leaves().size() > 2);
      }
    }
  }

  /** A segment that has as many as it may goes on with the one that it has. */
  public void testNoMoreDictionariesThanASegmentMayHave() throws IOException {
    int most = StoredFieldsDescriptor.MAX_DICTIONARIES;
    try (Directory directory = new ByteBuffersDirectory();
        DocBlockWriter writer =
            new DocBlockWriter(
                directory,
                MadeSegment.of(directory, DOCUMENTS),
                IOContext.DEFAULT,
                ZstdSettings.DEFAULT)) {
      for (int i = 0; i <= most; i++) {
        byte[] bytes = new byte[ZstdSettings.MIN_DICTIONARY_BYTES];
        bytes[0] = (byte) i;
        ZstdDictionary dictionary = ZstdDictionary.share(PackedDictionary.pack(bytes));
        ZstdDictionary before = writer.dictionary();
        writer.useDictionary(dictionary);
        assertSame(i < most ? dictionary : before, writer.dictionary());
        dictionary.release();
      }
      assertEquals(most, ZstdDictionary.sharedCount());
    }
    assertEquals(0, ZstdDictionary.sharedCount());
  }
}
