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
package dev.streak.terms;

import java.io.IOException;
import org.apache.lucene.store.RandomAccessInput;
import org.apache.lucene.util.BytesRef;

/** Goes from block to block of a field. For one thread. */
final class TermBlockCursor {

  private static final int NOWHERE = -1;

  private final TermBlockFile file;
  private final RandomAccessInput in;
  private final TermBlockStarts starts;
  private final TermBlock block;
  private int number = NOWHERE;

  TermBlockCursor(TermBlockFile file, RandomAccessInput in, TermBlockStarts starts) {
    this.file = file;
    this.in = in;
    this.starts = starts;
    this.block = new TermBlock(in);
  }

  /** Moves to a block and returns it. */
  TermBlock moveTo(int blockNumber) throws IOException {
    if (number != blockNumber || number == NOWHERE) {
      // Should reading fail, this is nowhere.
      number = NOWHERE;
      file.verifyOnce(blockNumber, in);
      block.open(starts.position(in, blockNumber));
      number = blockNumber;
    }
    return block;
  }

  TermBlock block() {
    return block;
  }

  /** The number of the current block, or -1. */
  int number() {
    return number;
  }

  int blocks() {
    return file.blocks();
  }

  /** Locates a target in the current block; returns -1 if it may be in another one. */
  int locateHere(BytesRef target) throws IOException {
    if (number == NOWHERE) {
      return -1;
    }
    int place = block.locate(target);
    return block.found() || (place > 0 && place < block.count()) ? place : -1;
  }
}
