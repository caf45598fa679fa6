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
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.lucene.codecs.CompoundDirectory;
import org.apache.lucene.index.SegmentCommitInfo;
import org.apache.lucene.store.Directory;

/** The files of a segment, those inside another one by one. */
public final class SegmentFiles {
  /** The part of a name that tells what every merge makes anew: tables, prefix sets, checksums. */
  public static final String MADE_ANEW = "\\.(sk[hx]|(sk[di]|ti[mp])k)";

  private SegmentFiles() {}

  /** Whether a merge makes a file anew and does not read it, so that it may be damaged or gone. */
  public static boolean isMadeAnew(String file) {
    return file.matches(".*" + MADE_ANEW);
  }

  /** Size of a segment, of which files may be gone that every merge makes anew. */
  public static long bytes(SegmentCommitInfo segment) throws IOException {
    try {
      // Known from now on, whoever deletes the files.
      return segment.sizeInBytes();
    } catch (NoSuchFileException | FileNotFoundException e) {
      Set<String> missing = missing(segment);
      if (missing.isEmpty()) {
        throw e;
      }
      long bytes = 0;
      for (String file : segment.files()) {
        bytes += missing.contains(file) ? 0 : segment.info.dir.fileLength(file);
      }
      return bytes;
    }
  }

  /** The files of a segment that are gone and that every merge makes anew. */
  public static Set<String> missing(SegmentCommitInfo segment) throws IOException {
    Set<String> missing = new TreeSet<>();
    for (String file : segment.files()) {
      if (isMadeAnew(file) && !isThere(segment.info.dir, file)) {
        missing.add(file);
      }
    }
    return missing;
  }

  private static boolean isThere(Directory directory, String file) throws IOException {
    try {
      return directory.fileLength(file) >= 0;
    } catch (@SuppressWarnings("unused") NoSuchFileException | FileNotFoundException e) {
      return false;
    }
  }

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
