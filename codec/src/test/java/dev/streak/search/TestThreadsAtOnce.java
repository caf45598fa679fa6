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
package dev.streak.search;

import dev.streak.codec.StreakCodec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.MMapDirectory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.NamedThreadFactory;

/** Threads that ask the same segments at once: each gets the answers that it would get alone. */
public class TestThreadsAtOnce extends LuceneTestCase {

  private static final int THREADS = 4;
  private static final int DOCS = 6_000;
  private static final int GROUPS = 400;

  private static BytesRef number(int doc) {
    return new BytesRef(Integer.toString(1_000_000 + doc * 7));
  }

  /** Compared with terms: nothing shorter tells such keys apart. */
  private static BytesRef sixteenBytes(int doc) {
    byte[] bytes = new byte[16];
    new Random(doc).nextBytes(bytes);
    return new BytesRef(bytes);
  }

  /** Scattered: the documents of a group are far apart. */
  private static BytesRef group(int doc) {
    return new BytesRef(Long.toString(100 + (doc * 2_654_435_761L >>> 7) % GROUPS));
  }

  private static DirectoryReader open(Directory directory, boolean[] deleted) throws IOException {
    IndexWriterConfig config = new IndexWriterConfig(null).setCodec(new StreakCodec());
    config.setMaxBufferedDocs(DOCS / 3);
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (int doc = 0; doc < DOCS; doc++) {
        Document document = new Document();
        document.add(new StringField("number", number(doc), Field.Store.NO));
        document.add(new StringField("bytes", sixteenBytes(doc), Field.Store.NO));
        document.add(new StringField("group", group(doc), Field.Store.NO));
        writer.addDocument(document);
      }
      writer.flush();
      for (int i = 0; i < DOCS / 20; i++) {
        int doc = random().nextInt(DOCS);
        deleted[doc] = true;
        writer.deleteDocuments(new Term("number", number(doc)));
      }
    }
    return DirectoryReader.open(directory);
  }

  public void testKeysListsAndSets() throws Exception {
    boolean[] deleted = new boolean[DOCS];
    try (Directory directory = new MMapDirectory(createTempDir());
        DirectoryReader reader = open(directory, deleted)) {
      ExecutorService threads =
          Executors.newFixedThreadPool(THREADS, new NamedThreadFactory("at-once"));
      try {
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
          Random random = new Random(random().nextLong());
          Callable<?> asker =
              () -> {
                ask(reader, deleted, random);
                return null;
              };
          all.add(threads.submit(asker));
        }
        for (Future<?> each : all) {
          each.get();
        }
      } finally {
        threads.shutdown();
      }
    }
  }

  private static void ask(DirectoryReader reader, boolean[] deleted, Random random)
      throws IOException {
    IndexSearcher searcher = new StreakIndexSearcher(reader);
    searcher.setQueryCache(null);
    for (int round = 0; round < 3_000; round++) {
      int doc = random.nextInt(DOCS);
      boolean absent = random.nextInt(4) == 0;
      switch (random.nextInt(3)) {
        case 0 -> {
          String field = random.nextBoolean() ? "number" : "bytes";
          BytesRef key = field.equals("number") ? number(doc) : sixteenBytes(doc);
          if (absent) {
            key.bytes[key.length - 1] ^= 1;
          }
          int expected = absent || deleted[doc] ? 0 : 1;
          assertEquals(field, expected, searcher.count(new TermQuery(new Term(field, key))));
        }
        case 1 -> seek(reader, random);
        default -> {
          if (round % 20 == 0) {
            countSet(searcher, deleted, random);
          }
        }
      }
    }
  }

  /** So many terms by one enumeration that it keeps what it asks. */
  private static void seek(DirectoryReader reader, Random random) throws IOException {
    for (LeafReaderContext leaf : reader.leaves()) {
      TermsEnum terms = leaf.reader().terms("bytes").iterator();
      for (int i = TestUtil.nextInt(random, 1, 8); i > 0; i--) {
        int doc = random.nextInt(DOCS);
        int inLeaf = doc - leaf.docBase;
        boolean expected = inLeaf >= 0 && inLeaf < leaf.reader().maxDoc();
        assertEquals(expected, terms.seekExact(sixteenBytes(doc)));
        if (expected) {
          assertEquals(1, terms.docFreq());
          assertEquals(inLeaf, terms.postings(null, PostingsEnum.NONE).nextDoc());
        }
      }
    }
  }

  private static void countSet(IndexSearcher searcher, boolean[] deleted, Random random)
      throws IOException {
    boolean[] wanted = new boolean[100 + GROUPS];
    List<BytesRef> groups = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      BytesRef group = group(random.nextInt(DOCS));
      wanted[Integer.parseInt(group.utf8ToString())] = true;
      groups.add(group);
    }
    int expected = 0;
    for (int doc = 0; doc < DOCS; doc++) {
      if (deleted[doc] == false && wanted[Integer.parseInt(group(doc).utf8ToString())]) {
        expected++;
      }
    }
    long[] ids = groups.stream().mapToLong(g -> Long.parseLong(g.utf8ToString())).toArray();
    assertEquals(expected, searcher.count(RunTermsQuery.ofIds("group", ids)));
  }
}
