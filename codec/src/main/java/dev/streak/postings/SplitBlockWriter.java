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
import org.apache.lucene.codecs.uniformsplit.BlockWriter;
import org.apache.lucene.codecs.uniformsplit.DeltaBaseTermStateSerializer;
import org.apache.lucene.codecs.uniformsplit.FieldMetadata;
import org.apache.lucene.codecs.uniformsplit.IndexDictionary;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.util.BytesRef;

/** Lucene's writer of term blocks, with our term states in them. */
final class SplitBlockWriter extends BlockWriter {

  SplitBlockWriter(IndexOutput blockOutput, int targetBlockLines, int deltaBlockLines) {
    super(blockOutput, targetBlockLines, deltaBlockLines, null);
  }

  @Override
  protected DeltaBaseTermStateSerializer createDeltaBaseTermStateSerializer() {
    return new RunTermStateSerializer();
  }

  void startField(FieldMetadata fieldMetadata) {
    this.fieldMetadata = fieldMetadata;
  }

  // Visible to our terms writer.
  @Override
  protected void addLine(
      BytesRef term, BlockTermState blockTermState, IndexDictionary.Builder dictionaryBuilder)
      throws IOException {
    super.addLine(term, blockTermState, dictionaryBuilder);
  }

  // Visible to our terms writer.
  @Override
  protected void finishLastBlock(IndexDictionary.Builder dictionaryBuilder) throws IOException {
    super.finishLastBlock(dictionaryBuilder);
  }
}
