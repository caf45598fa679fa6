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

import dev.streak.cache.CachePolicy;
import dev.streak.file.FileBytes;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Checksums of the cache's blocks are wrong, and the files that they are for are not. */
public class TestDamagedBlockChecksums extends LuceneTestCase {

  private static final int DOCUMENTS = 300;

  private static IndexWriterConfig config(CachePolicy blocks) {
    StreakCodec codec =
        StreakCodec.builder()
            .bundleSmallFiles(false)
            .termBlocks("key", blocks)
            .termBlocks("text", blocks)
            .termsIndex("text", CachePolicy.CACHED)
            .build();
    return new IndexWriterConfig().setCodec(codec).setUseCompoundFile(false);
  }

  private static void index(Directory directory, CachePolicy blocks) throws Exception {
    try (IndexWriter writer = new IndexWriter(directory, config(blocks))) {
      for (int i = 0; i < DOCUMENTS; i++) {
        Document document = new Document();
        document.add(new StringField("key", "key " + i, Field.Store.NO));
        document.add(new TextField("text", "word" + i, Field.Store.NO));
        writer.addDocument(document);
      }
    }
  }

  private static String file(Directory directory, String extension) throws Exception {
    return Arrays.stream(directory.listAll())
        .filter(file -> file.endsWith("." + extension))
        .findFirst()
        .orElseThrow();
  }

  private static void damage(Directory directory, String name) throws Exception {
    byte[] bytes = FileBytes.read(directory, name);
    int length = random().nextInt(5) == 0 ? random().nextInt(bytes.length) : bytes.length;
    if (length == bytes.length) {
      bytes[random().nextInt(length)] ^= (byte) (1 << random().nextInt(8));
    }
    FileBytes.replace(directory, name, bytes, length);
  }

  private static void assertReads(DirectoryReader reader) throws Exception {
    IndexSearcher searcher = new IndexSearcher(reader);
    for (int i = 0; i < DOCUMENTS; i++) {
      assertEquals(1, searcher.count(new TermQuery(new Term("key", "key " + i))));
      assertEquals(1, searcher.count(new TermQuery(new Term("text", "word" + i))));
    }
  }

  public void testIndexStaysReadableAndIsHealedByAMerge() throws Exception {
    for (String extension : List.of("skik", "skdk", "tipk", "timk")) {
      CachePolicy blocks = random().nextBoolean() ? CachePolicy.CACHED : CachePolicy.UNCACHED;
      try (Directory directory = new ByteBuffersDirectory()) {
        index(directory, blocks);
        String name = file(directory, extension);
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
          getOnlyLeafReader(reader).checkIntegrity();
        }
        damage(directory, name);
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
          assertReads(reader);
          expectThrows(Exception.class, getOnlyLeafReader(reader)::checkIntegrity);
        }
        IndexWriterConfig config = config(blocks);
        try (IndexWriter writer = new IndexWriter(directory, config)) {
          writer.addDocument(new Document());
          writer.commit();
          writer.forceMerge(1);
        }
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
          assertReads(reader);
          getOnlyLeafReader(reader).checkIntegrity();
        }
      }
    }
  }

  /** Also those of the version, which then is of a Streak that was never there. */
  public void testEachBitOfTheHeader() throws Exception {
    for (String extension : List.of("skik", "skdk", "tipk", "timk")) {
      try (Directory directory = new ByteBuffersDirectory()) {
        index(directory, CachePolicy.CACHED);
        String name = file(directory, extension);
        byte[] whole = FileBytes.read(directory, name);
        for (int bit = 0; bit < 60 * Byte.SIZE; bit++) {
          byte[] damaged = whole.clone();
          damaged[bit / Byte.SIZE] ^= (byte) (1 << (bit % Byte.SIZE));
          FileBytes.replace(directory, name, damaged, damaged.length);
          try (DirectoryReader reader = DirectoryReader.open(directory)) {
            assertEquals(name + ", bit " + bit, DOCUMENTS, reader.numDocs());
          }
        }
      }
    }
  }
}
