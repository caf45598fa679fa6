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
package dev.streak.postings;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.store.ByteBuffersDataInput;
import org.apache.lucene.store.ByteBuffersIndexInput;
import org.apache.lucene.store.FileDataHint;
import org.apache.lucene.store.FileTypeHint;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.util.IOUtils;

/** Opens the file that {@link ListFileWriter} wrote. */
public final class ListFileReader implements Closeable {

  /** What entries find that point into a file without lists: its end. */
  private static final IndexInput NO_LISTS =
      new ByteBuffersIndexInput(
          new ByteBuffersDataInput(List.of(ByteBuffer.allocate(0))), "a file without lists");

  /** Null if the file has no lists: it was read to its end and needs not stay open. */
  private final IndexInput input;

  private final PostingLists lists;

  /** Opens the file, which must be as long as it was when it was written. */
  public ListFileReader(SegmentReadState state, long fileLength) throws IOException {
    IOContext context = state.context.withHints(FileTypeHint.DATA, FileDataHint.POSTINGS);
    IndexInput opened = ListFileWriter.FILE.open(state, context, fileLength);
    boolean hasLists = opened.getFilePointer() + CodecUtil.footerLength() < fileLength;
    input = hasLists ? opened : null;
    if (hasLists == false) {
      try (opened) {
        CodecUtil.checksumEntireFile(opened);
      }
    }
    lists = new PostingLists(hasLists ? input : NO_LISTS, state.segmentInfo.maxDoc());
  }

  /** The lists, by entry. */
  public PostingLists lists() {
    return lists;
  }

  /** Compares the checksum of the file. */
  public void checkIntegrity() throws IOException {
    if (input != null) {
      CodecUtil.checksumEntireFile(input);
    }
  }

  @Override
  public void close() throws IOException {
    IOUtils.close(input);
  }
}
