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

import dev.streak.field.StreakTerms;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.codecs.FieldsProducer;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentReader;
import org.apache.lucene.index.Terms;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.util.IOUtils;

/**
 * The open sidecar of one segment. It was read as a whole before: what is damaged does not open.
 * Its terms have been compared with those of the segment by number, by first and last, and by how
 * many documents they have.
 */
final class SegmentSidecar implements Closeable {
  private final Map<String, Terms> termsByField = new HashMap<>();
  private final Directory directory;
  private FieldsProducer fields;

  private SegmentSidecar(Directory directory) {
    this.directory = directory;
  }

  /**
   * Opens a sidecar.
   *
   * @throws IOException if it is damaged, or that of another segment
   */
  static SegmentSidecar open(Path description, SegmentReader segment) throws IOException {
    SegmentSidecar sidecar = new SegmentSidecar(FSDirectory.open(description.getParent()));
    boolean success = false;
    try {
      sidecar.read(SidecarPlace.name(description), description, segment);
      success = true;
    } finally {
      if (success == false) {
        IOUtils.closeWhileHandlingException(sidecar);
      }
    }
    return sidecar;
  }

  private void read(String name, Path description, SegmentReader segment) throws IOException {
    check(description.getFileName().toString());
    Codec codec = SidecarPlace.codec();
    SegmentInfo stock = segment.getSegmentInfo().info;
    SegmentInfo info =
        codec.segmentInfoFormat().read(directory, name, stock.getId(), IOContext.READONCE);
    if (info.maxDoc() != stock.maxDoc()) {
      throw new CorruptIndexException(
          "number of documents is " + info.maxDoc() + ", must be the segment's " + stock.maxDoc(),
          description.toString());
    }
    // Nothing is believed before the checksums of all files were right.
    for (String file : info.files()) {
      check(file);
    }
    FieldInfos infos = codec.fieldInfosFormat().read(directory, info, "", IOContext.READONCE);
    fields =
        codec
            .postingsFormat()
            .fieldsProducer(new SegmentReadState(directory, info, infos, IOContext.DEFAULT));
    for (String field : fields) {
      Terms terms = fields.terms(field);
      Terms own = segment.terms(field);
      if (own instanceof StreakTerms == false) {
        compare(field, terms, own, description);
        termsByField.put(field, terms);
      }
    }
  }

  private void check(String file) throws IOException {
    try (IndexInput input = directory.openInput(file, IOContext.READONCE)) {
      CodecUtil.checksumEntireFile(input);
    }
  }

  private static void compare(String field, Terms terms, Terms own, Path description)
      throws IOException {
    boolean same =
        own != null
            && (own.size() < 0 || own.size() == terms.size())
            && own.getSumDocFreq() == terms.getSumDocFreq()
            && own.getDocCount() == terms.getDocCount()
            && Objects.equals(own.getMin(), terms.getMin())
            && Objects.equals(own.getMax(), terms.getMax());
    if (same == false) {
      throw new CorruptIndexException(
          "terms of field " + field + " are others, must be those of its segment",
          description.toString());
    }
  }

  /** Null if the sidecar does not have the field. */
  Terms terms(String field) {
    return termsByField.get(field);
  }

  /** The fields that it has. */
  Set<String> fields() {
    return termsByField.keySet();
  }

  @Override
  public void close() throws IOException {
    IOUtils.close(fields, directory);
  }
}
