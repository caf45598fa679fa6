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
package dev.streak.bench.workload.stored;

import dev.streak.bench.harness.BenchContext;
import dev.streak.bench.harness.Duel;
import dev.streak.bench.harness.DuelResult;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOUtils;

/** Fetching documents from indexes that hold the same ones. */
final class StoredFetching implements Closeable {
  static final int CONSECUTIVE = 10;

  private final BenchContext context;
  private final String title;
  private final Map<String, DirectoryReader> readers = new LinkedHashMap<>();

  StoredFetching(BenchContext context, String title) {
    this.context = context;
    this.title = title;
  }

  void add(String system, Path index) throws IOException {
    readers.put(system, StoredIndex.open(index));
  }

  /** One random document a call. */
  DuelResult single(int questions) throws Exception {
    return run(title + ": one random document", questions, 1);
  }

  /** Ten documents in a row, beginning with a random one. */
  DuelResult consecutive(int questions) throws Exception {
    return run(title + ": ten consecutive documents", questions, CONSECUTIVE);
  }

  private DuelResult run(String duelTitle, int questions, int documents) throws Exception {
    Duel duel = context.duel(duelTitle).inputs(questions).byProcessorTime();
    int[] docs = null;
    for (Map.Entry<String, DirectoryReader> entry : readers.entrySet()) {
      DirectoryReader reader = entry.getValue();
      docs = docs == null ? questions(reader.maxDoc() - documents + 1, questions) : docs;
      int[] asked = docs;
      duel.system(entry.getKey(), i -> fetch(reader.storedFields(), asked[i], documents));
    }
    return duel.run();
  }

  private int[] questions(int maxDoc, int count) {
    Random random = context.random("fetch");
    return random.ints(count, 0, maxDoc).toArray();
  }

  /** A number that depends on every byte. */
  private static long fetch(StoredFields storedFields, int doc, int documents) throws IOException {
    long answer = 0;
    for (int i = 0; i < documents; i++) {
      BytesRef source = storedFields.document(doc + i).getBinaryValue(StoredIndex.FIELD);
      answer = 31 * answer + Arrays.hashCode(source.bytes) + source.length;
    }
    return answer;
  }

  @Override
  public void close() throws IOException {
    IOUtils.close(readers.values());
  }
}
