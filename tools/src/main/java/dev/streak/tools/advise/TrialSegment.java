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
package dev.streak.tools.advise;

import java.io.Closeable;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.FieldsConsumer;
import org.apache.lucene.codecs.FieldsProducer;
import org.apache.lucene.codecs.PostingsFormat;
import org.apache.lucene.index.DocValuesSkipIndexType;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.Fields;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.index.VectorEncoding;
import org.apache.lucene.index.VectorSimilarityFunction;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;
import org.apache.lucene.util.IOFunction;
import org.apache.lucene.util.IOUtils;
import org.apache.lucene.util.InfoStream;
import org.apache.lucene.util.StringHelper;
import org.apache.lucene.util.Version;

/** Writes a field as a format would, in memory, and tells how large it is. */
final class TrialSegment {
  private static final String FIELD = "field";
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** After the warm-up so many are measured at least, */
  private static final int LEAST_ROUNDS = 16;

  /** and more until they have taken so long, */
  private static final long ROUNDS_NANOS = 150_000_000;

  /** or are so many. */
  private static final int MOST_ROUNDS = 1000;

  private TrialSegment() {}

  /**
   * Sizes in bytes.
   *
   * @param lists the documents
   * @param dictionary everything else: terms, indexes of them, tables
   */
  record Sizes(long lists, long dictionary) {}

  /** What a field takes, beyond what a field without terms takes. */
  static Sizes sizes(PostingsFormat format, int maxDoc, ListsOfTerms terms) throws IOException {
    Sizes full = write(format, maxDoc, terms);
    Sizes least = write(format, maxDoc, new ListsOfTerms(List.of(), List.of()));
    return new Sizes(
        Math.max(0, full.lists - least.lists), Math.max(0, full.dictionary - least.dictionary));
  }

  private static Sizes write(PostingsFormat format, int maxDoc, Terms terms) throws IOException {
    try (Directory directory = new ByteBuffersDirectory()) {
      write(format, segment(directory, maxDoc), fields(), terms);
      return sizes(directory);
    }
  }

  /**
   * Processor times.
   *
   * @param write of writing all terms
   * @param read of looking all of them up and uniting their documents
   */
  record Times(Medians write, Medians read) {}

  /**
   * How long a field takes to write and to read with each format. They take turns, so that none has
   * the better part of a JVM that gets faster, or of a machine that gets busier.
   */
  static List<Times> times(List<PostingsFormat> formats, int maxDoc, ListsOfTerms terms)
      throws IOException {
    List<Medians> writes = inTurns(formats, format -> writeNanos(format, maxDoc, terms));
    // Neighbours are in the sample, and seldom in a query.
    List<BytesRef> sought = new ArrayList<>(terms.terms());
    Collections.shuffle(sought, new Random(sought.size()));
    FixedBitSet united = new FixedBitSet(maxDoc);
    List<Opened> opened = new ArrayList<>();
    List<Medians> reads;
    try {
      for (PostingsFormat format : formats) {
        opened.add(Opened.of(format, maxDoc, terms));
      }
      reads = inTurns(opened, each -> readNanos(each.terms(), sought, united));
    } finally {
      IOUtils.close(opened);
    }
    List<Times> times = new ArrayList<>();
    for (int i = 0; i < formats.size(); i++) {
      times.add(new Times(writes.get(i), reads.get(i)));
    }
    return times;
  }

  /** What rounds of each take, once they get no faster. */
  private static <T> List<Medians> inTurns(List<T> all, IOFunction<T, Long> nanosOf)
      throws IOException {
    WarmUp warmUp = new WarmUp(all.size());
    while (!warmUp.isOver()) {
      warmUp.add(round(all, nanosOf));
    }
    List<long[]> rounds = new ArrayList<>();
    long sum = 0;
    while (rounds.size() < LEAST_ROUNDS || (sum < ROUNDS_NANOS && rounds.size() < MOST_ROUNDS)) {
      long[] nanos = round(all, nanosOf);
      rounds.add(nanos);
      sum += Arrays.stream(nanos).sum();
    }
    List<Medians> medians = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      int each = i;
      medians.add(Medians.of(rounds.stream().mapToLong(nanos -> nanos[each]).toArray()));
    }
    return medians;
  }

  private static <T> long[] round(List<T> all, IOFunction<T, Long> nanosOf) throws IOException {
    long[] nanos = new long[all.size()];
    for (int i = 0; i < nanos.length; i++) {
      nanos[i] = nanosOf.apply(all.get(i));
    }
    return nanos;
  }

  private static long writeNanos(PostingsFormat format, int maxDoc, ListsOfTerms terms)
      throws IOException {
    try (Directory directory = new ByteBuffersDirectory()) {
      SegmentInfo segment = segment(directory, maxDoc);
      long start = processorNanos();
      write(format, segment, fields(), terms);
      return processorNanos() - start;
    }
  }

  /** A field that was written, to be read. */
  private record Opened(Directory directory, FieldsProducer producer) implements Closeable {
    static Opened of(PostingsFormat format, int maxDoc, ListsOfTerms terms) throws IOException {
      Directory directory = new ByteBuffersDirectory();
      SegmentInfo segment = segment(directory, maxDoc);
      FieldInfos fields = fields();
      write(format, segment, fields, terms);
      return new Opened(
          directory,
          format.fieldsProducer(
              new SegmentReadState(directory, segment, fields, IOContext.DEFAULT)));
    }

    Terms terms() throws IOException {
      return producer.terms(FIELD);
    }

    @Override
    public void close() throws IOException {
      IOUtils.close(producer, directory);
    }
  }

  private static long readNanos(Terms written, List<BytesRef> sought, FixedBitSet united)
      throws IOException {
    united.clear();
    long start = processorNanos();
    TermsEnum each = written.iterator();
    PostingsEnum postings = null;
    for (BytesRef term : sought) {
      if (each.seekExact(term)) {
        postings = each.postings(postings, PostingsEnum.NONE);
        postings.nextDoc();
        postings.intoBitSet(DocIdSetIterator.NO_MORE_DOCS, united, 0);
      }
    }
    return processorNanos() - start;
  }

  /** Of this thread, where the JVM tells: others may keep the machine busy. */
  private static long processorNanos() {
    return THREADS.isCurrentThreadCpuTimeSupported()
        ? THREADS.getCurrentThreadCpuTime()
        : System.nanoTime();
  }

  private static void write(
      PostingsFormat format, SegmentInfo segment, FieldInfos fields, Terms terms)
      throws IOException {
    SegmentWriteState state =
        new SegmentWriteState(
            InfoStream.NO_OUTPUT, segment.dir, segment, fields, null, IOContext.DEFAULT);
    try (FieldsConsumer consumer = format.fieldsConsumer(state)) {
      consumer.write(new OneField(terms), null);
    }
  }

  private static SegmentInfo segment(Directory directory, int maxDoc) {
    return new SegmentInfo(
        directory,
        Version.LATEST,
        Version.LATEST,
        "_0",
        maxDoc,
        false,
        false,
        Codec.getDefault(),
        Map.of(),
        StringHelper.randomId(),
        Map.of(),
        null);
  }

  private static FieldInfos fields() {
    return new FieldInfos(new FieldInfo[] {field()});
  }

  private static Sizes sizes(Directory directory) throws IOException {
    long lists = 0;
    long dictionary = 0;
    for (String file : directory.listAll()) {
      if (file.endsWith(".doc") || file.endsWith(".skp")) {
        lists += directory.fileLength(file);
      } else {
        dictionary += directory.fileLength(file);
      }
    }
    return new Sizes(lists, dictionary);
  }

  private static FieldInfo field() {
    return new FieldInfo(
        FIELD,
        0,
        false,
        true,
        false,
        IndexOptions.DOCS,
        DocValuesType.NONE,
        DocValuesSkipIndexType.NONE,
        -1,
        new HashMap<>(),
        0,
        0,
        0,
        0,
        VectorEncoding.FLOAT32,
        VectorSimilarityFunction.EUCLIDEAN,
        false,
        false);
  }

  private static final class OneField extends Fields {
    private final Terms terms;

    OneField(Terms terms) {
      this.terms = terms;
    }

    @Override
    public Iterator<String> iterator() {
      return List.of(FIELD).iterator();
    }

    @Override
    public Terms terms(String field) {
      return terms;
    }

    @Override
    public int size() {
      return 1;
    }
  }
}
