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

import java.io.IOException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.FieldsConsumer;
import org.apache.lucene.codecs.PostingsFormat;
import org.apache.lucene.index.DocValuesSkipIndexType;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.Fields;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.VectorEncoding;
import org.apache.lucene.index.VectorSimilarityFunction;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.util.InfoStream;
import org.apache.lucene.util.StringHelper;
import org.apache.lucene.util.Version;

/** Writes a field as a format would, in memory, and tells how large it is. */
final class TrialSegment {
  private static final String FIELD = "field";

  private TrialSegment() {}

  /**
   * Sizes in bytes.
   *
   * @param lists the documents
   * @param dictionary everything else: terms, indexes of them, tables
   */
  record Sizes(long lists, long dictionary) {
    long all() {
      return lists + dictionary;
    }
  }

  /** What a field takes, beyond what a field without terms takes. */
  static Sizes sizes(PostingsFormat format, int maxDoc, ListsOfTerms terms) throws IOException {
    Sizes full = write(format, maxDoc, terms);
    Sizes least = write(format, maxDoc, new ListsOfTerms(List.of(), List.of()));
    return new Sizes(
        Math.max(0, full.lists - least.lists), Math.max(0, full.dictionary - least.dictionary));
  }

  private static Sizes write(PostingsFormat format, int maxDoc, Terms terms) throws IOException {
    try (Directory directory = new ByteBuffersDirectory()) {
      SegmentInfo segment =
          new SegmentInfo(
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
      FieldInfos fields = new FieldInfos(new FieldInfo[] {field()});
      SegmentWriteState state =
          new SegmentWriteState(
              InfoStream.NO_OUTPUT, directory, segment, fields, null, IOContext.DEFAULT);
      try (FieldsConsumer consumer = format.fieldsConsumer(state)) {
        consumer.write(new OneField(terms), null);
      }
      return sizes(directory);
    }
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
