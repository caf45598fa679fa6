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

import java.io.IOException;
import org.apache.lucene.codecs.BlockTermState;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.codecs.PostingsReaderBase;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.ImpactsEnum;
import org.apache.lucene.index.IndexFileNames;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.store.DataInput;
import org.apache.lucene.store.FileDataHint;
import org.apache.lucene.store.FileTypeHint;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.util.BitUtil;
import org.apache.lucene.util.IOUtils;

/** Reads what {@link RunLengthPostingsWriter} wrote, term by term or by {@link TermEntry}. */
public final class RunLengthPostingsReader extends PostingsReaderBase {

  private final IndexInput input;
  private final PostingLists lists;
  private final int maxDoc;

  /** Opens the file of lists, which must be as long as it was when it was written. */
  public RunLengthPostingsReader(SegmentReadState state, long fileLength) throws IOException {
    maxDoc = state.segmentInfo.maxDoc();
    String fileName =
        IndexFileNames.segmentFileName(
            state.segmentInfo.name, state.segmentSuffix, ListFile.EXTENSION);
    input =
        state.directory.openInput(
            fileName, state.context.withHints(FileTypeHint.DATA, FileDataHint.POSTINGS));
    boolean success = false;
    try {
      CodecUtil.checkIndexHeader(
          input,
          ListFile.CODEC,
          ListFile.VERSION_START,
          ListFile.VERSION_CURRENT,
          state.segmentInfo.getId(),
          state.segmentSuffix);
      CodecUtil.retrieveChecksum(input, fileLength);
      success = true;
    } finally {
      if (success == false) {
        IOUtils.closeWhileHandlingException(input);
      }
    }
    lists = new PostingLists(input, maxDoc);
  }

  /** The lists themselves, by entry. */
  PostingLists lists() {
    return lists;
  }

  @Override
  public void init(IndexInput termsIn, SegmentReadState state) throws IOException {
    CodecUtil.checkIndexHeader(
        termsIn,
        ListFile.TERMS_CODEC,
        ListFile.VERSION_START,
        ListFile.VERSION_CURRENT,
        state.segmentInfo.getId(),
        state.segmentSuffix);
  }

  @Override
  public BlockTermState newTermState() {
    return new RunTermState();
  }

  @Override
  public void decodeTerm(
      DataInput in, FieldInfo fieldInfo, BlockTermState blockTermState, boolean absolute)
      throws IOException {
    RunTermState state = (RunTermState) blockTermState;
    if (absolute) {
      state.lastEnd = 0;
      state.lastPointer = 0;
    }
    long code = in.readVLong();
    if ((code & 1) == 0) {
      state.lastPointer += code >>> 1;
      if (state.lastPointer > input.length()) {
        throw new CorruptIndexException(
            "pointer is " + state.lastPointer + ", must be <= " + input.length(), in);
      }
      state.entry = TermEntry.ofPointer(state.lastPointer);
      return;
    }
    long start = state.lastEnd + BitUtil.zigZagDecode(code >>> 1);
    int length = state.docFreq;
    if (start < 0 || length < 1 || length > TermEntry.MAX_RUN_LENGTH || start + length > maxDoc) {
      throw new CorruptIndexException(
          "run is " + start + "+" + length + ", must lie in 0 to " + maxDoc, in);
    }
    state.lastEnd = (int) start + length;
    state.entry = TermEntry.ofRun((int) start, length);
  }

  @Override
  public PostingsEnum postings(
      FieldInfo fieldInfo, BlockTermState state, PostingsEnum reuse, int flags) throws IOException {
    return lists.postings(((RunTermState) state).entry, reuse);
  }

  @Override
  public ImpactsEnum impacts(FieldInfo fieldInfo, BlockTermState state, int flags)
      throws IOException {
    return lists.postings(((RunTermState) state).entry, null);
  }

  @Override
  public void checkIntegrity() throws IOException {
    CodecUtil.checksumEntireFile(input);
  }

  @Override
  public void close() throws IOException {
    input.close();
  }
}
