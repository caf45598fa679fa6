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
package dev.streak.bench.jmh;

import dev.streak.search.RunTermsQuery;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.util.BytesRef;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does a filter of many ids cost, from building the query to the count?
 *
 * <pre>java -jar bench/target/benchmarks.jar TermsFilterBenchmark -p ids=1000,10000</pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 2,
    jvmArgsAppend = {"--add-modules", "jdk.incubator.vector"})
public class TermsFilterBenchmark {
  private static final String FIELD = "shop";
  private static final long FIRST_ID = 1_000_000L;

  /** The system that wrote the index. */
  @Param({"LUCENE", "STREAK"})
  public CodecChoice codec;

  /** Documents in the index. */
  @Param({"1000000"})
  public int docs;

  /** Consecutive documents of an id. */
  @Param({"100"})
  public int docsPerId;

  /** Ids in the filter. */
  @Param({"1000"})
  public int ids;

  private IndexOnDisk index;
  private IndexSearcher searcher;
  private long[] filter;

  /** Ids lie together, as in a sorted index. */
  @Setup(Level.Trial)
  public void build() throws IOException {
    index =
        new IndexOnDisk(
            new IndexWriterConfig().setCodec(codec.codec()),
            docs,
            i -> {
              Document document = new Document();
              String id = Long.toString(FIRST_ID + i / docsPerId);
              document.add(new StringField(FIELD, id, Field.Store.NO));
              return document;
            });
    searcher = new IndexSearcher(index.reader());
    searcher.setQueryCache(null);
    filter =
        new Random(1)
            .longs(FIRST_ID, FIRST_ID + docs / docsPerId)
            .distinct()
            .limit(Math.min(ids, docs / docsPerId))
            .toArray();
  }

  /** Lucene's query. */
  @Benchmark
  public int termInSetQuery() throws IOException {
    List<BytesRef> terms = new ArrayList<>(filter.length);
    for (long id : filter) {
      terms.add(new BytesRef(Long.toString(id)));
    }
    return searcher.count(new TermInSetQuery(FIELD, terms));
  }

  /** Ours; on Lucene's segments it takes Lucene's path. */
  @Benchmark
  public int runTermsQuery() throws IOException {
    return searcher.count(RunTermsQuery.ofIds(FIELD, filter));
  }

  /** Deletes the index. */
  @TearDown(Level.Trial)
  public void close() throws IOException {
    index.close();
  }
}
