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
package dev.streak.bench.workload.termsindex;

import dev.streak.bench.harness.BenchContext;
import dev.streak.bench.harness.DuelResult;
import dev.streak.bench.harness.PageCache;
import dev.streak.bench.workload.TwinIndex;
import dev.streak.cache.BlockCache;
import dev.streak.cache.CachePolicy;
import dev.streak.codec.StreakCodec;
import dev.streak.codec.StreakPostingsFormat;
import dev.streak.codec.StreakWarmer;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.NIOFSDirectory;
import org.apache.lucene.util.BytesRef;

/**
 * Latency of exact-term look-ups when the page cache is empty and a merge goes on. The page cache
 * is dropped before each call, which takes root, so both indexes are read with {@link
 * NIOFSDirectory}.
 */
final class ColdLookups {
  private static final int QUESTIONS = 50;
  private static final int QUICK_QUESTIONS = 12;

  /** A field whose blocks of terms are in the cache, which is not so unless set. */
  private static final String CACHED_TEXT = "cached_text";

  private ColdLookups() {}

  static void run(BenchContext context) throws Exception {
    if (PageCache.canDrop(context, "latency with a cold page cache") == false) {
      return;
    }
    int docs = context.size("cold-docs");
    List<TwinIndex.Side> sides =
        TwinIndex.build(context, docs, i -> document(i, docs), IndexWriterConfig::new, codec());
    AtomicBoolean done = new AtomicBoolean();
    Thread merging = new Thread(() -> merge(context, done));
    merging.start();
    try (Directory luceneFiles = new NIOFSDirectory(sides.get(0).path());
        Directory streakFiles = new NIOFSDirectory(sides.get(1).path());
        DirectoryReader lucene = DirectoryReader.open(luceneFiles);
        DirectoryReader streak = DirectoryReader.open(streakFiles)) {
      StreakWarmer.warm(streak);
      for (String field : new String[] {"id", "text", CACHED_TEXT}) {
        compare(context, field, docs, lucene, streak);
      }
      context.note("cache after the cold look-ups: " + BlockCache.shared().stats().toLine());
    } finally {
      done.set(true);
      merging.join();
    }
  }

  private static StreakCodec codec() {
    return StreakCodec.builder()
        .termBlocks(CACHED_TEXT, CachePolicy.CACHED)
        // Files of its own.
        .postingsFormat(CACHED_TEXT, new StreakPostingsFormat())
        .build();
  }

  private static void compare(
      BenchContext context, String field, int docs, DirectoryReader lucene, DirectoryReader streak)
      throws Exception {
    Random random = context.random(field);
    BytesRef[] terms = new BytesRef[context.quick() ? QUICK_QUESTIONS : QUESTIONS];
    for (int i = 0; i < terms.length; i++) {
      terms[i] = new BytesRef(term(field, random.nextInt(docs), docs));
    }
    DuelResult result =
        context
            .duel("Exact look-up in " + field + ", page cache dropped, merge running")
            .inputs(terms.length)
            // Comparing the answers has loaded the classes that a first look-up needs.
            .rounds(0, context.quick() ? 2 : 5)
            .system("Lucene", i -> PageCache.drop(), i -> firstDoc(lucene, field, terms[i]))
            .system("Streak", i -> PageCache.drop(), i -> firstDoc(streak, field, terms[i]))
            .run();
    context.table(result.toTable());
    context.ratio("termsindex.cold_p99." + field, result.speedupAt(99, "Streak", "Lucene"));
  }

  private static int firstDoc(DirectoryReader reader, String field, BytesRef term)
      throws IOException {
    TermsEnum terms = reader.leaves().get(0).reader().terms(field).iterator();
    if (terms.seekExact(term) == false) {
      return -1;
    }
    return terms.postings(null, PostingsEnum.NONE).nextDoc();
  }

  private static String term(String field, int number, int docs) {
    long scattered = (number * 2_654_435_761L + 1) % docs;
    return field.equals("id") ? Long.toString(scattered) : "w" + Long.toString(scattered, 36);
  }

  private static Document document(int number, int docs) {
    Document document = new Document();
    document.add(new StringField("id", term("id", number, docs), Field.Store.NO));
    document.add(new TextField("text", term("text", number, docs), Field.Store.NO));
    document.add(new TextField(CACHED_TEXT, term("text", number, docs), Field.Store.NO));
    return document;
  }

  /** Writes and merges another index over and over. */
  private static void merge(BenchContext context, AtomicBoolean done) {
    try (Directory directory = FSDirectory.open(context.scratch("merging"))) {
      while (done.get() == false) {
        IndexWriterConfig config =
            new IndexWriterConfig()
                .setCodec(Codec.getDefault())
                .setMaxBufferedDocs(5_000)
                .setOpenMode(IndexWriterConfig.OpenMode.CREATE);
        try (IndexWriter writer = new IndexWriter(directory, config)) {
          for (int i = 0; i < 50_000 && done.get() == false; i++) {
            writer.addDocument(document(i, 50_000));
          }
          writer.forceMerge(1);
        }
      }
    } catch (IOException e) {
      context.note("The merge in the background failed: " + e);
    }
  }
}
