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
package dev.streak.tools.verify;

import org.apache.lucene.codecs.DocValuesFormat;
import org.apache.lucene.codecs.KnnVectorsFormat;
import org.apache.lucene.codecs.PostingsFormat;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.codecs.lucene90.Lucene90StoredFieldsFormat;
import org.apache.lucene.codecs.perfield.PerFieldDocValuesFormat;
import org.apache.lucene.codecs.perfield.PerFieldKnnVectorsFormat;
import org.apache.lucene.codecs.perfield.PerFieldPostingsFormat;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.SegmentReader;

/** Lucene's codec, with the formats that a segment of it has for its fields. */
public final class LuceneCodecAsRecorded extends Lucene104Codec {
  private final FieldInfos fields;

  /** A codec for writing such a segment anew. */
  public LuceneCodecAsRecorded(SegmentReader segment) {
    super(mode(segment));
    this.fields = segment.getFieldInfos();
  }

  private static Mode mode(SegmentReader segment) {
    String mode = segment.getSegmentInfo().info.getAttribute(Lucene90StoredFieldsFormat.MODE_KEY);
    return mode == null ? Mode.BEST_SPEED : Mode.valueOf(mode);
  }

  @Override
  public PostingsFormat getPostingsFormatForField(String field) {
    String name = recorded(field, PerFieldPostingsFormat.PER_FIELD_FORMAT_KEY);
    return name == null ? super.getPostingsFormatForField(field) : PostingsFormat.forName(name);
  }

  @Override
  public DocValuesFormat getDocValuesFormatForField(String field) {
    String name = recorded(field, PerFieldDocValuesFormat.PER_FIELD_FORMAT_KEY);
    return name == null ? super.getDocValuesFormatForField(field) : DocValuesFormat.forName(name);
  }

  @Override
  public KnnVectorsFormat getKnnVectorsFormatForField(String field) {
    String name = recorded(field, PerFieldKnnVectorsFormat.PER_FIELD_FORMAT_KEY);
    return name == null ? super.getKnnVectorsFormatForField(field) : KnnVectorsFormat.forName(name);
  }

  private String recorded(String field, String key) {
    FieldInfo info = fields.fieldInfo(field);
    return info == null ? null : info.getAttribute(key);
  }
}
