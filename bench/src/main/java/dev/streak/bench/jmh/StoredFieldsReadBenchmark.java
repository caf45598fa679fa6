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

import dev.streak.bench.data.Catalogue;
import dev.streak.bench.workload.CatalogueIndex;
import java.io.IOException;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.index.IndexWriterConfig;
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
 * What does fetching one random stored document cost?
 *
 * <pre>java -jar bench/target/benchmarks.jar StoredFieldsReadBenchmark</pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 2,
    jvmArgsAppend = {"--add-modules", "jdk.incubator.vector"})
public class StoredFieldsReadBenchmark {
  private static final long SEED = 42;

  /** The system. */
  @Param({"LUCENE", "LUCENE_BEST_COMPRESSION", "STREAK"})
  public CodecChoice codec;

  /** Documents in the index. */
  @Param({"100000"})
  public int docs;

  private IndexOnDisk index;
  private Random random;

  /** Items of the catalogue as JSON. */
  @Setup(Level.Trial)
  public void build() throws IOException {
    Catalogue catalogue = new Catalogue(SEED, docs);
    index =
        new IndexOnDisk(
            new IndexWriterConfig().setCodec(codec.codec()),
            docs,
            i -> {
              Document document = new Document();
              document.add(new StoredField(CatalogueIndex.SOURCE, catalogue.item(i).toJson()));
              return document;
            });
    random = new Random(1);
  }

  /** One document. */
  @Benchmark
  public String fetch() throws IOException {
    return index.leaf().storedFields().document(random.nextInt(docs)).get(CatalogueIndex.SOURCE);
  }

  /** Deletes the index. */
  @TearDown(Level.Trial)
  public void close() throws IOException {
    index.close();
  }
}
