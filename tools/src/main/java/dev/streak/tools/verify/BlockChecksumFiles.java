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
import java.util.Set;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.codecs.CompoundDirectory;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.IndexFileNames;
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
  private static final String CODEC_NAME = "StreakBlockChecksums";
  private static final int VERSION = 1;

  /** Appended to the name of the file whose blocks these are. */
  private static final String NAME_SUFFIX = "k";

  /**
   * A file with checksums.
   *
   * @param suffix of the segment's format that wrote it
   * @param bytes length of the file whose blocks these are; negative if there is none, and so the
   *     file is not Streak's
   */
  private record Opened(IndexInput input, String suffix, long bytes) {}

  private final byte[] segmentId;
  private final List<Opened> files = new ArrayList<>();
  private final List<Closeable> open = new ArrayList<>();

  /** Opens those of a segment. */
  BlockChecksumFiles(SegmentInfo segment) throws IOException {
    segmentId = segment.getId();
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

  private void open(Directory directory, String[] names) throws IOException {
    Set<String> all = Set.of(names);
    for (String name : names) {
      if (SegmentFiles.extension(name).endsWith(NAME_SUFFIX)) {
        IndexInput input = directory.openInput(name, IOContext.DEFAULT);
        open.add(0, input);
        String suffix = IndexFileNames.stripExtension(IndexFileNames.stripSegmentName(name));
        String checked = name.substring(0, name.length() - NAME_SUFFIX.length());
        long bytes = all.contains(checked) ? directory.fileLength(checked) : -1;
        files.add(new Opened(input, suffix.isEmpty() ? "" : suffix.substring(1), bytes));
      }
    }
  }

  void check() throws IOException {
    for (Opened file : files) {
      CodecUtil.checksumEntireFile(file.input);
      if (file.bytes >= 0) {
        checkHeader(file);
      }
    }
  }

  /** A whole file may be in the wrong place. */
  private void checkHeader(Opened file) throws IOException {
    IndexInput input = file.input.clone();
    input.seek(0);
    CodecUtil.checkIndexHeader(input, CODEC_NAME, VERSION, VERSION, segmentId, file.suffix);
    long recorded = input.readLong();
    if (recorded != file.bytes) {
      throw new CorruptIndexException(
          "checksums of a file of " + recorded + " bytes, and it has " + file.bytes, input);
    }
  }

  @Override
  public void close() throws IOException {
    IOUtils.close(open);
  }
}
