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
package dev.streak.tools.convert;

import java.util.List;
import java.util.Map;
import org.apache.lucene.index.MergePolicy;
import org.apache.lucene.index.MergeTrigger;
import org.apache.lucene.index.SegmentCommitInfo;
import org.apache.lucene.index.SegmentInfos;

/** Rewrites the one segment that it is told to, and merges nothing. */
final class OneSegmentPolicy extends MergePolicy {
  private String segment;
  private boolean compound;

  /**
   * Tells the next segment.
   *
   * @param inCompoundFile whether it is to be in a compound file
   */
  synchronized void next(String name, boolean inCompoundFile) {
    segment = name;
    compound = inCompoundFile;
  }

  @Override
  public MergeSpecification findMerges(
      MergeTrigger trigger, SegmentInfos infos, MergeContext context) {
    return null;
  }

  @Override
  public synchronized MergeSpecification findForcedMerges(
      SegmentInfos infos,
      int maxSegments,
      Map<SegmentCommitInfo, Boolean> toMerge,
      MergeContext context) {
    for (SegmentCommitInfo info : infos) {
      if (info.info.name.equals(segment) && !context.getMergingSegments().contains(info)) {
        MergeSpecification merges = new MergeSpecification();
        merges.add(new OneMerge(List.of(info)));
        return merges;
      }
    }
    return null;
  }

  @Override
  public MergeSpecification findForcedDeletesMerges(SegmentInfos infos, MergeContext context) {
    return null;
  }

  @Override
  public synchronized boolean useCompoundFile(
      SegmentInfos infos, SegmentCommitInfo merged, MergeContext context) {
    return compound;
  }
}
