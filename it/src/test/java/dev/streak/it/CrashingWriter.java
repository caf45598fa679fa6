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

import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;

/**
 * The process that is killed. Continues the history of an index from its last commit, for ever;
 * says {@code acknowledged N} on its output once a commit with N operations has returned.
 */
final class CrashingWriter {

  static final String OPERATIONS = "operations";

  private CrashingWriter() {}

  /** Arguments: folder, seed of the history, number of documents, seed of this run's settings. */
  public static void main(String[] arguments) throws Exception {
    long seed = Long.parseLong(arguments[1]);
    ExpectedState history = new ExpectedState(seed, Integer.parseInt(arguments[2]));
    Random random = new Random(Long.parseLong(arguments[3]));
    try (Directory directory = FSDirectory.open(Path.of(arguments[0]));
        IndexWriter writer = new IndexWriter(directory, RandomSettings.writer(random, seed))) {
      history.advance(committedOperations(writer.getLiveCommitData()), null);
      System.out.println("ready");
      while (true) {
        history.advance(history.operations() + 1 + random.nextInt(120), writer);
        int draw = random.nextInt(12);
        if (draw == 0) {
          writer.forceMerge(1 + random.nextInt(3), random.nextBoolean());
        } else if (draw == 1) {
          writer.flush();
        } else if (draw < 8) {
          commit(writer, history);
        }
      }
    }
  }

  static long committedOperations(Iterable<Map.Entry<String, String>> commitData) {
    if (commitData != null) {
      for (Map.Entry<String, String> entry : commitData) {
        if (entry.getKey().equals(OPERATIONS)) {
          return Long.parseLong(entry.getValue());
        }
      }
    }
    return 0;
  }

  private static void commit(IndexWriter writer, ExpectedState history) throws Exception {
    String operations = Long.toString(history.operations());
    writer.setLiveCommitData(Map.of(OPERATIONS, operations).entrySet());
    writer.commit();
    System.out.println("acknowledged " + operations);
    System.out.flush();
  }
}
