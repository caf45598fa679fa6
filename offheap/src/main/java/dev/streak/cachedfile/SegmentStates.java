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
package dev.streak.cachedfile;

import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.store.Directory;

/** What a format writes or reads a segment with, and another directory. */
public final class SegmentStates {
  private SegmentStates() {}

  /** The same segment in another directory. */
  public static SegmentWriteState in(Directory directory, SegmentWriteState state) {
    SegmentWriteState other =
        new SegmentWriteState(
            state.infoStream,
            directory,
            state.segmentInfo,
            state.fieldInfos,
            state.segUpdates,
            state.context,
            state.segmentSuffix);
    other.delCountOnFlush = state.delCountOnFlush;
    other.liveDocs = state.liveDocs;
    return other;
  }

  /** The same segment in another directory. */
  public static SegmentReadState in(Directory directory, SegmentReadState state) {
    return new SegmentReadState(
        directory, state.segmentInfo, state.fieldInfos, state.context, state.segmentSuffix);
  }
}
