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
package dev.streak.cachedfile;

import dev.streak.cache.CachePolicy;
import dev.streak.cache.blocks.BlockStore;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Set;
import org.apache.lucene.index.IndexFileNames;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;

/**
 * Lets a format write and read some of its files for the cache without knowing it: give the format
 * the state that these methods return.
 */
public final class CachedFiles {
  private CachedFiles() {}

  /**
   * Returns a state in which files with the given extensions get a file of block checksums beside
   * them.
   */
  public static SegmentWriteState forWriting(SegmentWriteState state, Set<String> extensions) {
    Directory directory =
        new FilterDirectory(state.directory) {
          @Override
          public IndexOutput createOutput(String name, IOContext context) throws IOException {
            IndexOutput output = in.createOutput(name, context);
            return extensions.contains(IndexFileNames.getExtension(name))
                ? new BlockChecksumOutput(
                    output, in, state.segmentInfo.getId(), state.segmentSuffix, context)
                : output;
          }
        };
    return SegmentStates.in(directory, state);
  }

  /**
   * Checks what lies beside the files with the given extensions, of those that are there: who opens
   * them does without it if it is damaged.
   */
  public static void checkIntegrity(SegmentReadState state, Set<String> extensions)
      throws IOException {
    for (String extension : extensions) {
      String name =
          IndexFileNames.segmentFileName(state.segmentInfo.name, state.segmentSuffix, extension);
      long bytes;
      try {
        bytes = state.directory.fileLength(name);
      } catch (@SuppressWarnings("unused") FileNotFoundException | NoSuchFileException e) {
        // There is none, or the segment was deleted while it is open.
        continue;
      }
      BlockChecksums.read(
          state.directory, name, bytes, state.segmentInfo.getId(), state.segmentSuffix);
    }
  }

  /**
   * Returns a state in which slices of files with the given extensions are read from the cache. The
   * files as a whole are read from the directory, as integrity checks and merges do. Where all
   * reading is for a merge, nothing is cached.
   */
  public static SegmentReadState forReading(
      SegmentReadState state, Set<String> extensions, CachePolicy policy, BlockStore cache) {
    return reading(state, extensions, new CachedFileInput.Caching(policy, false, cache));
  }

  /**
   * Like {@link #forReading}, for files that are read by moving clones about: these are read from
   * the cache too, but for those that begin at the file's beginning or read block after block.
   */
  public static SegmentReadState forReadingClones(
      SegmentReadState state, Set<String> extensions, CachePolicy policy, BlockStore cache) {
    return reading(state, extensions, new CachedFileInput.Caching(policy, true, cache));
  }

  private static SegmentReadState reading(
      SegmentReadState state, Set<String> extensions, CachedFileInput.Caching caching) {
    if (caching.policy() == CachePolicy.UNCACHED
        || state.context.context() == IOContext.Context.MERGE) {
      return state;
    }
    Directory directory =
        new FilterDirectory(state.directory) {
          @Override
          public IndexInput openInput(String name, IOContext context) throws IOException {
            return extensions.contains(IndexFileNames.getExtension(name))
                ? CachedFileInput.open(state, name, context, caching)
                : in.openInput(name, context);
          }
        };
    return SegmentStates.in(directory, state);
  }
}
