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
package dev.streak.tools.inspect;

import dev.streak.tools.index.SegmentFiles;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.index.SegmentCommitInfo;
import org.apache.lucene.search.Sort;

/**
 * What a commit says of a segment.
 *
 * @param name its name
 * @param codec its codec
 * @param lucene release that wrote it
 * @param documents live documents
 * @param deleted deleted documents that are still there
 * @param compound whether its files are in one
 * @param sort order of its documents, or none
 * @param bytes its size
 * @param files sizes by extension, files within compound files and bundles by their own
 * @param recorded settings that it records
 */
public record SegmentReport(
    String name,
    String codec,
    String lucene,
    int documents,
    int deleted,
    boolean compound,
    String sort,
    long bytes,
    Map<String, Long> files,
    Map<String, String> recorded) {

  static SegmentReport of(SegmentCommitInfo segment) throws IOException {
    Map<String, Long> files = new TreeMap<>();
    SegmentFiles.lengths(segment)
        .forEach((file, length) -> files.merge(SegmentFiles.extension(file), length, Long::sum));
    Sort sort = segment.info.getIndexSort();
    return new SegmentReport(
        segment.info.name,
        segment.info.getCodec().getName(),
        segment.info.getVersion().toString(),
        segment.info.maxDoc() - segment.getDelCount(),
        segment.getDelCount(),
        segment.info.getUseCompoundFile(),
        sort == null ? "none" : sort.toString(),
        segment.sizeInBytes(),
        files,
        Reasons.settings(segment.info.getAttributes()));
  }
}
