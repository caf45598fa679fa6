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
import dev.streak.field.LeafTerms;
import dev.streak.field.TermEntry;
import dev.streak.matches.SegmentMatches;
import dev.streak.matches.TermMatches;
import java.io.IOException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Weight;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Threads that share a segment have one of them work out what matches in it. */
public class TestSharedSegment extends LuceneTestCase {

  private static final String FIELD = "shop";

  private final AtomicInteger workedOut = new AtomicInteger();
  private volatile Thread first;
  private volatile Thread second;

  /** Matches the first document, once the second thread asks for the same. */
  private final class SlowWeight extends UncountedWeight {
    SlowWeight(IndexSearcher searcher) {
      super(new MatchNoDocsQuery(), FIELD, searcher, ScoreMode.COMPLETE_NO_SCORES, 1);
    }

    @Override
    protected SegmentMatches segmentMatches(LeafReaderContext context, LeafTerms terms)
        throws IOException {
      workedOut.incrementAndGet();
      Thread other = Thread.currentThread() == first ? second : first;
      while (workedOut.get() == 1 && other.getState() != Thread.State.BLOCKED) {
        Thread.onSpinWait();
      }
      TermMatches.Builder matches =
          new TermMatches.Builder(terms.streak(), context.reader().maxDoc(), 1);
      matches.add(new long[] {TermEntry.ofRun(0, 1)}, 1);
      return matches.build(null);
    }

    @Override
    protected Query elsewhereQuery() {
      return new MatchNoDocsQuery();
    }
  }

  public void testWorkedOutOnce() throws Exception {
    IndexWriterConfig config = new IndexWriterConfig().setCodec(new StreakCodec());
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, config)) {
      Document document = new Document();
      document.add(new StringField(FIELD, "1", Field.Store.NO));
      writer.addDocument(document);
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        Weight weight = new SlowWeight(new IndexSearcher(reader));
        LeafReaderContext leaf = reader.leaves().get(0);
        FutureTask<Long> one = new FutureTask<>(() -> weight.scorerSupplier(leaf).cost());
        FutureTask<Long> other = new FutureTask<>(() -> weight.scorerSupplier(leaf).cost());
        first = new Thread(one, "first");
        second = new Thread(other, "second");
        first.start();
        second.start();
        assertEquals(1L, (long) one.get());
        assertEquals(1L, (long) other.get());
        assertEquals(1, workedOut.get());
      }
    }
  }
}
