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
package dev.streak.file;

import java.io.Closeable;
import java.io.IOException;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.IndexFileNames;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.store.DataInput;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.util.IORunnable;
import org.apache.lucene.util.IOUtils;

/**
 * A kind of file that a segment may have.
 *
 * @param extension of its name
 * @param codec name in its header
 * @param firstVersion the oldest that can be read
 * @param version the one that is written
 */
public record SegmentFile(String extension, String codec, int firstVersion, int version) {

  /** Value of the segment's attribute that has the name in the header. */
  private static final String IS_THERE = "1";

  /** Length of a file that nobody wrote down. */
  private static final long UNKNOWN = -1;

  /** Name of the file in a segment that is read. */
  public String name(SegmentReadState state) {
    return name(state.segmentInfo, state.segmentSuffix);
  }

  /** Name of the file in a segment that is written. */
  String name(SegmentWriteState state) {
    return name(state.segmentInfo, state.segmentSuffix);
  }

  /** As above. */
  String name(SegmentInfo segment, String suffix) {
    return IndexFileNames.segmentFileName(segment.name, suffix, extension);
  }

  /** Creates the file and writes its header. */
  public IndexOutput create(SegmentWriteState state) throws IOException {
    return create(state.directory, state.segmentInfo, state.segmentSuffix, state.context);
  }

  /** As above. */
  public IndexOutput create(
      Directory directory, SegmentInfo segment, String suffix, IOContext context)
      throws IOException {
    IndexOutput output = directory.createOutput(name(segment, suffix), context);
    closeUnless(
        () -> CodecUtil.writeIndexHeader(output, codec, version, segment.getId(), suffix), output);
    return output;
  }

  /** Opens the file, checks its header and that it has a footer, and stands behind the header. */
  public IndexInput open(SegmentReadState state, IOContext context) throws IOException {
    return open(state, context, UNKNOWN);
  }

  /** As above, and the file must have exactly that length. */
  public IndexInput open(SegmentReadState state, IOContext context, long length)
      throws IOException {
    IndexInput input = state.directory.openInput(name(state), context);
    closeUnless(
        () -> {
          checkHeader(input, state);
          long headerEnd = input.getFilePointer();
          if (length == UNKNOWN) {
            CodecUtil.retrieveChecksum(input);
          } else if (length < headerEnd + CodecUtil.footerLength()) {
            throw new CorruptIndexException(
                "recorded length is "
                    + length
                    + ", must be >= "
                    + (headerEnd + CodecUtil.footerLength()),
                input);
          } else {
            CodecUtil.retrieveChecksum(input, length);
          }
          input.seek(headerEnd);
        },
        input);
    return input;
  }

  /** Reads the header and returns the version in it. */
  public int checkHeader(DataInput input, SegmentReadState state) throws IOException {
    return checkHeader(input, state.segmentInfo, state.segmentSuffix);
  }

  /** As above. */
  public int checkHeader(DataInput input, SegmentInfo segment, String suffix) throws IOException {
    return CodecUtil.checkIndexHeader(input, codec, firstVersion, version, segment.getId(), suffix);
  }

  /** Has an attribute of the segment tell that the file is there, where Lucene has others. */
  void note(SegmentInfo segment) {
    segment.putAttribute(codec, IS_THERE);
  }

  /** Whether {@link #note} was called for the segment. */
  boolean isNoted(SegmentInfo segment) {
    return segment.getAttribute(codec) != null;
  }

  private static void closeUnless(IORunnable succeeds, Closeable file) throws IOException {
    boolean success = false;
    try {
      succeeds.run();
      success = true;
    } finally {
      if (success == false) {
        IOUtils.closeWhileHandlingException(file);
      }
    }
  }
}
