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
package dev.streak.tools.verify;

import dev.streak.tools.index.SegmentFiles;
import java.io.IOException;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.codecs.CompoundDirectory;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.index.SegmentReader;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;

/**
 * Files of Streak that hold checksums of the blocks of another file. Only who keeps that file in
 * the cache reads them, so no reader's check of its integrity covers them all.
 */
final class BlockChecksumFiles {
  private BlockChecksumFiles() {}

  static void check(CodecReader reader) throws IOException {
    if (!(reader instanceof SegmentReader segmentReader)) {
      return;
    }
    SegmentInfo segment = segmentReader.getSegmentInfo().info;
    if (segment.getUseCompoundFile()) {
      try (CompoundDirectory compound =
          segment.getCodec().compoundFormat().getCompoundReader(segment.dir, segment)) {
        check(compound, compound.listAll());
      }
    } else {
      check(segment.dir, segment.files().toArray(String[]::new));
    }
  }

  private static void check(Directory directory, String[] files) throws IOException {
    for (String file : files) {
      if (SegmentFiles.extension(file).endsWith("k")) {
        try (IndexInput input = directory.openInput(file, IOContext.DEFAULT)) {
          CodecUtil.checksumEntireFile(input);
        }
      }
    }
  }
}
