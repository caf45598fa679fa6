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
package dev.streak.bench.workload;

import dev.streak.codec.StreakCodec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.index.SegmentCommitInfo;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;

/** The files of an index without compound files, those inside another one by one. */
public final class IndexFiles {
  private IndexFiles() {}

  /** Lengths in bytes by name; what a file is beyond those inside it counts as that file. */
  public static Map<String, Long> lengths(Path index) throws IOException {
    Map<String, Long> lengths = new TreeMap<>();
    try (Directory directory = FSDirectory.open(index)) {
      for (String file : directory.listAll()) {
        lengths.put(file, directory.fileLength(file));
      }
      for (SegmentCommitInfo segment : SegmentInfos.readLatestCommit(directory)) {
        for (String file : segment.info.files()) {
          lengths.putAll(StreakCodec.filesWithin(directory, segment.info, file));
        }
      }
    }
    return lengths;
  }
}
