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

import dev.streak.cachedfile.CachedFiles;
import dev.streak.offheap.BlockCache;
import dev.streak.offheap.CachePolicy;
import java.util.Set;
import org.apache.lucene.codecs.perfield.PerFieldPostingsFormat;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;

/**
 * How the terms indexes of a segment use the cache. The policy of a field is recorded in its
 * attributes. A block tree has one index file for all its fields: it is pinned if one of them is,
 * and uncached if all are.
 */
final class TermsIndexCaching {
  /** The attribute with a field's policy; there is none for a cached field. */
  static final String POLICY_ATTRIBUTE = "StreakTermsIndex.policy";

  /** The index file of Lucene's block tree. */
  private static final Set<String> BLOCK_TREE_INDEX = Set.of("tip");

  private TermsIndexCaching() {}

  static SegmentWriteState forWriting(SegmentWriteState state) {
    return CachedFiles.forWriting(state, BLOCK_TREE_INDEX);
  }

  static SegmentReadState forReading(SegmentReadState state) throws CorruptIndexException {
    return CachedFiles.forReading(
        state, BLOCK_TREE_INDEX, policyOfFile(state), BlockCache.shared());
  }

  /** Returns a field's policy. */
  static CachePolicy policy(FieldInfo field) throws CorruptIndexException {
    String name = field.getAttribute(POLICY_ATTRIBUTE);
    if (name == null) {
      return CachePolicy.CACHED;
    }
    for (CachePolicy policy : CachePolicy.values()) {
      if (policy.name().equals(name)) {
        return policy;
      }
    }
    throw new CorruptIndexException(
        "attribute " + POLICY_ATTRIBUTE + " of field " + field.name + " is " + name, field.name);
  }

  private static CachePolicy policyOfFile(SegmentReadState state) throws CorruptIndexException {
    int fields = 0;
    int uncached = 0;
    for (FieldInfo field : state.fieldInfos) {
      if (isIn(field, state.segmentSuffix) == false) {
        continue;
      }
      CachePolicy policy = policy(field);
      if (policy == CachePolicy.PINNED) {
        return policy;
      }
      fields++;
      uncached += policy == CachePolicy.UNCACHED ? 1 : 0;
    }
    return fields > 0 && uncached == fields ? CachePolicy.UNCACHED : CachePolicy.CACHED;
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
