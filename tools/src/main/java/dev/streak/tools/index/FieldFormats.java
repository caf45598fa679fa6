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
package dev.streak.tools.index;

import dev.streak.codec.StreakPostingsFormat;
import java.util.HashSet;
import java.util.Set;
import org.apache.lucene.codecs.FieldsProducer;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.codecs.perfield.PerFieldDocValuesFormat;
import org.apache.lucene.codecs.perfield.PerFieldKnnVectorsFormat;
import org.apache.lucene.codecs.perfield.PerFieldPostingsFormat;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;

/** The formats that the fields of a segment have, whatever its codec is called. */
public final class FieldFormats {
  private static final Lucene104Codec LUCENE = new Lucene104Codec();

  private final CodecReader segment;
  private final Set<String> withTerms = new HashSet<>();

  /** Those of a segment. */
  public FieldFormats(CodecReader segment) {
    this.segment = segment;
    FieldsProducer postings = segment.getPostingsReader();
    if (postings != null) {
      postings.forEach(withTerms::add);
    }
  }

  /** Whether the postings of a field are Streak's. */
  public boolean haveStreak() {
    for (FieldInfo field : segment.getFieldInfos()) {
      if (StreakPostingsFormat.NAME.equals(postings(field))) {
        return true;
      }
    }
    return false;
  }

  /** Whether all are those that Lucene's codec has for fields. */
  public boolean areLucenes() {
    for (FieldInfo field : segment.getFieldInfos()) {
      String name = field.name;
      if (isOther(postings(field), LUCENE.getPostingsFormatForField(name).getName())
          || isOther(docValues(field), LUCENE.getDocValuesFormatForField(name).getName())
          || isOther(vectors(field), LUCENE.getKnnVectorsFormatForField(name).getName())) {
        return false;
      }
    }
    return true;
  }

  private static boolean isOther(String format, String usual) {
    return format != null && !format.equals(usual);
  }

  /** A merge hands on what a field had once, so it counts only where there are terms. */
  private String postings(FieldInfo field) {
    return withTerms.contains(field.name)
        ? field.getAttribute(PerFieldPostingsFormat.PER_FIELD_FORMAT_KEY)
        : null;
  }

  private static String docValues(FieldInfo field) {
    return field.getDocValuesType() == DocValuesType.NONE
        ? null
        : field.getAttribute(PerFieldDocValuesFormat.PER_FIELD_FORMAT_KEY);
  }

  private static String vectors(FieldInfo field) {
    return field.hasVectorValues()
        ? field.getAttribute(PerFieldKnnVectorsFormat.PER_FIELD_FORMAT_KEY)
        : null;
  }
}
