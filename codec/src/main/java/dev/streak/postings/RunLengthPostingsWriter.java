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
import org.apache.lucene.codecs.NormsProducer;
import org.apache.lucene.codecs.PostingsWriterBase;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexFileNames;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.store.DataOutput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.util.BitUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;
import org.apache.lucene.util.IOUtils;

/**
 * Writes the posting lists of fields that hold documents only, for whatever terms dictionary asks.
 *
 * <p>What the dictionary keeps for a term is its {@link TermEntry}, as the difference to the entry
 * before it in the dictionary's block. A run counts from the end of the last one, because terms in
 * the order of the index follow each other's documents:
 *
 * <pre>
 * entry := zigzag(start - last end)*2+1 (vlong)       one run; its length is the document count,
 *                                                     which the dictionary keeps itself
 *        | (pointer - last pointer)*2     (vlong)     an encoded list
 * </pre>
 */
public final class RunLengthPostingsWriter extends PostingsWriterBase {

  private final IndexOutput lists;
  private final TermListener listener;
  private final ListEncoder encoder = new ListEncoder();
  private final RunTermState last = new RunTermState();
  private PostingsEnum reuse;
  private boolean inField;
  private boolean done;

  /** Creates the file of lists. The listener is closed with this writer. */
  public RunLengthPostingsWriter(SegmentWriteState state, TermListener listener)
      throws IOException {
    this.listener = listener;
    String fileName =
        IndexFileNames.segmentFileName(
            state.segmentInfo.name, state.segmentSuffix, ListFile.EXTENSION);
    IndexOutput output = null;
    boolean success = false;
    try {
      output = state.directory.createOutput(fileName, state.context);
      CodecUtil.writeIndexHeader(
          output,
          ListFile.CODEC,
          ListFile.VERSION_CURRENT,
          state.segmentInfo.getId(),
          state.segmentSuffix);
      success = true;
    } finally {
      if (success == false) {
        IOUtils.closeWhileHandlingException(output, listener);
      }
    }
    lists = output;
  }

  @Override
  public void init(IndexOutput termsOut, SegmentWriteState state) throws IOException {
    CodecUtil.writeIndexHeader(
        termsOut,
        ListFile.TERMS_CODEC,
        ListFile.VERSION_CURRENT,
        state.segmentInfo.getId(),
        state.segmentSuffix);
  }

  @Override
  public void setField(FieldInfo fieldInfo) {
    if (fieldInfo.getIndexOptions() != IndexOptions.DOCS) {
      throw new IllegalArgumentException(
          "index options of a field must be DOCS: field="
              + fieldInfo.name
              + ", indexOptions="
              + fieldInfo.getIndexOptions());
    }
    nextField = fieldInfo;
  }

  /** Set by {@link #setField}, which may not throw {@link IOException}. */
  private FieldInfo nextField;

  private void enterField() throws IOException {
    leaveField();
    listener.startField(nextField);
    inField = true;
    nextField = null;
  }

  private void leaveField() throws IOException {
    if (inField) {
      inField = false;
      listener.finishField();
    }
  }

  @Override
  public BlockTermState writeTerm(
      BytesRef term, TermsEnum termsEnum, FixedBitSet docsSeen, NormsProducer norms)
      throws IOException {
    if (nextField != null) {
      enterField();
    }
    reuse = termsEnum.postings(reuse, PostingsEnum.NONE);
    int doc = reuse.nextDoc();
    if (doc == DocIdSetIterator.NO_MORE_DOCS) {
      return null;
    }
    encoder.start(lists, listener.startTerm(term));
    do {
      docsSeen.set(doc);
      encoder.add(doc);
      doc = reuse.nextDoc();
    } while (doc != DocIdSetIterator.NO_MORE_DOCS);
    RunTermState state = new RunTermState();
    state.entry = encoder.finish();
    state.docFreq = encoder.docCount();
    state.totalTermFreq = -1;
    listener.term(term, state.entry, state.docFreq);
    return state;
  }

  @Override
  public void encodeTerm(
      DataOutput out, FieldInfo fieldInfo, BlockTermState blockTermState, boolean absolute)
      throws IOException {
    RunTermState state = (RunTermState) blockTermState;
    if (absolute) {
      last.lastEnd = 0;
      last.lastPointer = 0;
    }
    if (TermEntry.isRun(state.entry)) {
      int start = TermEntry.runStart(state.entry);
      out.writeVLong(BitUtil.zigZagEncode((long) start - last.lastEnd) << 1 | 1);
      last.lastEnd = start + state.docFreq;
    } else {
      long pointer = TermEntry.pointer(state.entry);
      out.writeVLong((pointer - last.lastPointer) << 1);
      last.lastPointer = pointer;
    }
  }

  /** Writes the end of the file. Returns its length, which a reader should find. */
  public long finish() throws IOException {
    leaveField();
    CodecUtil.writeFooter(lists);
    done = true;
    return lists.getFilePointer();
  }

  @Override
  public void close() throws IOException {
    if (done) {
      IOUtils.close(lists, listener);
    } else {
      IOUtils.closeWhileHandlingException(lists, listener);
    }
  }
}
