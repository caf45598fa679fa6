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

import dev.streak.cache.BlockCache;
import dev.streak.cache.monitor.CacheStats;
import java.nio.file.Path;
import java.util.Random;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;

/**
 * A process that writes an index, reads everything in it and says what it found: {@code answer N}
 * and {@code refused N}, the blocks that the cache had no memory for.
 */
final class WholeLife {

  static final String ANSWER = "answer ";
  static final String REFUSED = "refused ";

  private WholeLife() {}

  /** Arguments: folder, seed of the history, number of documents, seed of the settings. */
  public static void main(String[] arguments) throws Exception {
    long seed = Long.parseLong(arguments[1]);
    int documents = Integer.parseInt(arguments[2]);
    Random random = new Random(Long.parseLong(arguments[3]));
    ExpectedState history = new ExpectedState(seed, documents);
    try (Directory directory = FSDirectory.open(Path.of(arguments[0]))) {
      // Merges of other threads end when they end: segments, which the answer tells, would differ.
      IndexWriterConfig config = RandomSettings.writer(random, seed);
      config.setMergeScheduler(new SerialMergeScheduler());
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        while (history.operations() < documents) {
          history.advance(history.operations() + 1 + random.nextInt(120), writer);
          writer.commit();
        }
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        String difference = history.difference(reader);
        if (difference != null) {
          throw new AssertionError(difference);
        }
        System.out.println(ANSWER + IndexDigest.of(reader));
      }
    }
    OffHeap.assertNothingHeld();
    CacheStats stats = BlockCache.shared().stats();
    System.out.println(REFUSED + (stats.rejected() + stats.bypasses()));
  }
}
