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

import dev.streak.cache.BlockCache;
import dev.streak.cache.CachePolicy;
import dev.streak.cache.blocks.BlockStore;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.InfoStream;
import org.apache.lucene.util.StringHelper;
import org.apache.lucene.util.Version;

/** A segment with one cached file, and a small cache. */
abstract class CachedFileTestCase extends LuceneTestCase {
  static final Set<String> EXTENSIONS = Set.of("tip");
  static final String NAME = "_0.tip";

  final Directory directory = new ByteBuffersDirectory();
  final BlockStore cache = BlockCache.builder().capacityBytes(1 << 17).debug(true).build().blocks();
  final SegmentInfo segment =
      new SegmentInfo(
          directory,
          Version.LATEST,
          Version.LATEST,
          "_0",
          1,
          false,
          false,
          Codec.getDefault(),
          Map.of(),
          StringHelper.randomId(),
          Map.of(),
          null);

  /** Writes a file of random bytes, and what lies beside it. */
  byte[] write(int length) throws Exception {
    SegmentWriteState state =
        CachedFiles.forWriting(
            new SegmentWriteState(
                InfoStream.NO_OUTPUT,
                directory,
                segment,
                FieldInfos.EMPTY,
                null,
                IOContext.DEFAULT),
            EXTENSIONS);
    byte[] bytes = new byte[length];
    random().nextBytes(bytes);
    try (IndexOutput output = state.directory.createOutput(NAME, IOContext.DEFAULT)) {
      int from = 0;
      while (from < length) {
        int part = Math.min(length - from, 1 + random().nextInt(40_000));
        if (part < 100) {
          output.writeByte(bytes[from]);
          part = 1;
        } else {
          output.writeBytes(bytes, from, part);
        }
        from += part;
      }
    }
    return bytes;
  }

  /** Opens the file: its slices are read through the cache. */
  IndexInput open(CachePolicy policy, IOContext context) throws Exception {
    SegmentReadState state = new SegmentReadState(directory, segment, FieldInfos.EMPTY, context);
    return CachedFiles.forReading(state, EXTENSIONS, policy, cache)
        .directory
        .openInput(NAME, context);
  }

  /** Puts a file of these bytes in the place of the one written. */
  void replace(byte[] bytes) throws Exception {
    directory.deleteFile(NAME);
    try (IndexOutput output = directory.createOutput(NAME, IOContext.DEFAULT)) {
      output.writeBytes(bytes, bytes.length);
    }
  }
}
