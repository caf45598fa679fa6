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
package dev.streak.bench.workload.kv;

import dev.streak.bench.harness.BenchContext;
import dev.streak.bench.harness.Numbers;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.NIOFSDirectory;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOUtils;

/** Rows as documents, in a number of segments of equal size. */
final class KeyValueIndex implements Closeable {
  static final String KEY = "key";
  static final String BLOB = "blob";

  private final Directory directory;
  private final DirectoryReader reader;

  private KeyValueIndex(Directory directory) throws IOException {
    this.directory = directory;
    this.reader = DirectoryReader.open(directory);
  }

  static String number(int column) {
    return "n" + column;
  }

  /** Writes an index of all rows and opens it. */
  static KeyValueIndex build(
      BenchContext context, String name, KeyValues rows, Codec codec, int segments)
      throws IOException {
    return build(context, name, rows, 0, rows.count(), codec, segments);
  }

  /** Writes an index of the rows {@code from} to {@code to - 1} and opens it. */
  static KeyValueIndex build(
      BenchContext context,
      String name,
      KeyValues rows,
      int from,
      int to,
      Codec codec,
      int segments)
      throws IOException {
    context.progress(
        "indexing " + Numbers.count(to - from) + " rows in " + segments + " segments: " + name);
    Path path = context.scratch(name);
    try (Directory directory = FSDirectory.open(path)) {
      write(directory, rows, from, to, codec, segments);
    }
    return new KeyValueIndex(FSDirectory.open(path));
  }

  /** The same files, read so that pages can be dropped, which they cannot while they are mapped. */
  static KeyValueIndex unmapped(Path path) throws IOException {
    return new KeyValueIndex(new NIOFSDirectory(path));
  }

  /** The same files as they are usually read. */
  static KeyValueIndex mapped(Path path) throws IOException {
    return new KeyValueIndex(FSDirectory.open(path));
  }

  Path path() {
    return ((FSDirectory) directory).getDirectory();
  }

  private static void write(
      Directory directory, KeyValues rows, int from, int to, Codec codec, int segments)
      throws IOException {
    IndexWriterConfig config =
        new IndexWriterConfig().setCodec(codec).setRAMBufferSizeMB(256).setUseCompoundFile(false);
    if (segments > 1) {
      config.setMergePolicy(NoMergePolicy.INSTANCE);
    }
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      int perSegment = (to - from + segments - 1) / segments;
      for (int row = from; row < to; row++) {
        writer.addDocument(document(rows, row));
        if ((row - from + 1) % perSegment == 0) {
          writer.flush();
        }
      }
      if (segments == 1) {
        writer.forceMerge(1);
      }
    }
  }

  static Document document(KeyValues rows, int row) {
    Document document = new Document();
    BytesRef term = rows.term(row);
    document.add(new StringField(KEY, term, Field.Store.NO));
    document.add(new BinaryDocValuesField(BLOB, new BytesRef(rows.blob(row))));
    for (int column = 0; column < KeyValues.NUMBERS; column++) {
      document.add(new NumericDocValuesField(number(column), rows.number(row, column)));
    }
    return document;
  }

  DirectoryReader reader() {
    return reader;
  }

  @Override
  public void close() throws IOException {
    IOUtils.close(reader, directory);
  }
}
