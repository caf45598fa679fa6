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

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.FixedBitSet;
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
 * What does reading one long posting list cost, by its shape and by the way it is read?
 *
 * <pre>java -jar bench/target/benchmarks.jar PostingsReadBenchmark</pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 2,
    jvmArgsAppend = {"--add-modules", "jdk.incubator.vector"})
public class PostingsReadBenchmark {
  private static final Term TERM = new Term("flag", "set");
  private static final int DOCS = 1_000_000;
  private static final int STRIDE = 1_000;

  /** Which documents have the term. */
  public enum Shape {
    /** Runs of a hundred, a tenth of all documents. */
    RUNS,
    /** Every third document. */
    DENSE,
    /** One document in a hundred, at uneven distances. */
    SPARSE;

    private boolean has(int doc) {
      return switch (this) {
        case RUNS -> doc % 1_000 < 100;
        case DENSE -> doc % 3 == 0;
        case SPARSE -> ((doc * 0x9E3779B1) >>> 8) % 100 == 0;
      };
    }
  }

  /** The system. */
  @Param({"LUCENE", "STREAK"})
  public CodecChoice codec;

  /** The list. */
  @Param({"RUNS", "DENSE", "SPARSE"})
  public Shape shape;

  private IndexOnDisk index;
  private final FixedBitSet bits = new FixedBitSet(DOCS);

  /** One list. */
  @Setup(Level.Trial)
  public void build() throws IOException {
    index =
        new IndexOnDisk(
            new IndexWriterConfig().setCodec(codec.codec()),
            DOCS,
            i -> {
              Document document = new Document();
              String value = shape.has(i) ? TERM.text() : "other";
              document.add(new StringField(TERM.field(), value, Field.Store.NO));
              return document;
            });
  }

  private PostingsEnum postings() throws IOException {
    return index.leaf().postings(TERM, PostingsEnum.NONE);
  }

  /** Document by document. */
  @Benchmark
  public long nextDoc() throws IOException {
    PostingsEnum postings = postings();
    long sum = 0;
    for (int doc = postings.nextDoc();
        doc != DocIdSetIterator.NO_MORE_DOCS;
        doc = postings.nextDoc()) {
      sum += doc;
    }
    return sum;
  }

  /** In leaps. */
  @Benchmark
  public long advance() throws IOException {
    PostingsEnum postings = postings();
    long sum = 0;
    for (int doc = postings.advance(STRIDE);
        doc != DocIdSetIterator.NO_MORE_DOCS && doc < DOCS - STRIDE;
        doc = postings.advance(doc + STRIDE)) {
      sum += doc;
    }
    return sum;
  }

  /** As a union does. */
  @Benchmark
  public FixedBitSet intoBitSet() throws IOException {
    PostingsEnum postings = postings();
    postings.nextDoc();
    postings.intoBitSet(DOCS, bits, 0);
    return bits;
  }

  /** Deletes the index. */
  @TearDown(Level.Trial)
  public void close() throws IOException {
    index.close();
  }
}
