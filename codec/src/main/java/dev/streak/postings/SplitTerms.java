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
import org.apache.lucene.codecs.PostingsReaderBase;
import org.apache.lucene.codecs.uniformsplit.BlockReader;
import org.apache.lucene.codecs.uniformsplit.DeltaBaseTermStateSerializer;
import org.apache.lucene.codecs.uniformsplit.FieldMetadata;
import org.apache.lucene.codecs.uniformsplit.IndexDictionary;
import org.apache.lucene.codecs.uniformsplit.IntersectBlockReader;
import org.apache.lucene.codecs.uniformsplit.UniformSplitTerms;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.automaton.CompiledAutomaton;

/** A field of a split terms dictionary. */
final class SplitTerms extends UniformSplitTerms {

  SplitTerms(
      IndexInput blockInput,
      FieldMetadata fieldMetadata,
      PostingsReaderBase postingsReader,
      IndexDictionary.BrowserSupplier browsers) {
    super(blockInput, fieldMetadata, postingsReader, null, browsers);
  }

  FieldInfo fieldInfo() {
    return fieldMetadata.getFieldInfo();
  }

  SplitTerms withBrowsers(IndexDictionary.BrowserSupplier browsers) {
    return new SplitTerms(blockInput, fieldMetadata, postingsReader, browsers);
  }

  @Override
  public TermsEnum iterator() throws IOException {
    return new Blocks();
  }

  @Override
  public TermsEnum intersect(CompiledAutomaton compiled, BytesRef startTerm) throws IOException {
    checkIntersectAutomatonType(compiled);
    return new MatchingBlocks(compiled, startTerm);
  }

  /** A block's length comes from the file, and memory for it is needed before it is read. */
  private static void checkBlockLength(int length, IndexInput in) throws IOException {
    if (length < 0 || length > in.length() - in.getFilePointer()) {
      throw new CorruptIndexException(
          "length of a terms block is " + length + " at " + in.getFilePointer(), in);
    }
  }

  private final class Blocks extends BlockReader {
    Blocks() throws IOException {
      super(
          SplitTerms.this.dictionaryBrowserSupplier,
          SplitTerms.this.blockInput,
          SplitTerms.this.postingsReader,
          SplitTerms.this.fieldMetadata,
          null);
    }

    @Override
    protected DeltaBaseTermStateSerializer createDeltaBaseTermStateSerializer() {
      return new RunTermStateSerializer();
    }

    @Override
    protected BytesRef decodeBlockBytesIfNeeded(int numBlockBytes) throws IOException {
      checkBlockLength(numBlockBytes, blockInput);
      return super.decodeBlockBytesIfNeeded(numBlockBytes);
    }
  }

  private final class MatchingBlocks extends IntersectBlockReader {
    MatchingBlocks(CompiledAutomaton compiled, BytesRef startTerm) throws IOException {
      super(
          compiled,
          startTerm,
          SplitTerms.this.dictionaryBrowserSupplier,
          SplitTerms.this.blockInput,
          SplitTerms.this.postingsReader,
          SplitTerms.this.fieldMetadata,
          null);
    }

    @Override
    protected DeltaBaseTermStateSerializer createDeltaBaseTermStateSerializer() {
      return new RunTermStateSerializer();
    }

    @Override
    protected BytesRef decodeBlockBytesIfNeeded(int numBlockBytes) throws IOException {
      checkBlockLength(numBlockBytes, blockInput);
      return super.decodeBlockBytesIfNeeded(numBlockBytes);
    }
  }
}
