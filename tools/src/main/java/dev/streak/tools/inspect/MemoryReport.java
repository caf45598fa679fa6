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

import dev.streak.compression.NativeMemory;
import dev.streak.tools.index.LastCommit;
import dev.streak.tools.index.SegmentFiles;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SegmentCommitInfo;
import org.apache.lucene.index.SegmentReader;
import org.apache.lucene.index.StandardDirectoryReader;
import org.apache.lucene.store.Directory;

/**
 * Memory that an open reader takes.
 *
 * @param heapBytes of the heap, measured: about right for large indexes, noise for small ones
 * @param cacheBytes of the cache when all that it is for is in it: terms indexes and hash tables
 * @param nativeBytes that Zstandard takes for dictionaries and contexts, by its own account
 */
public record MemoryReport(long heapBytes, long cacheBytes, long nativeBytes) {
  /** Files that the cache keeps unless a field's policy says otherwise. */
  private static final Set<String> CACHED = Set.of("ski", "skh");

  private static final int COLLECTIONS = 3;

  /** Opens the last commit once more, reads one document of each segment, and closes it. */
  static MemoryReport of(Directory directory) throws IOException {
    long heapBefore = usedHeap();
    long nativeBefore = NativeMemory.held().bytes();
    return LastCommit.read(
        directory,
        reader -> {
          long cached = cached(reader);
          for (LeafReaderContext leaf : reader.leaves()) {
            Unverified.read(
                ((SegmentReader) leaf.reader()).getSegmentName(),
                "its first document",
                () -> leaf.reader().storedFields().document(0));
          }
          long heap = Math.max(0, usedHeap() - heapBefore);
          return new MemoryReport(heap, cached, NativeMemory.held().bytes() - nativeBefore);
        });
  }

  private static long cached(DirectoryReader reader) throws IOException {
    long cached = 0;
    for (SegmentCommitInfo segment : ((StandardDirectoryReader) reader).getSegmentInfos()) {
      for (Map.Entry<String, Long> file : SegmentFiles.lengths(segment).entrySet()) {
        cached += CACHED.contains(SegmentFiles.extension(file.getKey())) ? file.getValue() : 0;
      }
    }
    return cached;
  }

  private static long usedHeap() {
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
    }
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
