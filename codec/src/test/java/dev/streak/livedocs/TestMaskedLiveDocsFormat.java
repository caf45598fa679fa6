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
package dev.streak.livedocs;

import dev.streak.codec.StreakCodec;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.SegmentCommitInfo;
import org.apache.lucene.index.SegmentReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.DenseLiveDocs;
import org.apache.lucene.util.FixedBitSet;
import org.apache.lucene.util.SparseLiveDocs;

/** What is read from disk, beside what Lucene reads from the same file. */
public class TestMaskedLiveDocsFormat extends LuceneTestCase {

  private static final int DOCS = 4000;

  private interface Check {
    void run(LeafReader reader, Bits lucenes) throws Exception;
  }

  private static void withDeleted(int deleted, Check check) throws Exception {
    IndexWriterConfig config =
        new IndexWriterConfig().setCodec(new StreakCodec()).setMergePolicy(NoMergePolicy.INSTANCE);
    try (Directory directory = newDirectory()) {
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        for (int doc = 0; doc < DOCS; doc++) {
          Document document = new Document();
          document.add(new StringField("key", Integer.toString(doc), Field.Store.NO));
          writer.addDocument(document);
        }
        writer.commit();
        for (int i = 0; i < deleted; i++) {
          writer.deleteDocuments(new Term("key", Integer.toString(random().nextInt(DOCS))));
        }
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        LeafReader leaf = getOnlyLeafReader(reader);
        SegmentCommitInfo info = ((SegmentReader) leaf).getSegmentInfo();
        Bits lucenes =
            Codec.forName("Lucene104")
                .liveDocsFormat()
                .readLiveDocs(directory, info, IOContext.READONCE);
        check.run(leaf, lucenes);
      }
    }
  }

  public void testManyDeletionsAreBitsThatMaskByWords() throws Exception {
    withDeleted(
        DOCS / 4,
        (reader, lucenes) -> {
          Bits live = reader.getLiveDocs();
          // If this fails, Lucene may have learnt it, and the format can go.
          assertTrue(lucenes instanceof DenseLiveDocs);
          assertSame(new FixedBitSet(1).asReadOnlyBits().getClass(), live.getClass());
          assertEquals(DOCS, live.length());
          for (int doc = 0; doc < DOCS; doc++) {
            assertEquals(lucenes.get(doc), live.get(doc));
          }
          int offset = random().nextInt(DOCS / 2);
          FixedBitSet masked = new FixedBitSet(DOCS / 2);
          masked.set(0, masked.length());
          live.applyMask(masked, offset);
          for (int i = 0; i < masked.length(); i++) {
            assertEquals(lucenes.get(offset + i), masked.get(i));
          }
        });
  }

  public void testRanksShareTheBits() throws Exception {
    withDeleted(
        DOCS / 4,
        (reader, lucenes) -> {
          LiveRanks ranks = LiveRanksOfReaders.of(reader);
          assertEquals(reader.numDocs(), ranks.count(0, DOCS));
          assertTrue("" + ranks.ramBytesUsed(), ranks.ramBytesUsed() < DOCS / Byte.SIZE);
        });
  }

  public void testFewDeletionsStayAsLuceneHasThem() throws Exception {
    withDeleted(
        2,
        (reader, lucenes) -> {
          assertTrue(reader.getLiveDocs() instanceof SparseLiveDocs);
          assertEquals(reader.numDocs(), LiveRanksOfReaders.of(reader).count(0, DOCS));
        });
  }
}
