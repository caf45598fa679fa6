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
package dev.streak.bench.workload.live;

import dev.streak.bench.harness.BenchContext;
import dev.streak.bench.harness.Duel;
import dev.streak.bench.harness.DuelResult;
import dev.streak.bench.harness.Numbers;
import java.io.Closeable;
import java.io.IOException;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.IOUtils;

/**
 * Updates by key, end to end: documents are replaced, and a reader that sees them is opened in
 * between. Flushing, looking the keys up, merging and opening all happen in the calling thread.
 */
final class LiveUpdates {
  private static final int REFRESHES = 20;

  /** One item of so many is updated in a round. */
  private static final int ONE_UPDATED_OF = 20;

  private LiveUpdates() {}

  static void measure(BenchContext context, LiveIndex index, String kind) throws Exception {
    LiveDocuments items = index.documents();
    int updates = Math.max(REFRESHES, items.count() / ONE_UPDATED_OF);
    Random random = context.random("changes");
    int[] changed = random.ints(updates, 0, items.count()).toArray();
    Term[] keys = IntStream.of(changed).mapToObj(items::key).toArray(Term[]::new);
    Document[] documents = IntStream.of(changed).mapToObj(items::document).toArray(Document[]::new);
    try (Side lucene = new Side(index, 0);
        Side streak = new Side(index, 1)) {
      Duel duel =
          context
              .duel(
                  "Update by "
                      + kind
                      + " key, "
                      + Numbers.count(updates)
                      + " items, "
                      + REFRESHES
                      + " refreshes")
              .rounds(context.quick() ? 1 : 3, context.quick() ? 5 : 11)
              .operationsPerCall(updates)
              .byProcessorTime();
      duel.system("Lucene", i -> lucene.reset(), i -> lucene.update(keys, documents));
      duel.system("Streak", i -> streak.reset(), i -> streak.update(keys, documents));
      DuelResult result = duel.run();
      context.table(result.toTable());
      context.ratio("live.updates." + kind, result.speedup("Streak"));
    }
  }

  /** One of the two indexes and its writer. */
  private static final class Side implements Closeable {
    private final LiveIndex index;
    private final int side;
    private IndexWriter writer;
    private DirectoryReader reader;

    Side(LiveIndex index, int side) {
      this.index = index;
      this.side = side;
    }

    /** Takes all updates back, so that each round begins with the same index. */
    void reset() throws IOException {
      close();
      writer = index.writer(side, Integer.MAX_VALUE);
      reader = DirectoryReader.open(writer);
    }

    long update(Term[] keys, Document[] documents) throws IOException {
      long answer = 0;
      int batch = Math.ceilDiv(keys.length, REFRESHES);
      for (int from = 0; from < keys.length; from += batch) {
        for (int i = from; i < Math.min(keys.length, from + batch); i++) {
          writer.updateDocument(keys[i], documents[i]);
        }
        refresh();
        answer = 31 * answer + reader.numDocs() + 7L * reader.maxDoc();
      }
      return answer;
    }

    private void refresh() throws IOException {
      DirectoryReader newer = DirectoryReader.openIfChanged(reader, writer);
      if (newer != null) {
        reader.close();
        reader = newer;
      }
    }

    @Override
    public void close() throws IOException {
      if (writer != null) {
        Directory directory = writer.getDirectory();
        reader.close();
        writer.rollback();
        IOUtils.close(directory);
        writer = null;
      }
    }
  }
}
