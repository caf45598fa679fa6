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

import dev.streak.tools.digest.IndexDigest;
import dev.streak.tools.index.SegmentFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FilterCodecReader;
import org.apache.lucene.index.SegmentCommitInfo;
import org.apache.lucene.index.SegmentReader;

/**
 * A segment that can be read.
 *
 * @param info what the commit says of it
 * @param reader reads it, documents that were deleted softly included
 * @param bytes its size; of files that others may delete while it is read
 */
record OpenSegment(SegmentCommitInfo info, CodecReader reader, long bytes) {

  static List<OpenSegment> of(DirectoryReader reader) throws IOException {
    List<OpenSegment> segments = new ArrayList<>();
    for (CodecReader leaf : IndexDigest.segments(reader)) {
      SegmentReader segment = (SegmentReader) FilterCodecReader.unwrap(leaf);
      SegmentCommitInfo info = segment.getSegmentInfo();
      segments.add(new OpenSegment(info, leaf, SegmentFiles.bytes(info)));
    }
    return segments;
  }

  /** The segments that were not there before. */
  static List<OpenSegment> added(Set<String> before, DirectoryReader reader) throws IOException {
    return of(reader).stream().filter(segment -> !before.contains(segment.name())).toList();
  }

  static Set<String> names(DirectoryReader reader) throws IOException {
    Set<String> names = new HashSet<>();
    of(reader).forEach(segment -> names.add(segment.name()));
    return names;
  }

  String name() {
    return info.info.name;
  }

  String codec() {
    return info.info.getCodec().getName();
  }

  boolean isCompound() {
    return info.info.getUseCompoundFile();
  }
}
