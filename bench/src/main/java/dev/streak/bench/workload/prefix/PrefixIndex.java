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
package dev.streak.bench.workload.prefix;

import dev.streak.bench.data.Names;
import dev.streak.bench.harness.BenchContext;
import dev.streak.bench.workload.TwinIndex;
import dev.streak.codec.StreakCodec;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;

/** Documents with a name each, most of them different: in the order of the names, or in none. */
final class PrefixIndex {
  /** Has prefix sets. */
  static final String NAME = "name";

  /** The same names without them. */
  static final String PLAIN = "plain";

  static final String TEXT = "text";

  /** In one document of ten. */
  static final String WORD = "tofu";

  /** The order of the documents. */
  static final String RANK = "rank";

  static final Sort SORT = new Sort(new SortField(RANK, SortField.Type.INT));

  private PrefixIndex() {}

  /** Pronounceable names of two words; common initials are common here, too. */
  static String[] names(BenchContext context, int count, boolean sorted) {
    Random random = context.random("names");
    String[] names = new String[count];
    for (int i = 0; i < count; i++) {
      names[i] = Names.name(random);
    }
    if (sorted) {
      Arrays.sort(names);
    }
    return names;
  }

  static StreakCodec codec() {
    return StreakCodec.builder().prefixes(NAME, 1, 3).build();
  }

  static List<TwinIndex.Side> build(BenchContext context, String[] names) throws Exception {
    return TwinIndex.build(
        context,
        names.length,
        doc -> {
          Document document = new Document();
          document.add(new StringField(NAME, names[doc], Field.Store.NO));
          document.add(new StringField(PLAIN, names[doc], Field.Store.NO));
          String text = ((doc * 0x9E37_79B1) >>> 8) % 10 == 0 ? WORD + " and more" : "more or less";
          document.add(new TextField(TEXT, text, Field.Store.NO));
          document.add(new NumericDocValuesField(RANK, doc));
          return document;
        },
        () -> new IndexWriterConfig().setIndexSort(SORT),
        codec());
  }
}
