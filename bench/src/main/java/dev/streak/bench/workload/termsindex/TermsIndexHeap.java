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
package dev.streak.bench.workload.termsindex;

import dev.streak.bench.data.KeyKind;
import dev.streak.bench.harness.BenchContext;
import dev.streak.bench.harness.Table;
import dev.streak.bench.harness.UsedHeap;
import dev.streak.bench.workload.TwinIndex;
import dev.streak.codec.StreakCodec;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.lucene.codecs.FieldsProducer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentReader;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOUtils;

/** How much heap the terms of a field take in an open segment. */
final class TermsIndexHeap {
  private static final int FIELDS = 10;
  private static final int KEYS = 10_000;

  private final BenchContext context;
  private final int copies;

  private TermsIndexHeap(BenchContext context) {
    this.context = context;
    this.copies = context.quick() ? 200 : 1_000;
  }

  /** Many open segments, as a node with many shards has them, beside Lucene's. */
  static void run(BenchContext context) throws Exception {
    new TermsIndexHeap(context).run();
  }

  private void run() throws Exception {
    List<TwinIndex.Side> sides =
        TwinIndex.build(
            context, KEYS, TermsIndexHeap::document, IndexWriterConfig::new, new StreakCodec());
    context.progress("opening " + copies + " segments of " + FIELDS + " fields");
    Heap lucene = measure(sides.get(0));
    Heap streak = measure(sides.get(1));
    Table table = new Table("Heap a field of a segment, " + KEYS + " keys", "", "Lucene", "Streak");
    table.row("reader open", bytes(lucene.open), bytes(streak.open));
    table.row("and a key looked up", bytes(lucene.used), bytes(streak.used));
    context.table(table);
    context.ratio("termsindex.heap_vs_lucene", lucene.used / streak.used);
    context.ratio("termsindex.heap_200_bytes", 200 / streak.open);
  }

  /** Bytes of heap a field. */
  private record Heap(double open, double used) {}

  private Heap measure(TwinIndex.Side side) throws Exception {
    try (DirectoryReader reader = side.open();
        OpenFields warmUp = new OpenFields(reader);
        OpenFields fields = new OpenFields(reader)) {
      warmUp.open(1);
      warmUp.lookUp();
      long before = UsedHeap.bytes();
      fields.open(copies);
      double open = UsedHeap.bytes() - before;
      fields.lookUp();
      double used = UsedHeap.bytes() - before;
      return new Heap(open / copies / FIELDS, used / copies / FIELDS);
    }
  }

  private static Document document(int number) {
    Document document = new Document();
    String key = KeyKind.UUID.key(0, number).utf8ToString();
    for (int field = 0; field < FIELDS; field++) {
      document.add(new StringField("id" + field, key, Field.Store.NO));
    }
    return document;
  }

  private static String bytes(double bytes) {
    return String.format(Locale.ROOT, "%,.0f bytes", bytes);
  }

  /** The terms of one segment many times over; nothing but terms is open. */
  private static final class OpenFields implements Closeable {
    private final SegmentReader segment;
    private final FSDirectory directory;
    private final List<FieldsProducer> producers = new ArrayList<>();

    OpenFields(DirectoryReader reader) {
      this.segment = (SegmentReader) reader.leaves().get(0).reader();
      this.directory = (FSDirectory) reader.directory();
    }

    void open(int times) throws IOException {
      SegmentInfo info = segment.getSegmentInfo().info;
      SegmentReadState state =
          new SegmentReadState(directory, info, segment.getFieldInfos(), IOContext.DEFAULT);
      for (int i = 0; i < times; i++) {
        producers.add(info.getCodec().postingsFormat().fieldsProducer(state));
      }
    }

    void lookUp() throws IOException {
      BytesRef key = KeyKind.UUID.key(0, 1);
      for (FieldsProducer producer : producers) {
        for (String field : producer) {
          if (producer.terms(field).iterator().seekExact(key) == false) {
            throw new IllegalStateException("key " + key + " was not found in " + field);
          }
        }
      }
    }

    @Override
    public void close() throws IOException {
      IOUtils.close(producers);
    }
  }
}
