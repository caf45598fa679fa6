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

import dev.streak.cache.CachePolicy;
import java.io.IOException;
import java.util.Map;
import org.apache.lucene.codecs.FieldInfosFormat;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;

/** Records how fields' terms are kept in memory among the fields' attributes. */
public final class PolicyFieldInfosFormat extends FieldInfosFormat {
  private final FieldInfosFormat in;
  private final Map<String, CachePolicy> ofIndex;
  private final Map<String, CachePolicy> ofBlocks;

  public PolicyFieldInfosFormat(
      FieldInfosFormat in, Map<String, CachePolicy> ofIndex, Map<String, CachePolicy> ofBlocks) {
    this.in = in;
    this.ofIndex = ofIndex;
    this.ofBlocks = ofBlocks;
  }

  @Override
  public FieldInfos read(
      Directory directory, SegmentInfo segment, String segmentSuffix, IOContext context)
      throws IOException {
    return in.read(directory, segment, segmentSuffix, context);
  }

  @Override
  public void write(
      Directory directory,
      SegmentInfo segment,
      String segmentSuffix,
      FieldInfos fields,
      IOContext context)
      throws IOException {
    // A generation of updates keeps what the segment was written with.
    if (segmentSuffix.isEmpty()) {
      for (FieldInfo field : fields) {
        if (field.getIndexOptions() != IndexOptions.NONE) {
          // What a reader takes where there is no attribute.
          boolean documentsOnly = FieldGroups.holdsDocumentsOnly(field);
          CachePolicy unlessSet = documentsOnly ? CachePolicy.CACHED : CachePolicy.UNCACHED;
          record(field, TermsIndexCaching.POLICY_ATTRIBUTE, ofIndex, unlessSet);
          record(field, TermsIndexCaching.BLOCKS_POLICY_ATTRIBUTE, ofBlocks, CachePolicy.UNCACHED);
        }
      }
    }
    in.write(directory, segment, segmentSuffix, fields, context);
  }

  /**
   * A merge hands on what its sources said, which attributes cannot be rid of: it is overwritten.
   */
  private static void record(
      FieldInfo field, String attribute, Map<String, CachePolicy> policies, CachePolicy unlessSet) {
    CachePolicy policy = policies.get(field.name);
    if (policy != null || field.getAttribute(attribute) != null) {
      field.putAttribute(attribute, (policy == null ? unlessSet : policy).name());
    }
  }
}
