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
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.codecs.CompoundDirectory;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.util.IOUtils;

/**
 * Files of Streak that hold checksums of the blocks of another file. Only who keeps that file in
 * the cache reads them, so no reader's check of its integrity covers them all. They are open from
 * the start, as the files of a reader are: others may delete them meanwhile.
 */
final class BlockChecksumFiles implements Closeable {
  private final List<IndexInput> inputs = new ArrayList<>();
  private final List<Closeable> open = new ArrayList<>();

  /** Opens those of a segment. */
  BlockChecksumFiles(SegmentInfo segment) throws IOException {
    boolean success = false;
    try {
      if (segment.getUseCompoundFile()) {
        CompoundDirectory compound =
            segment.getCodec().compoundFormat().getCompoundReader(segment.dir, segment);
        open.add(compound);
        open(compound, compound.listAll());
      } else {
        open(segment.dir, segment.files().toArray(String[]::new));
      }
      success = true;
    } finally {
      if (!success) {
        IOUtils.closeWhileHandlingException(open);
      }
    }
  }

  private void open(Directory directory, String[] files) throws IOException {
    for (String file : files) {
      if (SegmentFiles.extension(file).endsWith("k")) {
        IndexInput input = directory.openInput(file, IOContext.DEFAULT);
        open.add(0, input);
        inputs.add(input);
      }
    }
  }

  void check() throws IOException {
    for (IndexInput input : inputs) {
      CodecUtil.checksumEntireFile(input);
    }
  }

  @Override
  public void close() throws IOException {
    IOUtils.close(open);
  }
}
