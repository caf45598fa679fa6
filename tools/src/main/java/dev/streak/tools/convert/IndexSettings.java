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
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.MergePolicy;
import org.apache.lucene.index.OneMergeWrappingMergePolicy;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.SoftDeletesRetentionMergePolicy;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Sort;

/**
 * What a writer has to be told so that it goes on with an index as it is.
 *
 * @param createdVersion major release of Lucene that began the index
 * @param sort the order of the documents, or null
 * @param softDeletesField marks documents that are deleted and still there, or null
 * @param parentField marks the last document of a block, or null
 */
record IndexSettings(int createdVersion, Sort sort, String softDeletesField, String parentField) {

  /** The settings that all segments agree on. */
  static IndexSettings of(int createdVersion, List<CodecReader> segments) {
    String softDeletes = null;
    String parent = null;
    for (CodecReader segment : segments) {
      for (FieldInfo field : segment.getFieldInfos()) {
        softDeletes = field.isSoftDeletesField() ? field.name : softDeletes;
        parent = field.isParentField() ? field.name : parent;
      }
    }
    return new IndexSettings(
        createdVersion, SortArgument.commonSort(segments), softDeletes, parent);
  }

  IndexSettings withSort(Sort other) {
    return new IndexSettings(createdVersion, other, softDeletesField, parentField);
  }

  /** A writer that merges what {@code policy} says and commits only when it is told to. */
  IndexWriterConfig writer(Codec codec, MergePolicy policy) {
    IndexWriterConfig config =
        new IndexWriterConfig()
            .setCodec(codec)
            .setCommitOnClose(false)
            .setMergeScheduler(new SerialMergeScheduler());
    MergePolicy merges = policy;
    if (sort != null) {
      config.setIndexSort(sort);
    }
    if (parentField != null) {
      config.setParentField(parentField);
    }
    if (softDeletesField != null) {
      config.setSoftDeletesField(softDeletesField);
      // What is deleted softly is history that somebody still wants.
      merges =
          new SoftDeletesRetentionMergePolicy(
              softDeletesField, () -> MatchAllDocsQuery.INSTANCE, policy);
    }
    // Around what keeps documents: that makes merges of its own, which would not say it.
    return config.setMergePolicy(
        new OneMergeWrappingMergePolicy(merges, EarlierCommits::rewriting));
  }
}
