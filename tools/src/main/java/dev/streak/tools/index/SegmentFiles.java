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
package dev.streak.tools.index;

import dev.streak.codec.StreakCodec;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.codecs.CompoundDirectory;
import org.apache.lucene.index.SegmentCommitInfo;

/** The files of a segment, those inside another one by one. */
public final class SegmentFiles {
  private SegmentFiles() {}

  /** Lengths in bytes by name; what a file is beyond those inside it counts as that file. */
  public static Map<String, Long> lengths(SegmentCommitInfo segment) throws IOException {
    Map<String, Long> lengths = new TreeMap<>();
    for (String file : segment.files()) {
      lengths.putAll(StreakCodec.filesWithin(segment.info.dir, segment.info, file));
    }
    if (segment.info.getUseCompoundFile()) {
      addCompound(segment, lengths);
    }
    return lengths;
  }

  private static void addCompound(SegmentCommitInfo segment, Map<String, Long> lengths)
      throws IOException {
    long inner = 0;
    try (CompoundDirectory compound =
        segment
            .info
            .getCodec()
            .compoundFormat()
            .getCompoundReader(segment.info.dir, segment.info)) {
      for (String file : compound.listAll()) {
        lengths.putAll(StreakCodec.filesWithin(compound, segment.info, file));
        inner += compound.fileLength(file);
      }
    }
    long rest = inner;
    lengths.computeIfPresent(segment.info.name + ".cfs", (name, length) -> length - rest);
  }

  /** The part of a file's name that tells its kind. */
  public static String extension(String file) {
    return file.substring(file.lastIndexOf('.') + 1);
  }
}
