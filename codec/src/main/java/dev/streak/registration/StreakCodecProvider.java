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
package dev.streak.registration;

import dev.streak.codec.StreakCodec;
import dev.streak.compression.ZstdStoredFieldsFormat;
import dev.streak.compression.ZstdTermVectorsFormat;
import dev.streak.segment.ChosenStoredFieldsFormat;
import dev.streak.segment.ChosenTermVectorsFormat;
import dev.streak.setup.Requirements;
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
import org.apache.lucene.codecs.lucene90.Lucene90StoredFieldsFormat;

/**
 * The codec as Lucene's service loader makes it when it opens a segment that names {@value
 * StreakCodec#NAME}. Lucene makes one instance of every registered codec as soon as any index is
 * touched, so this class needs nothing but Lucene's core, of any 10.x: an application that merely
 * has Streak on its class path must keep working where jars are missing or another Lucene is used.
 *
 * <p>What is missing is said by whoever asks the codec for a format first. That is Lucene reading
 * the infos of a segment, before it opens, or {@code CheckIndex} judges, any. Applications that
 * write use {@link StreakCodec}, which checks what it needs at construction.
 */
public final class StreakCodecProvider extends Codec {

  /** Made with the first segment. */
  private static final class Whole {
    /** With Lucene's stored fields and term vectors it makes none of Zstandard's formats itself. */
    static final StreakCodec CODEC =
        StreakCodec.builder()
            .luceneStoredFields(Lucene90StoredFieldsFormat.Mode.BEST_SPEED)
            .luceneTermVectors()
            .build();

    // These touch nothing native before a segment needs it.
    static final StoredFieldsFormat STORED_FIELDS =
        new ChosenStoredFieldsFormat(ZstdStoredFieldsFormat.forReading(), false);
    static final TermVectorsFormat TERM_VECTORS =
        new ChosenTermVectorsFormat(ZstdTermVectorsFormat.forReading());
  }

  /** Called by the service loader. */
  public StreakCodecProvider() {
    super(StreakCodec.NAME);
  }

  private static Codec codec() {
    Requirements.check();
    return Whole.CODEC;
  }

  @Override
  public PostingsFormat postingsFormat() {
    return codec().postingsFormat();
  }

  @Override
  public DocValuesFormat docValuesFormat() {
    return codec().docValuesFormat();
  }

  @Override
  public StoredFieldsFormat storedFieldsFormat() {
    Requirements.check();
    return Whole.STORED_FIELDS;
  }

  @Override
  public TermVectorsFormat termVectorsFormat() {
    Requirements.check();
    return Whole.TERM_VECTORS;
  }

  @Override
  public FieldInfosFormat fieldInfosFormat() {
    return codec().fieldInfosFormat();
  }

  @Override
  public SegmentInfoFormat segmentInfoFormat() {
    return codec().segmentInfoFormat();
  }

  @Override
  public NormsFormat normsFormat() {
    return codec().normsFormat();
  }

  @Override
  public LiveDocsFormat liveDocsFormat() {
    return codec().liveDocsFormat();
  }

  @Override
  public CompoundFormat compoundFormat() {
    return codec().compoundFormat();
  }

  @Override
  public PointsFormat pointsFormat() {
    return codec().pointsFormat();
  }

  @Override
  public KnnVectorsFormat knnVectorsFormat() {
    return codec().knnVectorsFormat();
  }
}
