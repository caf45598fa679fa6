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
package dev.streak.sidecar;

import java.io.IOException;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.Terms;

/** A segment of which some fields have their terms in a sidecar. */
final class SidecarLeafReader extends FilterLeafReader {
  private final SegmentSidecar sidecar;

  SidecarLeafReader(LeafReader in, SegmentSidecar sidecar) {
    super(in);
    this.sidecar = sidecar;
  }

  @Override
  public Terms terms(String field) throws IOException {
    ensureOpen();
    Terms terms = sidecar.terms(field);
    return terms == null ? in.terms(field) : terms;
  }

  /** The terms and documents are those of the segment. */
  @Override
  public CacheHelper getCoreCacheHelper() {
    return in.getCoreCacheHelper();
  }

  @Override
  public CacheHelper getReaderCacheHelper() {
    return in.getReaderCacheHelper();
  }
}
