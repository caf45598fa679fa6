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

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.WeakHashMap;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.index.FilterMergePolicy;
import org.apache.lucene.index.MergePolicy;
import org.apache.lucene.index.MergeTrigger;
import org.apache.lucene.index.SegmentCommitInfo;
import org.apache.lucene.index.SegmentInfos;

/**
 * Moves an index to another codec while it is in use: beside the merges of another policy, segments
 * that were written by any codec but one are rewritten one by one, the smallest first. That one is
 * the codec of the {@code IndexWriterConfig}, be it ours or, for the way back, Lucene's.
 *
 * <pre class="prettyprint">
 * config.setCodec(codec);
 * config.setMergePolicy(new RewriteOtherCodecsMergePolicy(config.getMergePolicy(), codec));
 * </pre>
 *
 * <p>A rewrite begins whenever there is nothing else to merge: after a flush or a commit, or with
 * {@code IndexWriter.maybeMerge()}. So a writer that is open does it in the background. What is
 * rewritten stays with the next commit; if the process ends before, the next writer with this
 * policy goes on with what is left. {@code forceMerge(Integer.MAX_VALUE)} returns when nothing is
 * left, and {@code forceMerge(1)} rewrites even an index of one segment.
 *
 * <p>If the writer has another codec after all, say a wrapper with a name of its own, what it
 * rewrites is not rewritten again, and {@link #countOthers} still counts it. This policy hears of
 * the writer's codec when it is asked about compound files. So a policy around this one must pass
 * that question on, as {@code FilterMergePolicy} does, or such a writer rewrites without end.
 *
 * <p>Wrap this policy into those that decide about deleted documents, such as {@code
 * SoftDeletesRetentionMergePolicy}, not the other way round: they must see every merge.
 */
public final class RewriteOtherCodecsMergePolicy extends FilterMergePolicy {
  private final String codec;

  /** The codec of each writer, known from its first merge, by the infos that it hands over. */
  private final Map<SegmentInfos, String> written =
      Collections.synchronizedMap(new WeakHashMap<>());

  /**
   * Beside the merges of {@code in}, rewrites what {@code codec} has not written.
   *
   * @param codec the one that the index writer is to write with
   */
  public RewriteOtherCodecsMergePolicy(MergePolicy in, Codec codec) {
    super(Objects.requireNonNull(in, "in"));
    this.codec = Objects.requireNonNull(codec, "codec").getName();
  }

  /** How many segments of a commit were written by other codecs. */
  public int countOthers(SegmentInfos infos) {
    int others = 0;
    for (SegmentCommitInfo segment : infos) {
      others += isOther(segment) ? 1 : 0;
    }
    return others;
  }

  private boolean isOther(SegmentCommitInfo segment) {
    return segment.info.getCodec().getName().equals(codec) == false;
  }

  @Override
  public MergeSpecification findMerges(
      MergeTrigger trigger, SegmentInfos infos, MergeContext context) throws IOException {
    MergeSpecification merges = in.findMerges(trigger, infos, context);
    return isNothing(merges) ? rewriteOne(infos, context) : merges;
  }

  @Override
  public MergeSpecification findForcedMerges(
      SegmentInfos infos,
      int maxSegmentCount,
      Map<SegmentCommitInfo, Boolean> segmentsToMerge,
      MergeContext context)
      throws IOException {
    MergeSpecification merges =
        in.findForcedMerges(infos, maxSegmentCount, segmentsToMerge, context);
    return isNothing(merges) ? rewriteOne(infos, context) : merges;
  }

  /**
   * Asked of each merged segment before it is in the index. It has the writer's codec, which
   * nothing else tells: policies around this one put merges of their own in the place of its.
   */
  @Override
  public boolean useCompoundFile(SegmentInfos infos, SegmentCommitInfo merged, MergeContext context)
      throws IOException {
    written.put(infos, merged.info.getCodec().getName());
    return in.useCompoundFile(infos, merged, context);
  }

  /** Lucene's policies return null for nothing; others may return a list without merges. */
  private static boolean isNothing(MergeSpecification merges) {
    return merges == null || merges.merges.isEmpty();
  }

  /** Returns null while anything is being merged; the end of a merge asks again. */
  private MergeSpecification rewriteOne(SegmentInfos infos, MergeContext context)
      throws IOException {
    if (context.getMergingSegments().isEmpty() == false) {
      return null;
    }
    // A segment of that codec would come out as it is, again and again.
    String ofWriter = written.get(infos);
    SegmentCommitInfo smallest = null;
    for (SegmentCommitInfo segment : infos) {
      if (isOther(segment)
          && segment.info.getCodec().getName().equals(ofWriter) == false
          && (smallest == null || segment.sizeInBytes() < smallest.sizeInBytes())) {
        smallest = segment;
      }
    }
    if (smallest == null) {
      return null;
    }
    MergeSpecification one = new MergeSpecification();
    one.add(new OneMerge(List.of(smallest)));
    return one;
  }

  @Override
  public String toString() {
    return "RewriteOtherCodecsMergePolicy(" + codec + ", " + in + ")";
  }
}
