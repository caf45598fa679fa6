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
import dev.streak.bench.harness.Numbers;
import dev.streak.bench.harness.Table;
import dev.streak.codec.StreakCodec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.TermVectors;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.IOUtils;

/** Term vectors with positions and offsets, read as highlighters do, beside Lucene's. */
final class TermVectorFetching {
  private static final String FIELD = "text";
  private static final String LUCENE = "Lucene";

  /** Term vectors take several times as long to write as stored fields. */
  private static final long MAX_BYTES = 10_000_000;

  private TermVectorFetching() {}

  static void run(BenchContext context, StoredData data) throws Exception {
    Map<String, Codec> codecs = new LinkedHashMap<>();
    codecs.put(LUCENE, new Lucene104Codec());
    codecs.put(StoredSystem.STREAK, new StreakCodec());
    Table table = new Table(data.title() + ": term vectors", "", "disk, MB", "of Lucene's");
    Map<String, DirectoryReader> readers = new LinkedHashMap<>();
    Map<String, Long> disk = new LinkedHashMap<>();
    try {
      for (Map.Entry<String, Codec> each : codecs.entrySet()) {
        String system = each.getKey();
        context.progress(data.name() + ": term vectors, " + system);
        Path path = context.scratch("term_vectors_" + system);
        write(data, each.getValue(), path);
        disk.put(system, StoredIndex.diskBytes(path, StoredIndex.TERM_VECTORS_FILES));
        readers.put(system, StoredIndex.open(path));
        table.row(
            system,
            Numbers.digits(disk.get(system) / 1e6),
            Numbers.digits((double) disk.get(system) / disk.get(LUCENE)));
      }
      context.table(table);
      String prefix = "stored." + data.name() + ".term_vectors_";
      context.ratio(
          prefix + "disk_vs_lucene", (double) disk.get(StoredSystem.STREAK) / disk.get(LUCENE));
      DuelResult fetched = fetch(context, data, readers);
      context.table(fetched.toTable());
      context.ratio(prefix + "fetch_vs_lucene", 1 / fetched.speedup(StoredSystem.STREAK));
    } finally {
      IOUtils.close(readers.values());
    }
  }

  private static void write(StoredData data, Codec codec, Path path) throws IOException {
    FieldType type = new FieldType(TextField.TYPE_NOT_STORED);
    type.setStoreTermVectors(true);
    type.setStoreTermVectorPositions(true);
    type.setStoreTermVectorOffsets(true);
    type.freeze();
    IndexWriterConfig config =
        new IndexWriterConfig(new StandardAnalyzer())
            .setCodec(codec)
            .setOpenMode(IndexWriterConfig.OpenMode.CREATE)
            .setMergeScheduler(new SerialMergeScheduler())
            .setUseCompoundFile(false);
    config.getMergePolicy().setNoCFSRatio(0);
    try (Directory directory = FSDirectory.open(path);
        IndexWriter writer = new IndexWriter(directory, config)) {
      long bytes = 0;
      for (byte[] each : data.documents()) {
        Document document = new Document();
        document.add(new Field(FIELD, new String(each, StandardCharsets.UTF_8), type));
        writer.addDocument(document);
        bytes += each.length;
        if (bytes > MAX_BYTES) {
          break;
        }
      }
      writer.forceMerge(1);
    }
  }

  private static DuelResult fetch(
      BenchContext context, StoredData data, Map<String, DirectoryReader> readers)
      throws Exception {
    int questions = context.quick() ? 100 : 500;
    Duel duel =
        context
            .duel(data.title() + ": term vectors of one random document")
            .inputs(questions)
            .byProcessorTime();
    int maxDoc = readers.get(LUCENE).maxDoc();
    int[] docs = context.random("term vectors").ints(questions, 0, maxDoc).toArray();
    readers.forEach(
        (system, reader) -> duel.system(system, i -> answer(reader.termVectors(), docs[i])));
    return duel.run();
  }

  /** A number that depends on each occurrence of each term. */
  private static long answer(TermVectors vectors, int doc) throws IOException {
    long answer = 0;
    TermsEnum terms = vectors.get(doc, FIELD).iterator();
    PostingsEnum occurrences = null;
    while (terms.next() != null) {
      occurrences = terms.postings(occurrences, PostingsEnum.OFFSETS);
      occurrences.nextDoc();
      answer = 31 * answer + terms.term().hashCode();
      for (int left = occurrences.freq(); left > 0; left--) {
        answer = 31 * answer + occurrences.nextPosition();
        answer = 31 * answer + occurrences.startOffset();
      }
    }
    return answer;
  }
}
