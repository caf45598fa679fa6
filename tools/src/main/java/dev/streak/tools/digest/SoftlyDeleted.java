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
package dev.streak.tools.digest;

import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.FilterCodecReader;
import org.apache.lucene.index.SegmentReader;
import org.apache.lucene.util.Bits;

/**
 * A segment in which documents that were deleted softly are there. A reader of a commit sees it so;
 * a reader of a writer does not.
 */
final class SoftlyDeleted extends FilterCodecReader {
  private final Bits live;
  private final int numDocs;

  private SoftlyDeleted(SegmentReader segment) {
    super(segment);
    live = segment.getHardLiveDocs();
    numDocs = segment.maxDoc() - segment.getSegmentInfo().getDelCount();
  }

  static CodecReader kept(CodecReader segment) {
    boolean hidden =
        segment instanceof SegmentReader reader && reader.getHardLiveDocs() != reader.getLiveDocs();
    return hidden ? new SoftlyDeleted((SegmentReader) segment) : segment;
  }

  @Override
  public Bits getLiveDocs() {
    return live;
  }

  @Override
  public int numDocs() {
    return numDocs;
  }

  @Override
  public CacheHelper getCoreCacheHelper() {
    return in.getCoreCacheHelper();
  }

  @Override
  public CacheHelper getReaderCacheHelper() {
    // What is cached for the reader counts live documents in another way.
    return null;
  }
}
