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
package dev.streak.tools;

import dev.streak.inspection.KeptTerms;
import dev.streak.sidecar.StreakReaders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SegmentReader;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.StringHelper;

/** The fields that the sound sidecars of a folder are of. */
final class SidecarFields {
  private final Map<String, List<String>> bySegment = new HashMap<>();

  private SidecarFields() {}

  /** Those of a folder, which need not be there. */
  static SidecarFields of(Directory index, Path folder) throws IOException {
    SidecarFields fields = new SidecarFields();
    if (Files.isDirectory(folder)) {
      try (DirectoryReader reader =
          StreakReaders.withSidecar(DirectoryReader.open(index), folder)) {
        for (LeafReaderContext leaf : reader.leaves()) {
          fields.add(leaf.reader());
        }
      }
    }
    return fields;
  }

  private void add(LeafReader leaf) throws IOException {
    if (FilterLeafReader.unwrap(leaf) instanceof SegmentReader segment) {
      List<String> fields = new ArrayList<>();
      for (FieldInfo field : leaf.getFieldInfos()) {
        if (field.getIndexOptions() == IndexOptions.DOCS
            && KeptTerms.of(leaf, field.name).isPresent()
            && KeptTerms.of(segment, field.name).isEmpty()) {
          fields.add(field.name);
        }
      }
      bySegment.put(segment.getSegmentName(), fields);
    }
  }

  /** Whether a segment has a sidecar, be it damaged; see {@code docs/format.md}. */
  static boolean isThere(Path folder, SegmentReader segment) {
    String id = StringHelper.idToString(segment.getSegmentInfo().info.getId());
    return Files.exists(folder.resolve(id));
  }

  /** The fields of a segment's sidecar; nothing if it has no sound one. */
  String told(SegmentReader segment) {
    return String.join(", ", bySegment.getOrDefault(segment.getSegmentName(), List.of()));
  }
}
