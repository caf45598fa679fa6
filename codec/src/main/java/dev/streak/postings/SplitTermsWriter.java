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
import org.apache.lucene.codecs.uniformsplit.FSTDictionary;
import org.apache.lucene.codecs.uniformsplit.FieldMetadata;
import org.apache.lucene.codecs.uniformsplit.IndexDictionary;
import org.apache.lucene.codecs.uniformsplit.UniformSplitTermsWriter;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.Fields;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.store.ByteBuffersDataOutput;
import org.apache.lucene.store.DataOutput;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOUtils;

/**
 * A terms dictionary of blocks of nearly equal numbers of terms, Lucene's UniformSplit, for any
 * postings writer and with an index of the blocks that can be replaced.
 */
public final class SplitTermsWriter extends UniformSplitTermsWriter {

  /** Null for the FST that comes with the blocks. */
  private final TermsIndexFormat.Writer index;

  /**
   * Creates the files.
   *
   * @param targetBlockLines terms of a block, give or take {@code deltaBlockLines}
   * @param index closed with this writer; null for an FST of Lucene's
   */
  public SplitTermsWriter(
      PostingsWriterBase postingsWriter,
      SegmentWriteState state,
      int targetBlockLines,
      int deltaBlockLines,
      TermsIndexFormat.Writer index)
      throws IOException {
    super(
        postingsWriter,
        state,
        targetBlockLines,
        deltaBlockLines,
        null,
        FieldMetadata.Serializer.INSTANCE,
        SplitTermsFile.CODEC,
        SplitTermsFile.VERSION_CURRENT,
        SplitTermsFile.BLOCKS_EXTENSION,
        SplitTermsFile.INDEX_EXTENSION);
    this.index = index;
  }

  @Override
  public void write(Fields fields, NormsProducer normsProducer) throws IOException {
    SplitBlockWriter blockWriter =
        new SplitBlockWriter(blockOutput, targetNumBlockLines, deltaNumLines);
    ByteBuffersDataOutput fieldsOutput = new ByteBuffersDataOutput();
    int fieldCount = 0;
    for (String field : fields) {
      Terms terms = fields.terms(field);
      if (terms != null) {
        FieldInfo fieldInfo = fieldInfos.fieldInfo(field);
        fieldCount += writeField(blockWriter, fieldsOutput, terms, fieldInfo, normsProducer);
      }
    }
    writeFieldsMetadata(fieldCount, fieldsOutput);
    CodecUtil.writeFooter(dictionaryOutput);
    if (index != null) {
      index.finish();
    }
  }

  /** Returns the number of fields written: none if no term has a document. */
  private int writeField(
      SplitBlockWriter blockWriter,
      DataOutput fieldsOutput,
      Terms terms,
      FieldInfo fieldInfo,
      NormsProducer normsProducer)
      throws IOException {
    FieldMetadata fieldMetadata = new FieldMetadata(fieldInfo, maxDoc);
    fieldMetadata.setDictionaryStartFP(dictionaryOutput.getFilePointer());
    postingsWriter.setField(fieldInfo);
    blockWriter.startField(fieldMetadata);
    IndexDictionary.Builder builder = index == null ? new FSTDictionary.Builder() : keysTo(index);
    if (index != null) {
      index.startField(fieldInfo);
    }
    TermsEnum termsEnum = terms.iterator();
    BytesRef lastTerm = null;
    while (termsEnum.next() != null) {
      BlockTermState state = writePostingLine(termsEnum, fieldMetadata, normsProducer);
      if (state != null) {
        lastTerm = BytesRef.deepCopyOf(termsEnum.term());
        blockWriter.addLine(lastTerm, state, builder);
      }
    }
    blockWriter.finishLastBlock(builder);
    if (index != null) {
      index.finishField();
    }
    if (fieldMetadata.getNumTerms() == 0) {
      return 0;
    }
    fieldMetadata.setLastTerm(lastTerm);
    fieldMetadataWriter.write(fieldsOutput, fieldMetadata);
    if (index == null) {
      writeDictionary(builder);
    }
    return 1;
  }

  private static IndexDictionary.Builder keysTo(TermsIndexFormat.Writer index) {
    return new IndexDictionary.Builder() {
      @Override
      public void add(BytesRef blockKey, long blockFilePointer) throws IOException {
        index.add(blockKey, blockFilePointer);
      }

      @Override
      public IndexDictionary build() {
        throw new UnsupportedOperationException("the index writes itself");
      }
    };
  }

  @Override
  public void close() throws IOException {
    IOUtils.close(super::close, index);
  }
}
