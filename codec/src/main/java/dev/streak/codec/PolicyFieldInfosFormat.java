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

import dev.streak.offheap.CachePolicy;
import java.io.IOException;
import java.util.Map;
import org.apache.lucene.codecs.FieldInfosFormat;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;

/** Records the policies of fields' terms indexes among the fields' attributes. */
final class PolicyFieldInfosFormat extends FieldInfosFormat {
  private final FieldInfosFormat in;
  private final Map<String, CachePolicy> policies;

  PolicyFieldInfosFormat(FieldInfosFormat in, Map<String, CachePolicy> policies) {
    this.in = in;
    this.policies = policies;
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
    for (FieldInfo field : fields) {
      CachePolicy policy = policies.get(field.name);
      if (policy != null && field.getIndexOptions() != IndexOptions.NONE) {
        field.putAttribute(TermsIndexCaching.POLICY_ATTRIBUTE, policy.name());
      }
    }
    in.write(directory, segment, segmentSuffix, fields, context);
  }
}
