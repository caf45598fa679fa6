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
package dev.streak.segment;

import dev.streak.cache.BlockCache;
import dev.streak.cache.CachePolicy;
import dev.streak.cache.blocks.BlockStore;
import dev.streak.cachedfile.CachedFiles;
import dev.streak.hashedterms.TermHashReader;
import dev.streak.terms.DictionaryFiles;
import java.io.IOException;
import java.util.Arrays;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.lucene.codecs.perfield.PerFieldPostingsFormat;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.store.IOContext;

/**
 * How the terms indexes of a segment use the cache. The policy of a field is recorded in its
 * attributes. A block tree has one index file for all its fields, and one file with the blocks of
 * terms: a file is kept like the field that is to be kept the longest.
 */
public final class TermsIndexCaching {
  /** The attribute with a field's policy; there is none where none was set. */
  public static final String POLICY_ATTRIBUTE = "StreakTermsIndex.policy";

  /** The attribute with the policy of a field's blocks of terms; none where none was set. */
  public static final String BLOCKS_POLICY_ATTRIBUTE = "StreakTermBlocks.policy";

  /** The files of Lucene's block tree: its index and the blocks of terms. */
  private static final Set<String> INDEX = Set.of("tip");

  private static final Set<String> BLOCKS = Set.of("tim");
  private static final Set<String> DICTIONARY_INDEX = Set.of(DictionaryFiles.INDEX.extension());
  private static final Set<String> DICTIONARY = Set.of(DictionaryFiles.TERMS.extension());

  private static final Set<String> ALL =
      Set.of("tip", "tim", DictionaryFiles.INDEX.extension(), DictionaryFiles.TERMS.extension());

  private TermsIndexCaching() {}

  static SegmentWriteState forWriting(SegmentWriteState state) {
    return CachedFiles.forWriting(state, ALL);
  }

  /** Checks the checksums beside the files, which are read only where the cache is used. */
  static void checkIntegrity(SegmentReadState state) throws IOException {
    CachedFiles.checkIntegrity(state, ALL);
  }

  /** For Lucene's block tree: mapped pages are faster, so the cache is for who asks for it. */
  static SegmentReadState forBlockTree(SegmentReadState state) throws CorruptIndexException {
    return forReading(state, INDEX, CachePolicy.UNCACHED, BLOCKS);
  }

  /** For the dictionary of fields that hold documents only. */
  static SegmentReadState forDictionary(SegmentReadState state) throws CorruptIndexException {
    return forReading(state, DICTIONARY_INDEX, CachePolicy.CACHED, DICTIONARY);
  }

  private static SegmentReadState forReading(
      SegmentReadState state, Set<String> index, CachePolicy ofIndexUnlessSet, Set<String> blocks)
      throws CorruptIndexException {
    BlockStore cache = BlockCache.shared().blocks();
    CachePolicy ofIndex = policyOfFile(state, POLICY_ATTRIBUTE, ofIndexUnlessSet);
    CachePolicy ofBlocks = policyOfFile(state, BLOCKS_POLICY_ATTRIBUTE, CachePolicy.UNCACHED);
    SegmentReadState cachedIndex = CachedFiles.forReading(state, index, ofIndex, cache);
    return CachedFiles.forReadingClones(cachedIndex, blocks, ofBlocks, cache);
  }

  /** Has hash tables kept like the terms indexes. */
  static void cache(TermHashReader tables, SegmentReadState state) throws IOException {
    if (state.context.context() != IOContext.Context.MERGE) {
      CachePolicy policy = policyOfFile(state, POLICY_ATTRIBUTE, CachePolicy.CACHED);
      tables.useCache(state, policy, BlockCache.shared());
    }
  }

  /** Returns whether terms indexes can be kept in this way: spare room is for what they lead to. */
  public static boolean isForIndexes(CachePolicy policy) {
    return policy != CachePolicy.SPARE_ROOM;
  }

  private static CachePolicy policy(FieldInfo field, String attribute, CachePolicy unlessSet)
      throws CorruptIndexException {
    String name = field.getAttribute(attribute);
    if (name == null) {
      return unlessSet;
    }
    Predicate<CachePolicy> fits =
        policy -> attribute.equals(BLOCKS_POLICY_ATTRIBUTE) || isForIndexes(policy);
    for (CachePolicy policy : CachePolicy.values()) {
      if (fits.test(policy) && policy.name().equals(name)) {
        return policy;
      }
    }
    throw new CorruptIndexException(
        "attribute "
            + attribute
            + " of field "
            + field.name
            + " is "
            + name
            + ", must be one of "
            + Arrays.stream(CachePolicy.values()).filter(fits).toList(),
        field.name);
  }

  private static CachePolicy policyOfFile(
      SegmentReadState state, String attribute, CachePolicy unlessSet)
      throws CorruptIndexException {
    CachePolicy longest = null;
    for (FieldInfo field : state.fieldInfos) {
      if (isIn(field, state.segmentSuffix)) {
        CachePolicy policy = policy(field, attribute, unlessSet);
        longest = longest == null || policy.compareTo(longest) < 0 ? policy : longest;
      }
    }
    return longest == null ? unlessSet : longest;
  }

  /** Returns whether a field is in the files with the given suffix, as far as can be told. */
  private static boolean isIn(FieldInfo field, String segmentSuffix) {
    if (field.getIndexOptions() == IndexOptions.NONE) {
      return false;
    }
    String suffix = field.getAttribute(PerFieldPostingsFormat.PER_FIELD_SUFFIX_KEY);
    boolean isFull = segmentSuffix.contains(FieldGroups.FULL_SUFFIX);
    return FieldGroups.holdsDocumentsOnly(field) != isFull
        && (suffix == null || segmentSuffix.endsWith("_" + suffix));
  }
}
