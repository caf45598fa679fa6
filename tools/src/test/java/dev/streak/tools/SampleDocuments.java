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
package dev.streak.tools;

import dev.streak.tools.cli.Console;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.DoubleField;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.IntPoint;
import org.apache.lucene.document.KnnByteVectorField;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.SortedNumericDocValuesField;
import org.apache.lucene.document.SortedSetDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.tests.analysis.CannedTokenStream;
import org.apache.lucene.tests.analysis.Token;
import org.apache.lucene.util.BytesRef;

/** Documents that have something of everything; the same number gives the same document. */
public final class SampleDocuments {
  public static final String ID = "id";

  /** For what prints how it gets on. */
  public static final Console SILENT =
      new Console(
          new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
          new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
          false,
          false);

  private static final FieldType VECTORS = new FieldType(TextField.TYPE_STORED);

  static {
    VECTORS.setStoreTermVectors(true);
    VECTORS.setStoreTermVectorPositions(true);
    VECTORS.setStoreTermVectorOffsets(true);
    VECTORS.setIndexOptions(IndexOptions.DOCS_AND_FREQS_AND_POSITIONS_AND_OFFSETS);
    VECTORS.freeze();
  }

  private SampleDocuments() {}

  public static Document document(int number) {
    Random random = new Random(number * 31L + 7);
    Document document = new Document();
    document.add(new StringField(ID, Integer.toString(number), Field.Store.YES));
    document.add(new StringField("shop", "shop" + number / 20, Field.Store.NO));
    document.add(new NumericDocValuesField("rank", number / 20));
    document.add(new SortedDocValuesField("shop", new BytesRef("shop" + number / 20)));
    document.add(new SortedNumericDocValuesField("prices", random.nextInt(50)));
    document.add(new SortedNumericDocValuesField("prices", random.nextInt(50)));
    document.add(new DoubleField("weight", random.nextInt(1000) / 8.0, Field.Store.YES));
    document.add(new IntPoint("place", random.nextInt(90), random.nextInt(180)));
    document.add(new Field("text", words(random), VECTORS));
    if (number % 3 == 0) {
      document.add(new SortedSetDocValuesField("tags", new BytesRef("tag" + random.nextInt(5))));
      document.add(new SortedSetDocValuesField("tags", new BytesRef("tag" + random.nextInt(5))));
      document.add(new BinaryDocValuesField("blob", new BytesRef("blob" + random.nextInt(9))));
      document.add(new StoredField("bytes", new byte[] {1, (byte) number}));
      document.add(new StoredField("number", random.nextLong()));
      document.add(new StoredField("fraction", random.nextFloat()));
    }
    if (number % 2 == 0) {
      document.add(new TextField("payloads", payloads(random)));
      document.add(new KnnFloatVectorField("floats", new float[] {number, random.nextFloat()}));
      document.add(new KnnByteVectorField("bytes8", new byte[] {(byte) number, 7}));
    }
    return document;
  }

  private static String words(Random random) {
    StringBuilder words = new StringBuilder();
    for (int i = 1 + random.nextInt(8); i > 0; i--) {
      words.append("word").append(random.nextInt(30)).append(' ');
    }
    return words.toString();
  }

  private static CannedTokenStream payloads(Random random) {
    Token[] tokens = new Token[1 + random.nextInt(3)];
    for (int i = 0; i < tokens.length; i++) {
      tokens[i] = new Token("t" + random.nextInt(4), i * 4, i * 4 + 3);
      if (random.nextBoolean()) {
        tokens[i].setPayload(new BytesRef("p" + random.nextInt(3)));
      }
    }
    return new CannedTokenStream(tokens);
  }

  /** Settings under which two runs write the same. */
  public static IndexWriterConfig config(Codec codec) {
    // No analyzer of the test framework: some add payloads by chance.
    return new IndexWriterConfig().setCodec(codec);
  }

  /** Writes documents {@code from} to {@code to}, exclusive, then deletes some. */
  public static void write(
      Directory directory, IndexWriterConfig config, int from, int to, int... deleted)
      throws IOException {
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (int number = from; number < to; number++) {
        writer.addDocument(document(number));
      }
      for (int number : deleted) {
        writer.deleteDocuments(new Term(ID, Integer.toString(number)));
      }
    }
  }

  /** An index of segments of about {@code perSegment} documents in a folder. */
  public static void writeSegments(
      Path path, IndexWriterConfig config, int documents, int perSegment) throws IOException {
    config.setMergePolicy(NoMergePolicy.INSTANCE);
    try (Directory directory = FSDirectory.open(path);
        IndexWriter writer = new IndexWriter(directory, config)) {
      for (int number = 0; number < documents; number++) {
        writer.addDocument(document(number));
        if (number % perSegment == perSegment - 1) {
          writer.commit();
        }
      }
    }
  }
}
