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
package dev.streak.codec;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.CompoundFormat;
import org.apache.lucene.codecs.DocValuesFormat;
import org.apache.lucene.codecs.FieldInfosFormat;
import org.apache.lucene.codecs.KnnVectorsFormat;
import org.apache.lucene.codecs.LiveDocsFormat;
import org.apache.lucene.codecs.NormsFormat;
import org.apache.lucene.codecs.PointsFormat;
import org.apache.lucene.codecs.PostingsFormat;
import org.apache.lucene.codecs.SegmentInfoFormat;
import org.apache.lucene.codecs.StoredFieldsFormat;
import org.apache.lucene.codecs.TermVectorsFormat;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.codecs.perfield.PerFieldPostingsFormat;

/**
 * A codec for indexes in which documents that belong together lie together.
 *
 * <p>Set it with {@code IndexWriterConfig.setCodec(new StreakCodec())}; nothing has to be set for
 * reading. The name in the index is {@value #NAME} and does not follow Lucene's releases. Segments
 * that another codec wrote are read, and merged, by that codec's own reader, so an existing index
 * changes over segment by segment.
 *
 * <p>Parts that Streak has no better answer for (doc values, points, norms, vectors, segment and
 * field infos, live documents, compound files) are Lucene's own formats.
 */
public class StreakCodec extends Codec {

  /** The name that segments carry. */
  public static final String NAME = "Streak1";

  private final Codec lucene = new Lucene104Codec();
  private final PostingsFormat postingsFormat;

  /** A codec with the default settings. */
  public StreakCodec() {
    this(new Builder());
  }

  StreakCodec(Builder settings) {
    super(NAME);
    PostingsFormat defaultPostings = new StreakPostingsFormat();
    Map<String, PostingsFormat> byField = Map.copyOf(settings.postingsByField);
    this.postingsFormat =
        new PerFieldPostingsFormat() {
          @Override
          public PostingsFormat getPostingsFormatForField(String field) {
            return byField.getOrDefault(field, defaultPostings);
          }
        };
  }

  /** Starts from the default settings. */
  public static Builder builder() {
    return new Builder();
  }

  @Override
  public PostingsFormat postingsFormat() {
    return postingsFormat;
  }

  @Override
  public StoredFieldsFormat storedFieldsFormat() {
    return lucene.storedFieldsFormat();
  }

  @Override
  public TermVectorsFormat termVectorsFormat() {
    return lucene.termVectorsFormat();
  }

  @Override
  public DocValuesFormat docValuesFormat() {
    return lucene.docValuesFormat();
  }

  @Override
  public FieldInfosFormat fieldInfosFormat() {
    return lucene.fieldInfosFormat();
  }

  @Override
  public SegmentInfoFormat segmentInfoFormat() {
    return lucene.segmentInfoFormat();
  }

  @Override
  public NormsFormat normsFormat() {
    return lucene.normsFormat();
  }

  @Override
  public LiveDocsFormat liveDocsFormat() {
    return lucene.liveDocsFormat();
  }

  @Override
  public CompoundFormat compoundFormat() {
    return lucene.compoundFormat();
  }

  @Override
  public PointsFormat pointsFormat() {
    return lucene.pointsFormat();
  }

  @Override
  public KnnVectorsFormat knnVectorsFormat() {
    return lucene.knnVectorsFormat();
  }

  /** Settings of a codec, checked as they are given. Not safe for use by several threads. */
  public static final class Builder {
    private final Map<String, PostingsFormat> postingsByField = new LinkedHashMap<>();

    Builder() {}

    /** Writes the postings of {@code field} with a format of the caller's choice. */
    public Builder postingsFormat(String field, PostingsFormat format) {
      postingsByField.put(
          Objects.requireNonNull(field, "field"), Objects.requireNonNull(format, "format"));
      return this;
    }

    /** Makes the codec. */
    public StreakCodec build() {
      return new StreakCodec(this);
    }
  }
}
