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

import dev.streak.cache.BlockCache;
import dev.streak.tools.cli.Console;
import dev.streak.tools.cli.Progress;
import dev.streak.tools.index.TrackedDirectory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.index.SegmentReader;
import org.apache.lucene.index.StandardDirectoryReader;

/**
 * An index as a commit has it.
 *
 * @param generation of the commit
 * @param createdVersion major release of Lucene that began the index
 * @param userData of the commit
 * @param segments one by one
 * @param fields over all segments
 * @param memory that an open reader takes; null if only a part was asked for
 */
public record IndexReport(
    long generation,
    int createdVersion,
    Map<String, String> userData,
    List<SegmentReport> segments,
    Collection<FieldReport> fields,
    MemoryReport memory) {

  /**
   * Reads an index, of which {@code reader} was opened in {@code tracked}.
   *
   * @param only the name of a segment, or null for all
   * @param withFields whether fields are read, which takes the time
   */
  public static IndexReport of(
      DirectoryReader reader,
      TrackedDirectory tracked,
      String only,
      boolean withFields,
      Console console)
      throws IOException {
    SegmentInfos commit = ((StandardDirectoryReader) reader).getSegmentInfos();
    List<SegmentReport> segments = new ArrayList<>();
    Map<String, FieldReport> fields = new TreeMap<>();
    List<SegmentReader> readers = new ArrayList<>();
    long work = 0;
    for (LeafReaderContext leaf : reader.leaves()) {
      SegmentReader segment = (SegmentReader) leaf.reader();
      if (only == null || segment.getSegmentName().equals(only)) {
        readers.add(segment);
        work += (long) segment.maxDoc() * segment.getFieldInfos().size();
        // Now, for reading all fields takes long, and others may delete the files meanwhile.
        segments.add(SegmentReport.of(segment.getSegmentInfo()));
      }
    }
    try (Progress progress = console.progress("inspecting", work)) {
      for (SegmentReader segment : readers) {
        if (withFields) {
          fields(segment, tracked, fields, progress);
        }
      }
    }
    boolean all = only == null && withFields;
    return new IndexReport(
        commit.getGeneration(),
        commit.getIndexCreatedVersionMajor(),
        commit.getUserData(),
        segments,
        fields.values(),
        all ? MemoryReport.of(tracked.getDelegate()) : null);
  }

  private static void fields(
      SegmentReader segment,
      TrackedDirectory tracked,
      Map<String, FieldReport> fields,
      Progress progress)
      throws IOException {
    // What is in the cache is not read again, so nobody would know whose it is.
    boolean cached = BlockCache.shared().isEnabled();
    BlockCache.shared().setEnabled(false);
    try {
      for (FieldInfo field : segment.getFieldInfos()) {
        FieldReport report =
            Unverified.read(
                segment.getSegmentName(),
                "field " + field.name,
                () -> new FieldInspection(segment, field, tracked).report());
        fields.merge(field.name, report, FieldReport::plus);
        // A field may have few terms or many; what it will take is found out by reading it.
        progress.add(segment.maxDoc());
      }
    } finally {
      BlockCache.shared().setEnabled(cached);
    }
  }

  /** Live documents. */
  public long documents() {
    return segments.stream().mapToLong(SegmentReport::documents).sum();
  }

  /** Deleted documents that are still there. */
  public long deleted() {
    return segments.stream().mapToLong(SegmentReport::deleted).sum();
  }

  /** Size of all segments. */
  public long bytes() {
    return segments.stream().mapToLong(SegmentReport::bytes).sum();
  }

  /** Sizes of files by extension, of all segments. */
  public Map<String, Long> files() {
    Map<String, Long> files = new TreeMap<>();
    segments.forEach(s -> s.files().forEach((kind, size) -> files.merge(kind, size, Long::sum)));
    return files;
  }
}
