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

import dev.streak.bench.workload.Answers;
import java.io.IOException;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.util.BytesRef;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does it cost to find the document of a unique key through a {@code TermsEnum}?
 *
 * <pre>java -jar bench/target/benchmarks.jar TermLookupBenchmark</pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 2,
    jvmArgsAppend = {"--add-modules", "jdk.incubator.vector"})
public class TermLookupBenchmark {
  private static final int KEYS = 1_000;
  private static final String FIELD = "key";

  /** The system. */
  @Param({"LUCENE", "STREAK"})
  public CodecChoice codec;

  /** Number of keys in the index. */
  @Param({"1000000"})
  public int docs;

  private IndexOnDisk index;
  private BytesRef[] keys;

  /** Keys are decimal numbers in no order. */
  @Setup(Level.Trial)
  public void build() throws IOException {
    index =
        new IndexOnDisk(
            new IndexWriterConfig().setCodec(codec.codec()),
            docs,
            i -> {
              Document document = new Document();
              document.add(new StringField(FIELD, key(i), Field.Store.NO));
              return document;
            });
    keys =
        new Random(1)
            .ints(KEYS, 0, docs)
            .mapToObj(i -> new BytesRef(key(i)))
            .toArray(BytesRef[]::new);
  }

  private static String key(int i) {
    return Long.toString(1_000_000_000L + Integer.toUnsignedLong(i * 0x9E3779B1));
  }

  /** Time of one key. */
  @Benchmark
  @OperationsPerInvocation(KEYS)
  public long oneByOne() throws IOException {
    return Answers.documentsOf(index.reader(), FIELD, keys);
  }

  /** Deletes the index. */
  @TearDown(Level.Trial)
  public void close() throws IOException {
    index.close();
  }
}
