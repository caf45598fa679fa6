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
package dev.streak.segment;

import dev.streak.bundles.StoredFieldsBundle;
import dev.streak.file.FileBundle;
import dev.streak.file.LuceneBundle;
import dev.streak.file.SegmentFile;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;

/** What is in the files that may be several in one. */
public final class SegmentBundles {
  private static final List<SegmentFile> KINDS =
      List.of(
          FieldGroups.BUNDLE,
          StoredFieldsBundle.FILE,
          LuceneBundle.DOC_VALUES.file(),
          LuceneBundle.NORMS.file(),
          LuceneBundle.POINTS.file());

  private SegmentBundles() {}

  /**
   * Lengths of the files in a bundle by name. They add up to its length: the file of its name in it
   * counts with what is beyond all of them. Of a file that is no bundle there is only itself.
   */
  public static Map<String, Long> filesWithin(Directory directory, SegmentInfo segment, String name)
      throws IOException {
    Map<String, Long> lengths = new HashMap<>();
    for (SegmentFile kind : KINDS) {
      if (name.startsWith(segment.name) && name.endsWith("." + kind.extension())) {
        lengths.putAll(lengths(kind, directory, segment, name));
      }
    }
    long rest = directory.fileLength(name);
    for (long length : lengths.values()) {
      rest -= length;
    }
    lengths.merge(name, rest, Long::sum);
    return lengths;
  }

  private static Map<String, Long> lengths(
      SegmentFile kind, Directory directory, SegmentInfo segment, String name) throws IOException {
    int end = name.length() - kind.extension().length() - 1;
    String suffix = name.substring(segment.name.length(), end);
    SegmentReadState state =
        new SegmentReadState(
            directory,
            segment,
            null,
            IOContext.DEFAULT,
            suffix.startsWith("_") ? suffix.substring(1) : suffix);
    try (FileBundle bundle = FileBundle.open(kind, state)) {
      return bundle == null ? Map.of() : bundle.lengths();
    }
  }
}
