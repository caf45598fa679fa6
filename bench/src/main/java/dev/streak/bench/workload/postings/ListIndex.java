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
package dev.streak.bench.workload.postings;

import dev.streak.bench.data.PostingListSet;
import dev.streak.bench.harness.BenchContext;
import dev.streak.bench.workload.IndexFiles;
import dev.streak.bench.workload.TwinIndex;
import dev.streak.codec.StreakCodec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexWriterConfig;

/** Lists as the terms of a field, by both codecs. */
public final class ListIndex {
  static final String FIELD = "list";

  private ListIndex() {}

  static String term(int list) {
    return Integer.toString(100_000 + list);
  }

  /** The terms of the first {@code lists} lists. */
  static String[] terms(int lists) {
    return IntStream.range(0, lists).mapToObj(ListIndex::term).toArray(String[]::new);
  }

  /** Lucene's index first. */
  static List<TwinIndex.Side> build(BenchContext context, PostingListSet set) throws Exception {
    int[][] byDocument = set.listsByDocument();
    return TwinIndex.build(
        context,
        set.maxDoc(),
        doc -> document(byDocument[doc]),
        IndexWriterConfig::new,
        new StreakCodec());
  }

  private static Document document(int[] lists) {
    Document document = new Document();
    if (lists != null) {
      for (int list : lists) {
        document.add(new StringField(FIELD, term(list), Field.Store.NO));
      }
    }
    return document;
  }

  /** Length of all files with one of the extensions, each of which there must be. */
  public static long bytes(Path index, String... extensions) throws IOException {
    Map<String, Long> lengths = IndexFiles.lengths(index);
    long bytes = 0;
    for (String extension : extensions) {
      boolean found = false;
      for (Map.Entry<String, Long> file : lengths.entrySet()) {
        if (file.getKey().endsWith("." + extension)) {
          found = true;
          bytes += file.getValue();
        }
      }
      if (!found) {
        throw new IllegalArgumentException(
            "no file ends in ." + extension + ": " + lengths.keySet());
      }
    }
    return bytes;
  }
}
