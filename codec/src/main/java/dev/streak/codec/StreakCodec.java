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

import dev.streak.bundles.BundledDocValuesFormat;
import dev.streak.bundles.BundledNormsFormat;
import dev.streak.bundles.BundledPointsFormat;
import dev.streak.cache.CachePolicy;
import dev.streak.compression.ZstdCompressionMode;
import dev.streak.compression.ZstdSettings;
import dev.streak.compression.ZstdStoredFieldsFormat;
import dev.streak.compression.ZstdTermVectorsFormat;
import dev.streak.compression.ZstdUnavailableException;
import dev.streak.file.OneFileCompoundFormat;
import dev.streak.livedocs.MaskedLiveDocsFormat;
import dev.streak.prefix.PrefixSettings;
import dev.streak.segment.ChosenStoredFieldsFormat;
import dev.streak.segment.ChosenTermVectorsFormat;
import dev.streak.segment.LuceneParts;
import dev.streak.segment.PolicyFieldInfosFormat;
import dev.streak.segment.ReadableSegmentInfoFormat;
import dev.streak.segment.SegmentBundles;
import dev.streak.segment.TermsIndexCaching;
import dev.streak.setup.Requirements;
import dev.streak.termhash.TermHashSettings;
import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
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
import org.apache.lucene.codecs.lucene90.Lucene90TermVectorsFormat;
import org.apache.lucene.codecs.perfield.PerFieldPostingsFormat;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.store.Directory;

/**
 * A codec for indexes in which documents that belong together lie together.
 *
 * <p>Set it with {@code IndexWriterConfig.setCodec(new StreakCodec())}; nothing has to be set for
 * reading. The name in the index is {@value #NAME} and does not follow Lucene's releases. Segments
 * that another codec wrote are read, and merged, by that codec's own reader, so an existing index
 * changes over segment by segment.
 *
 * <p>Stored fields and term vectors are compressed with Zstandard, see {@link
 * ZstdStoredFieldsFormat}, or by choice as Lucene does.
 *
 * <p>Parts that Streak has no better answer for (doc values, points, norms, vectors, segment and
 * field infos, live documents) are Lucene's own formats. Of each of the first three the small files
 * become one. Immutable.
 */
public class StreakCodec extends Codec {

  /** The name that segments carry. */
  public static final String NAME = "Streak1";

  private final Codec lucene = LuceneParts.codec();
  private final LiveDocsFormat liveDocsFormat = new MaskedLiveDocsFormat(lucene.liveDocsFormat());
  private final SegmentInfoFormat segmentInfoFormat;
  private final String description;
  private final PostingsFormat postingsFormat;
  private final FieldInfosFormat fieldInfosFormat;
  private final StoredFieldsFormat storedFieldsFormat;
  private final TermVectorsFormat termVectorsFormat;
  private final DocValuesFormat docValuesFormat;
  private final NormsFormat normsFormat;
  private final PointsFormat pointsFormat;
  private final CompoundFormat compoundFormat;

  /**
   * A codec with the default settings.
   *
   * @throws ZstdUnavailableException if the native Zstandard library cannot be used
   * @throws IllegalStateException if a jar that Streak needs is missing, or Lucene does not fit
   */
  public StreakCodec() {
    this(builder());
  }

  StreakCodec(Builder settings) {
    super(NAME);
    this.description = settings.toString();
    this.segmentInfoFormat = new ReadableSegmentInfoFormat(lucene.segmentInfoFormat());
    boolean bundles = settings.bundlesSmallFiles;
    this.storedFieldsFormat =
        new ChosenStoredFieldsFormat(settings.storedFields.format.get(), bundles);
    this.docValuesFormat = new BundledDocValuesFormat(lucene.docValuesFormat(), bundles);
    this.normsFormat = new BundledNormsFormat(lucene.normsFormat(), bundles);
    this.pointsFormat = new BundledPointsFormat(lucene.pointsFormat(), bundles);
    this.compoundFormat = new OneFileCompoundFormat(lucene.compoundFormat(), bundles);
    this.termVectorsFormat = new ChosenTermVectorsFormat(settings.termVectors.format.get());
    PostingsFormat defaultPostings =
        new StreakPostingsFormat(settings.termHash, Map.copyOf(settings.prefixesByField), bundles);
    this.fieldInfosFormat =
        new PolicyFieldInfosFormat(
            lucene.fieldInfosFormat(),
            Map.copyOf(settings.termsIndexPolicies),
            Map.copyOf(settings.termBlocksPolicies));
    Map<String, PostingsFormat> byField = Map.copyOf(settings.postingsByField);
    this.postingsFormat =
        new PerFieldPostingsFormat() {
          @Override
          public PostingsFormat getPostingsFormatForField(String field) {
            return byField.getOrDefault(field, defaultPostings);
          }
        };
  }

  /**
   * Starts from the default settings.
   *
   * @throws IllegalStateException if a jar that Streak needs is missing, or Lucene does not fit
   */
  public static Builder builder() {
    Requirements.check();
    return new Builder();
  }

  /**
   * Lengths of the files within a file, by the names that they would have without it. Its header
   * and directory count under its own name. A compound file is not looked into: ask the directory
   * that {@code compoundFormat().getCompoundReader} opens.
   */
  public static Map<String, Long> filesWithin(Directory directory, SegmentInfo segment, String name)
      throws IOException {
    return SegmentBundles.filesWithin(directory, segment, name);
  }

  @Override
  public PostingsFormat postingsFormat() {
    return postingsFormat;
  }

  @Override
  public StoredFieldsFormat storedFieldsFormat() {
    return storedFieldsFormat;
  }

  @Override
  public TermVectorsFormat termVectorsFormat() {
    return termVectorsFormat;
  }

  @Override
  public DocValuesFormat docValuesFormat() {
    return docValuesFormat;
  }

  @Override
  public FieldInfosFormat fieldInfosFormat() {
    return fieldInfosFormat;
  }

  @Override
  public SegmentInfoFormat segmentInfoFormat() {
    return segmentInfoFormat;
  }

  @Override
  public NormsFormat normsFormat() {
    return normsFormat;
  }

  @Override
  public LiveDocsFormat liveDocsFormat() {
    return liveDocsFormat;
  }

  @Override
  public CompoundFormat compoundFormat() {
    return compoundFormat;
  }

  @Override
  public PointsFormat pointsFormat() {
    return pointsFormat;
  }

  @Override
  public KnnVectorsFormat knnVectorsFormat() {
    return lucene.knnVectorsFormat();
  }

  /** The name and the settings, for a log. */
  @Override
  public String toString() {
    return NAME + description;
  }

  /** Settings of a codec, checked as they are given. Not safe for use by several threads. */
  public static final class Builder {
    private final Map<String, PostingsFormat> postingsByField = new LinkedHashMap<>();

    private final Map<String, CachePolicy> termsIndexPolicies = new LinkedHashMap<>();
    private final Map<String, CachePolicy> termBlocksPolicies = new LinkedHashMap<>();

    private Chosen<StoredFieldsFormat> storedFields =
        new Chosen<>(ZstdStoredFieldsFormat::new, ZstdSettings.DEFAULT.toString());

    private Chosen<TermVectorsFormat> termVectors =
        new Chosen<>(ZstdTermVectorsFormat::new, zstandard(ZstdTermVectorsFormat.DEFAULT_LEVEL));

    private TermHashSettings termHash = TermHashSettings.DEFAULT;
    private final Map<String, PrefixSettings> prefixesByField = new LinkedHashMap<>();

    private boolean bundlesSmallFiles = true;

    /** Made late: what is not chosen must not touch the native library. */
    private record Chosen<T>(Supplier<T> format, String text) {
      @Override
      public String toString() {
        return text;
      }
    }

    private Builder() {}

    /** Writes stored fields with Zstandard and these settings. */
    public Builder storedFields(ZstdSettings settings) {
      Objects.requireNonNull(settings, "settings");
      storedFields = new Chosen<>(() -> new ZstdStoredFieldsFormat(settings), settings.toString());
      return this;
    }

    /** Writes stored fields as Lucene does, with LZ4 or DEFLATE; needs no native library. */
    public Builder luceneStoredFields(Lucene90StoredFieldsFormat.Mode mode) {
      Objects.requireNonNull(mode, "mode");
      storedFields =
          new Chosen<>(() -> new Lucene90StoredFieldsFormat(mode), "Lucene90(" + mode + ")");
      return this;
    }

    /** Writes term vectors with Zstandard at a level from 1 to 22. */
    public Builder termVectors(int level) {
      ZstdCompressionMode.of(level);
      termVectors = new Chosen<>(() -> new ZstdTermVectorsFormat(level), zstandard(level));
      return this;
    }

    /** Writes term vectors as Lucene does, with LZ4; needs no native library. */
    public Builder luceneTermVectors() {
      termVectors = new Chosen<>(Lucene90TermVectorsFormat::new, "Lucene90");
      return this;
    }

    /**
     * Which fields get a hash table for exact look-ups; unless set, those that hold documents only
     * do, in segments in which they have at least {@value TermHashSettings#DEFAULT_MIN_TERMS}
     * terms.
     */
    public Builder termHash(TermHashSettings settings) {
      termHash = Objects.requireNonNull(settings, "settings");
      return this;
    }

    /** Writes the postings of {@code field} with a format of the caller's choice. */
    public Builder postingsFormat(String field, PostingsFormat format) {
      postingsByField.put(
          Objects.requireNonNull(field, "field"), Objects.requireNonNull(format, "format"));
      return this;
    }

    /**
     * Writes prefix sets for {@code field}, so that a query for what begins with a few letters need
     * not visit every term that does: those that save most, in at most {@value
     * PrefixSettings#DEFAULT_BUDGET_PERCENT} percent of the field's size. Only fields without
     * frequencies can have them. Where the field has some, a document is refused when it is flushed
     * and a segment when it is merged. Either closes the writer: what was not committed is lost.
     *
     * @param min least length of a prefix, in code points, at least 1
     * @param max greatest length, in code points, at most {@value PrefixSettings#MAX_LENGTH}
     */
    public Builder prefixes(String field, int min, int max) {
      return prefixes(field, min, max, PrefixSettings.DEFAULT_BUDGET_PERCENT);
    }

    /** As {@link #prefixes(String, int, int)}, in 0 to 100 percent of the field, but not 0. */
    public Builder prefixes(String field, int min, int max, double budgetPercent) {
      prefixesByField.put(
          Objects.requireNonNull(field, "field"),
          PrefixSettings.of(field, min, max, budgetPercent));
      return this;
    }

    /**
     * Sets how the terms index of {@code field}, and its hash table if it has one, are kept in
     * memory. Unless set they are cached where the field holds documents only; Lucene's index of
     * other fields is left to the page cache. Spare room is not for these. Each segment records it.
     *
     * <p>Fields share files, and a file is kept like the field in it that is to be kept the
     * longest. So one that is {@code UNCACHED} is read from the directory only where all that hold
     * documents only are.
     */
    public Builder termsIndex(String field, CachePolicy policy) {
      if (TermsIndexCaching.isForIndexes(Objects.requireNonNull(policy, "policy")) == false) {
        throw new IllegalArgumentException(
            "policy of a terms index must be PINNED, CACHED or UNCACHED: field="
                + field
                + " policy="
                + policy);
      }
      termsIndexPolicies.put(Objects.requireNonNull(field, "field"), policy);
      return this;
    }

    /**
     * Sets how the blocks of terms of {@code field} are kept in memory, which the terms index leads
     * to; left to the page cache unless set. With them in the cache as well, looking up a term
     * reads no file. Each segment records it. Fields share files as they do with {@link
     * #termsIndex}.
     */
    public Builder termBlocks(String field, CachePolicy policy) {
      termBlocksPolicies.put(
          Objects.requireNonNull(field, "field"), Objects.requireNonNull(policy, "policy"));
      return this;
    }

    /**
     * Whether small files of a segment become one. Terms and postings of up to 65,536 documents and
     * a megabyte are one file then, in place of seven or more; stored fields of up to a megabyte,
     * with Zstandard, one in place of three; doc values, norms and points one of each in place of
     * two or three. Of a larger segment those that are small become one. A compound file, of any
     * size, is one in place of two. They are unless this is called with {@code false}: flushing and
     * opening take less time so. Version 0.1.0 cannot read such a segment.
     */
    public Builder bundleSmallFiles(boolean bundle) {
      bundlesSmallFiles = bundle;
      return this;
    }

    private static String zstandard(int level) {
      return "Zstandard(level=" + level + ")";
    }

    /** What was set, and the defaults of what was not. */
    @Override
    public String toString() {
      return "(storedFields="
          + storedFields
          + ", termVectors="
          + termVectors
          + ", termHash="
          + termHash
          + ", prefixes="
          + prefixesByField
          + ", termsIndex="
          + termsIndexPolicies
          + ", termBlocks="
          + termBlocksPolicies
          + ", bundleSmallFiles="
          + bundlesSmallFiles
          + ", postingsFormat="
          + postingsByField
          + ")";
    }

    /**
     * Makes the codec.
     *
     * @throws IllegalArgumentException if settings of a field shut each other out
     * @throws ZstdUnavailableException if Zstandard is to be written and its native library cannot
     *     be used
     */
    public StreakCodec build() {
      Set<String> withPolicies = new HashSet<>(termsIndexPolicies.keySet());
      withPolicies.addAll(termBlocksPolicies.keySet());
      FieldDemands.checkFormats(postingsByField, prefixesByField.keySet(), withPolicies, termHash);
      return new StreakCodec(this);
    }
  }
}
