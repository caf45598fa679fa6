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
package dev.streak.it;

import dev.streak.codec.RewriteOtherCodecsMergePolicy;
import dev.streak.codec.StreakCodec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SegmentCommitInfo;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.SearcherFactory;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;

/** From Lucene's codec to Streak's and back, and from one setting to another, without a rebuild. */
public class TestChangeOfMind extends LuceneTestCase {

  private static final int DOCUMENTS = 500;

  private static IndexWriterConfig settings(Codec codec) {
    return RandomSettings.writer(random()).setIndexSort(Catalogue.INDEX_SORT).setCodec(codec);
  }

  private static Codec streak() {
    return RandomSettings.codec(random());
  }

  public void testThereAndBackSegmentBySegmentWhileInUse() throws Exception {
    ExpectedState history = new ExpectedState(random().nextLong(), DOCUMENTS);
    try (Directory directory = newDirectory()) {
      Codec[] minds = {new Lucene104Codec(), streak(), new Lucene104Codec(), streak()};
      for (Codec codec : minds) {
        convert(directory, codec, history);
        assertEquals(Set.of(codec.getName()), codecs(directory));
        IndexJudge.lastCommitIsWhole(directory, history, history.operations());
      }
    }
  }

  private void convert(Directory directory, Codec codec, ExpectedState history) throws Exception {
    IndexWriterConfig config = settings(codec);
    config.setMergePolicy(new RewriteOtherCodecsMergePolicy(config.getMergePolicy(), codec));
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      history.advance(history.operations() + 300, writer);
      try (SearcherManager manager = new SearcherManager(writer, new SearcherFactory());
          Users users = new Users(manager)) {
        writer.forceMerge(Integer.MAX_VALUE);
        history.advance(history.operations() + 50, writer);
        manager.maybeRefreshBlocking();
        writer.forceMerge(Integer.MAX_VALUE);
      }
      writer.setLiveCommitData(
          Map.of(CrashingWriter.OPERATIONS, Long.toString(history.operations())).entrySet());
    }
  }

  /** Searches, over and over, while the index changes under it. */
  private static final class Users implements AutoCloseable {
    private final AtomicBoolean stop = new AtomicBoolean();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final Thread thread;

    Users(SearcherManager manager) {
      long seed = random().nextLong();
      thread = new Thread(() -> use(manager, new Random(seed)));
      thread.start();
    }

    private void use(SearcherManager manager, Random random) {
      try {
        while (!stop.get()) {
          manager.maybeRefresh();
          IndexSearcher searcher = manager.acquire();
          try {
            FastPaths.check((DirectoryReader) searcher.getIndexReader(), random);
            String id = Integer.toString(random.nextInt(DOCUMENTS));
            assertTrue(searcher.count(new TermQuery(new Term(Catalogue.ID, id))) <= 1);
          } finally {
            manager.release(searcher);
          }
        }
      } catch (Throwable e) {
        failure.set(e);
      }
    }

    @Override
    public void close() throws Exception {
      stop.set(true);
      thread.join();
      if (failure.get() != null) {
        throw new AssertionError("while the codec changed", failure.get());
      }
    }
  }

  public void testSettingsChangedBetweenCommits() throws Exception {
    long seed = random().nextLong();
    ExpectedState history = new ExpectedState(seed, DOCUMENTS);
    try (Directory directory = newDirectory();
        Directory lucenes = newDirectory()) {
      for (int commit = 0; commit < 5; commit++) {
        Codec codec = random().nextInt(4) == 0 ? new Lucene104Codec() : streak();
        try (IndexWriter writer = new IndexWriter(directory, settings(codec))) {
          history.advance(history.operations() + 150, writer);
        }
        readEverything(directory);
      }
      merged(directory, streak());
      ExpectedState replay = history.fromStart();
      try (IndexWriter writer = new IndexWriter(lucenes, settings(new Lucene104Codec()))) {
        replay.advance(history.operations(), writer);
      }
      merged(lucenes, new Lucene104Codec());
      assertEquals(readEverything(lucenes), readEverything(directory));
    }
  }

  public void testAddIndexesBothWays() throws Exception {
    for (Codec to : new Codec[] {new Lucene104Codec(), streak()}) {
      Codec from = to instanceof StreakCodec ? new Lucene104Codec() : streak();
      for (boolean readers : new boolean[] {false, true}) {
        try (Directory source = newDirectory();
            Directory target = newDirectory();
            Directory expected = newDirectory()) {
          write(source, from, 0, 200);
          write(target, to, 200, 300);
          write(expected, new Lucene104Codec(), 0, 300);
          try (IndexWriter writer = new IndexWriter(target, settings(to));
              DirectoryReader reader = DirectoryReader.open(source)) {
            if (readers) {
              writer.addIndexes(codecReaders(reader));
            } else {
              writer.addIndexes(source);
            }
          }
          readEverything(target);
          merged(target, to);
          merged(expected, new Lucene104Codec());
          assertEquals(readEverything(expected), readEverything(target));
        }
      }
    }
  }

  private static CodecReader[] codecReaders(DirectoryReader reader) {
    List<CodecReader> readers = new ArrayList<>();
    for (LeafReaderContext leaf : reader.leaves()) {
      readers.add((CodecReader) leaf.reader());
    }
    return readers.toArray(CodecReader[]::new);
  }

  private static void write(Directory directory, Codec codec, int from, int to) throws IOException {
    try (IndexWriter writer = new IndexWriter(directory, settings(codec))) {
      for (int number = from; number < to; number++) {
        writer.addDocument(Catalogue.document(number, 1));
      }
    }
  }

  private static void merged(Directory directory, Codec codec) throws IOException {
    try (IndexWriter writer = new IndexWriter(directory, settings(codec))) {
      writer.forceMerge(1);
    }
  }

  private static long readEverything(Directory directory) throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      FastPaths.check(reader, random());
      return IndexDigest.afterIntegrityCheck(reader);
    }
  }

  private static Set<String> codecs(Directory directory) throws IOException {
    Set<String> names = new TreeSet<>();
    for (SegmentCommitInfo segment : SegmentInfos.readLatestCommit(directory)) {
      names.add(segment.info.getCodec().getName());
    }
    return names;
  }
}
