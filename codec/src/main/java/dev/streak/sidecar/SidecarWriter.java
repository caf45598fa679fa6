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
package dev.streak.sidecar;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.FieldsConsumer;
import org.apache.lucene.codecs.FieldsProducer;
import org.apache.lucene.index.DocValuesSkipIndexType;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.Fields;
import org.apache.lucene.index.FilterLeafReader.FilterFields;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.index.SegmentReader;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.VectorEncoding;
import org.apache.lucene.index.VectorSimilarityFunction;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.TrackingDirectoryWrapper;
import org.apache.lucene.util.InfoStream;
import org.apache.lucene.util.StringHelper;
import org.apache.lucene.util.Version;

/**
 * Writes what a Streak codec would have written for the terms of some fields of a segment: its
 * postings, the infos of the fields and of a segment that has nothing else. The segment's id is in
 * all of them; the name is new each time, so that no cache takes the files for earlier ones.
 */
class SidecarWriter {
  private final SegmentReader segment;
  private final List<String> fields;

  /**
   * A writer.
   *
   * @param fields sorted; they hold documents only
   */
  SidecarWriter(SegmentReader segment, List<String> fields) {
    this.segment = segment;
    this.fields = fields;
  }

  void write(Directory directory, Codec codec) throws IOException {
    FieldsProducer source = segment.getPostingsReader();
    // As before a merge: what is damaged must not be copied.
    source.checkIntegrity();
    TrackingDirectoryWrapper files = new TrackingDirectoryWrapper(directory);
    SegmentInfo info = info(directory, codec);
    FieldInfos infos = fieldInfos();
    SegmentWriteState state =
        new SegmentWriteState(
            InfoStream.NO_OUTPUT, files, info, infos, /* segUpdates= */ null, IOContext.DEFAULT);
    try (FieldsConsumer consumer = codec.postingsFormat().fieldsConsumer(state)) {
      consumer.write(chosen(source.getMergeInstance()), /* norms= */ null);
    }
    codec.fieldInfosFormat().write(files, info, "", infos, IOContext.DEFAULT);
    info.setFiles(files.getCreatedFiles());
    codec.segmentInfoFormat().write(files, info, IOContext.DEFAULT);
    directory.sync(files.getCreatedFiles());
  }

  private SegmentInfo info(Directory directory, Codec codec) {
    SegmentInfo stock = segment.getSegmentInfo().info;
    return new SegmentInfo(
        directory,
        Version.LATEST,
        Version.LATEST,
        "_" + StringHelper.idToString(StringHelper.randomId()),
        stock.maxDoc(),
        /* isCompoundFile= */ false,
        /* hasBlocks= */ false,
        codec,
        Map.of(),
        stock.getId(),
        Map.of(),
        /* indexSort= */ null);
  }

  private FieldInfos fieldInfos() {
    List<FieldInfo> infos = new ArrayList<>();
    for (String field : fields) {
      infos.add(termsOnly(segment.getFieldInfos().fieldInfo(field)));
    }
    return new FieldInfos(infos.toArray(FieldInfo[]::new));
  }

  private static FieldInfo termsOnly(FieldInfo field) {
    return new FieldInfo(
        field.name,
        field.number,
        /* storeTermVector= */ false,
        /* omitNorms= */ true,
        /* storePayloads= */ false,
        IndexOptions.DOCS,
        DocValuesType.NONE,
        DocValuesSkipIndexType.NONE,
        /* dvGen= */ -1,
        new HashMap<>(),
        /* pointDimensionCount= */ 0,
        /* pointIndexDimensionCount= */ 0,
        /* pointNumBytes= */ 0,
        /* vectorDimension= */ 0,
        VectorEncoding.FLOAT32,
        VectorSimilarityFunction.EUCLIDEAN,
        /* softDeletesField= */ false,
        /* isParentField= */ false);
  }

  /** The terms to write for a field; another in a test. */
  Terms terms(FieldsProducer source, String field) throws IOException {
    return source.terms(field);
  }

  private Fields chosen(FieldsProducer source) {
    return new FilterFields(source) {
      @Override
      public Iterator<String> iterator() {
        return fields.iterator();
      }

      @Override
      public Terms terms(String field) throws IOException {
        return SidecarWriter.this.terms(source, field);
      }

      @Override
      public int size() {
        return fields.size();
      }
    };
  }
}
