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
import org.apache.lucene.codecs.uniformsplit.DeltaBaseTermStateSerializer;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.store.DataInput;
import org.apache.lucene.store.DataOutput;
import org.apache.lucene.util.BitUtil;

/**
 * Term states within a block of a split dictionary. Every term of a block is read without those
 * before it, so entries count from bases in the block's header.
 *
 * <pre>
 * state := docFreq (vint) | zigzag(start - base of starts)*2+1 (vlong)    one run
 *        | docFreq (vint) | (pointer - base of pointers)*2     (vlong)    an encoded list
 * </pre>
 *
 * States of other postings writers are left to Lucene.
 */
final class RunTermStateSerializer extends DeltaBaseTermStateSerializer {

  private boolean hasPointerBase;
  private boolean hasStartBase;

  @Override
  public void resetBaseStartFP() {
    super.resetBaseStartFP();
    hasPointerBase = false;
    hasStartBase = false;
  }

  @Override
  public void writeTermState(DataOutput out, FieldInfo fieldInfo, BlockTermState termState)
      throws IOException {
    if (!(termState instanceof RunTermState state)) {
      super.writeTermState(out, fieldInfo, termState);
      return;
    }
    out.writeVInt(state.docFreq);
    if (TermEntry.isRun(state.entry)) {
      int start = TermEntry.runStart(state.entry);
      if (hasStartBase == false) {
        hasStartBase = true;
        basePosStartFP = start;
      }
      out.writeVLong(BitUtil.zigZagEncode(start - basePosStartFP) << 1 | 1);
    } else {
      long pointer = TermEntry.pointer(state.entry);
      if (hasPointerBase == false) {
        hasPointerBase = true;
        baseDocStartFP = pointer;
      }
      out.writeVLong((pointer - baseDocStartFP) << 1);
    }
  }

  @Override
  public BlockTermState readTermState(
      long baseDocStartFP,
      long basePosStartFP,
      long basePayStartFP,
      DataInput in,
      FieldInfo fieldInfo,
      BlockTermState reuse)
      throws IOException {
    if (!(reuse instanceof RunTermState state)) {
      return super.readTermState(
          baseDocStartFP, basePosStartFP, basePayStartFP, in, fieldInfo, reuse);
    }
    state.ord = 0;
    state.termBlockOrd = 0;
    state.blockFilePointer = 0;
    long code;
    try {
      state.docFreq = in.readVInt();
      code = in.readVLong();
    } catch (IndexOutOfBoundsException e) {
      // Lucene's reader of blocks moves to where the block says, without looking.
      throw new CorruptIndexException("a term's metadata lies outside its block", in, e);
    }
    state.totalTermFreq = state.docFreq;
    if ((code & 1) == 0) {
      long pointer = baseDocStartFP + (code >>> 1);
      if (pointer < 0 || pointer > TermEntry.MAX_POINTER) {
        throw new CorruptIndexException("list is at " + pointer, in);
      }
      state.entry = TermEntry.ofPointer(pointer);
      return state;
    }
    long start = basePosStartFP + BitUtil.zigZagDecode(code >>> 1);
    if (start < 0
        || state.docFreq < 1
        || state.docFreq > TermEntry.MAX_RUN_LENGTH
        || start + state.docFreq > Integer.MAX_VALUE) {
      throw new CorruptIndexException("run is " + start + "+" + state.docFreq, in);
    }
    state.entry = TermEntry.ofRun((int) start, state.docFreq);
    return state;
  }
}
