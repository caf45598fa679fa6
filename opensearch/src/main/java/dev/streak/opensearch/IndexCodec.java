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
package dev.streak.opensearch;

import dev.streak.codec.StreakCodec;
import java.io.IOException;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.CompoundFormat;
import org.apache.lucene.codecs.DocValuesConsumer;
import org.apache.lucene.codecs.DocValuesFormat;
import org.apache.lucene.codecs.DocValuesProducer;
import org.apache.lucene.codecs.FieldInfosFormat;
import org.apache.lucene.codecs.FieldsConsumer;
import org.apache.lucene.codecs.FieldsProducer;
import org.apache.lucene.codecs.FilterCodec;
import org.apache.lucene.codecs.KnnVectorsFormat;
import org.apache.lucene.codecs.PostingsFormat;
import org.apache.lucene.codecs.lucene104.Lucene104PostingsFormat;
import org.apache.lucene.codecs.lucene90.Lucene90DocValuesFormat;
import org.apache.lucene.codecs.perfield.PerFieldDocValuesFormat;
import org.apache.lucene.codecs.perfield.PerFieldPostingsFormat;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.IOContext;

/**
 * Writes the segments of one index. Postings, terms and stored fields are Streak's; where the
 * mapping asks for a format of its own (completion, a Bloom filter of {@code _id}, doc values,
 * vectors) that format writes. Segments carry the library's name, and the library reads them.
 *
 * <p>What is chosen by field is worked out for each segment from the fields that it has: the codec
 * is older than many of them.
 */
final class IndexCodec extends FilterCodec {
  private final IndexChoices choices;
  private final StreakCodec streak;
  private final Codec mapped;
  private final PostingsFormat postingsFormat = new Postings();
  private final FieldInfosFormat fieldInfosFormat = new Infos();
  private final DocValuesFormat docValuesFormat;

  /** Of Lucene's two files: the host opens them with the codec that the index has by then. */
  private final CompoundFormat compoundFormat =
      StreakCodec.builder().bundleSmallFiles(false).build().compoundFormat();

  /**
   * @param choices of the index's settings
   * @param mapped what the host would write, by the mapping
   */
  IndexCodec(IndexChoices choices, Codec mapped) {
    this(choices, choices.codec(), mapped);
  }

  private IndexCodec(IndexChoices choices, StreakCodec streak, Codec mapped) {
    super(StreakCodec.NAME, streak);
    this.choices = choices;
    this.streak = streak;
    this.mapped = mapped;
    this.docValuesFormat =
        mapped.docValuesFormat() instanceof PerFieldDocValuesFormat byField
            ? new Values(byField)
            : mapped.docValuesFormat();
  }

  @Override
  public PostingsFormat postingsFormat() {
    return postingsFormat;
  }

  @Override
  public FieldInfosFormat fieldInfosFormat() {
    return fieldInfosFormat;
  }

  @Override
  public DocValuesFormat docValuesFormat() {
    return docValuesFormat;
  }

  @Override
  public CompoundFormat compoundFormat() {
    return compoundFormat;
  }

  @Override
  public KnnVectorsFormat knnVectorsFormat() {
    return mapped.knnVectorsFormat();
  }

  private StreakCodec streak(FieldInfos fields) {
    return choices.isSameForAllFields() ? streak : choices.codec(fields);
  }

  private final class Postings extends PostingsFormat {
    Postings() {
      super(StreakCodec.NAME);
    }

    @Override
    public FieldsConsumer fieldsConsumer(SegmentWriteState state) throws IOException {
      PostingsFormat ours = streak(state.fieldInfos).postingsFormat();
      // Of one document, which the host looks at where it derives a source. It never closes the
      // reader, and the cache would know files of ours as long as the node runs.
      boolean thrownAway = FilterDirectory.unwrap(state.directory) instanceof ByteBuffersDirectory;
      return new PerFieldPostingsFormat() {
        @Override
        public PostingsFormat getPostingsFormatForField(String field) {
          PostingsFormat wanted = ofField(mapped.postingsFormat(), field);
          return wanted instanceof Lucene104PostingsFormat && thrownAway == false
              ? ofField(ours, field)
              : wanted;
        }
      }.fieldsConsumer(state);
    }

    private static PostingsFormat ofField(PostingsFormat format, String field) {
      return format instanceof PerFieldPostingsFormat byField
          ? byField.getPostingsFormatForField(field)
          : format;
    }

    @Override
    public FieldsProducer fieldsProducer(SegmentReadState state) throws IOException {
      return streak.postingsFormat().fieldsProducer(state);
    }
  }

  /** The small files that Lucene's own format writes of all fields become one. */
  private final class Values extends DocValuesFormat {
    private final PerFieldDocValuesFormat byField;

    Values(PerFieldDocValuesFormat byField) {
      super(StreakCodec.NAME);
      this.byField = byField;
    }

    @Override
    public DocValuesConsumer fieldsConsumer(SegmentWriteState state) throws IOException {
      return (areLucenes(state.fieldInfos) ? streak.docValuesFormat() : byField)
          .fieldsConsumer(state);
    }

    private boolean areLucenes(FieldInfos fields) {
      for (FieldInfo field : fields) {
        if (field.getDocValuesType() != DocValuesType.NONE
            && byField.getDocValuesFormatForField(field.name) instanceof Lucene90DocValuesFormat
                == false) {
          return false;
        }
      }
      return true;
    }

    @Override
    public DocValuesProducer fieldsProducer(SegmentReadState state) throws IOException {
      return streak.docValuesFormat().fieldsProducer(state);
    }
  }

  /** Each segment has these, whatever else it has, and they come last. */
  private final class Infos extends FieldInfosFormat {
    @Override
    public FieldInfos read(
        Directory directory, SegmentInfo segment, String segmentSuffix, IOContext context)
        throws IOException {
      return streak.fieldInfosFormat().read(directory, segment, segmentSuffix, context);
    }

    @Override
    public void write(
        Directory directory,
        SegmentInfo segment,
        String segmentSuffix,
        FieldInfos fields,
        IOContext context)
        throws IOException {
      refuseOtherNames(segment);
      streak(fields).fieldInfosFormat().write(directory, segment, segmentSuffix, fields, context);
    }

    /** Another plugin's codec around this one would be asked to read the segment, and could not. */
    private static void refuseOtherNames(SegmentInfo segment) {
      String name = segment.getCodec().getName();
      if (name.equals(StreakCodec.NAME) == false) {
        throw new IllegalStateException(
            "index.codec="
                + StreakCodecAlias.ALIAS
                + " cannot write segments of the codec "
                + name
                + ", which could not be read again. Use the codec default");
      }
    }
  }
}
