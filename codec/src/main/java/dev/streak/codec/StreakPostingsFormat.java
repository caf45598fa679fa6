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

import dev.streak.prefix.PrefixSettings;
import dev.streak.segment.FieldGroups;
import dev.streak.segment.FieldGroupsReader;
import dev.streak.segment.FieldGroupsWriter;
import dev.streak.setup.Requirements;
import dev.streak.termhash.TermHashSettings;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import org.apache.lucene.codecs.FieldsConsumer;
import org.apache.lucene.codecs.FieldsProducer;
import org.apache.lucene.codecs.PostingsFormat;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;

/**
 * Postings for indexes in which documents that belong together lie together: the posting list of an
 * id is stored as the runs it consists of, one run within the term's own metadata. Lists without
 * runs are bit-packed arrays and bitmaps. {@code StreakCodec} uses this format for every field; it
 * works as well in anyone else's {@code PerFieldPostingsFormat}, under the name {@value #NAME}.
 *
 * <p>Fields that hold documents only ({@code IndexOptions.DOCS}) get run-length lists. Fields with
 * frequencies, positions, offsets or payloads are written by Lucene's own format, inside this one.
 *
 * <p>Files, each with Lucene's index header and footer; {@code docs/format.md} has every byte:
 *
 * <ul>
 *   <li>{@code .skm}: which kinds of fields there are, and what is known of each as a whole. All
 *       small files are in this one.
 *   <li>{@code .skp}: the lists of fields that hold documents only.
 *   <li>{@code .skh}: hash tables for exact look-ups, of fields that have one.
 *   <li>{@code .skx}: the prefix sets of fields that have them.
 *   <li>{@code .skd}, {@code .ski}: their terms in blocks, and the index of these.
 *   <li>{@code .skdk}, {@code .skik}: the checksums of their blocks in the cache.
 *   <li>{@code .tim}, {@code .tip}, {@code .tmd}, {@code .doc}, {@code .pos}, {@code .pay}, {@code
 *       .psm}, {@code .timk}, {@code .tipk} with {@value FieldGroups#FULL_SUFFIX} in their names:
 *       Lucene's postings of the others.
 * </ul>
 */
public final class StreakPostingsFormat extends PostingsFormat {

  /** The name that segments carry. */
  public static final String NAME = "StreakPostings1";

  private final TermHashSettings termHash;
  private final Map<String, PrefixSettings> prefixesByField;
  private final boolean bundlesSmallFiles;

  /**
   * The format with its default settings.
   *
   * @throws IllegalStateException if a jar that Streak needs is missing, or Lucene does not fit
   */
  public StreakPostingsFormat() {
    this(TermHashSettings.DEFAULT);
  }

  /**
   * The format with hash tables of the caller's choice; segments record what became of it.
   *
   * @throws IllegalStateException if a jar that Streak needs is missing, or Lucene does not fit
   */
  public StreakPostingsFormat(TermHashSettings termHash) {
    this(termHash, true);
  }

  /**
   * As above, and by choice without {@link StreakCodec.Builder#bundleSmallFiles one file} for all
   * small ones.
   */
  public StreakPostingsFormat(TermHashSettings termHash, boolean bundlesSmallFiles) {
    this(checked(termHash), Map.of(), bundlesSmallFiles);
  }

  StreakPostingsFormat(
      TermHashSettings termHash,
      Map<String, PrefixSettings> prefixesByField,
      boolean bundlesSmallFiles) {
    super(NAME);
    this.bundlesSmallFiles = bundlesSmallFiles;
    this.termHash = Objects.requireNonNull(termHash, "termHash");
    this.prefixesByField = prefixesByField;
  }

  private static TermHashSettings checked(TermHashSettings settings) {
    Requirements.check();
    return settings;
  }

  @Override
  public FieldsConsumer fieldsConsumer(SegmentWriteState state) throws IOException {
    FieldDemands.checkFields(state.fieldInfos, prefixesByField, termHash);
    return new FieldGroupsWriter(state, termHash, prefixesByField, bundlesSmallFiles);
  }

  @Override
  public FieldsProducer fieldsProducer(SegmentReadState state) throws IOException {
    return new FieldGroupsReader(state);
  }

  @Override
  public String toString() {
    return NAME + "(" + termHash + ", bundleSmallFiles=" + bundlesSmallFiles + ")";
  }
}
