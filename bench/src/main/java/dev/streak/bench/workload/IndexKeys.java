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

import dev.streak.offheap.BlockCache;
import dev.streak.termsindex.TermsIndexReader;
import dev.streak.termsindex.TermsIndexWriter;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexFileNames;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.InfoStream;
import org.apache.lucene.util.StringHelper;
import org.apache.lucene.util.Version;

/** Keys of term blocks, and terms indexes of them without a whole index around. */
final class IndexKeys {
  /** Where a block's terms are said to lie; the distance is that of real blocks. */
  private static final long POINTER_DISTANCE = 500;

  private IndexKeys() {}

  /** Decimal ids, in order and different. */
  static BytesRef[] random(Random random, int count) {
    TreeSet<BytesRef> keys = new TreeSet<>();
    while (keys.size() < count) {
      keys.add(new BytesRef(Long.toString(random.nextLong(1_000_000_000L))));
    }
    return keys.toArray(BytesRef[]::new);
  }

  static long pointer(int key) {
    return key * POINTER_DISTANCE;
  }

  /** A segment with a terms index. */
  record Segment(Directory directory, SegmentInfo info) {
    TermsIndexReader open(BlockCache cache) throws IOException {
      return new TermsIndexReader(
          new SegmentReadState(directory, info, FieldInfos.EMPTY, IOContext.DEFAULT), cache);
    }

    /** Writes the same index once more, for a segment with another name. */
    Segment withIdOf(int number) throws IOException {
      SegmentInfo copy = newInfo(directory, "_" + Integer.toString(number + 1, 36), info.getId());
      directory.copyFrom(directory, fileName(info), fileName(copy), IOContext.DEFAULT);
      return new Segment(directory, copy);
    }
  }

  private static String fileName(SegmentInfo info) {
    return IndexFileNames.segmentFileName(info.name, "", TermsIndexWriter.EXTENSION);
  }

  private static SegmentInfo newInfo(Directory directory, String name, byte[] id) {
    return new SegmentInfo(
        directory,
        Version.LATEST,
        Version.LATEST,
        name,
        1,
        false,
        false,
        Codec.getDefault(),
        Map.of(),
        id,
        Map.of(),
        null);
  }

  static Segment write(Directory directory, List<BytesRef[]> fields) throws IOException {
    SegmentInfo info = newInfo(directory, "_0", StringHelper.randomId());
    SegmentWriteState state =
        new SegmentWriteState(
            InfoStream.NO_OUTPUT, directory, info, FieldInfos.EMPTY, null, IOContext.DEFAULT);
    try (TermsIndexWriter writer =
        new TermsIndexWriter(state, TermsIndexWriter.DEFAULT_TARGET_BLOCK_BYTES)) {
      for (int field = 0; field < fields.size(); field++) {
        writer.startField(field);
        BytesRef[] keys = fields.get(field);
        for (int i = 0; i < keys.length; i++) {
          writer.add(keys[i], pointer(i));
        }
        writer.finishField();
      }
      writer.finish();
    }
    return new Segment(directory, info);
  }
}
