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
import java.util.Collection;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.codecs.PostingsReaderBase;
import org.apache.lucene.codecs.uniformsplit.BlockDecoder;
import org.apache.lucene.codecs.uniformsplit.FieldMetadata;
import org.apache.lucene.codecs.uniformsplit.IndexDictionary;
import org.apache.lucene.codecs.uniformsplit.UniformSplitTermsReader;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.store.DataInput;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.util.IOUtils;

/** Reads what {@link SplitTermsWriter} wrote. */
public final class SplitTermsReader extends UniformSplitTermsReader {

  /** Null for the FST that comes with the blocks. */
  private final TermsIndexFormat.Reader index;

  /**
   * Opens the files.
   *
   * @param index closed with this reader; null for an FST of Lucene's
   */
  public SplitTermsReader(
      PostingsReaderBase postingsReader, SegmentReadState state, TermsIndexFormat.Reader index)
      throws IOException {
    super(
        postingsReader,
        state,
        null,
        false,
        FieldMetadata.Serializer.INSTANCE,
        SplitTermsFile.CODEC,
        SplitTermsFile.VERSION_START,
        SplitTermsFile.VERSION_CURRENT,
        SplitTermsFile.BLOCKS_EXTENSION,
        SplitTermsFile.INDEX_EXTENSION);
    this.index = index;
    boolean success = false;
    try {
      if (index != null) {
        useIndex(index);
      }
      success = true;
    } finally {
      if (success == false) {
        IOUtils.closeWhileHandlingException(blockInput, dictionaryInput);
      }
    }
  }

  /** As Lucene does it, but no damaged position gets further. */
  @Override
  protected void seekFieldsMetadata(IndexInput in) throws IOException {
    long end = in.length() - CodecUtil.footerLength() - Long.BYTES;
    if (end < 0) {
      throw new CorruptIndexException("file of " + in.length() + " bytes has no metadata", in);
    }
    in.seek(end);
    long position = in.readLong();
    if (position < 0 || position >= end) {
      throw new CorruptIndexException(
          "position of the fields' metadata is " + position + ", must be 0 to " + (end - 1), in);
    }
    in.seek(position);
  }

  /** Lucene believes what is there, of which no checksum has been compared yet. */
  @Override
  protected Collection<FieldMetadata> readFieldsMetadata(
      IndexInput in,
      BlockDecoder blockDecoder,
      FieldInfos fieldInfos,
      FieldMetadata.Serializer serializer,
      int maxDoc)
      throws IOException {
    try {
      return super.readFieldsMetadata(in, blockDecoder, fieldInfos, serializer, maxDoc);
    } catch (IndexOutOfBoundsException | IllegalArgumentException | NegativeArraySizeException e) {
      throw new CorruptIndexException("metadata of fields do not parse", in, e);
    }
  }

  @Override
  protected void fillFieldMap(
      PostingsReaderBase postingsReader,
      SegmentReadState state,
      BlockDecoder blockDecoder,
      boolean dictionaryOnHeap,
      IndexInput dictionaryInput,
      IndexInput blockInput,
      Collection<FieldMetadata> fields,
      FieldInfos fieldInfos)
      throws IOException {
    for (FieldMetadata field : fields) {
      IndexDictionary.BrowserSupplier browsers =
          createDictionaryBrowserSupplier(
              state, dictionaryInput, field, blockDecoder, dictionaryOnHeap);
      fieldToTermsMap.put(
          field.getFieldInfo().name, new SplitTerms(blockInput, field, postingsReader, browsers));
    }
  }

  /** Memory is needed for as many fields as the file says, before they are read. */
  @Override
  protected Collection<FieldMetadata> readUnencodedFieldsMetadata(
      int numFields,
      DataInput metadataInput,
      FieldInfos fieldInfos,
      FieldMetadata.Serializer fieldMetadataReader,
      int maxNumDocs)
      throws IOException {
    if (numFields > fieldInfos.size()) {
      throw new CorruptIndexException(
          "number of fields is " + numFields + ", must be <= " + fieldInfos.size(), metadataInput);
    }
    return super.readUnencodedFieldsMetadata(
        numFields, metadataInput, fieldInfos, fieldMetadataReader, maxNumDocs);
  }

  /** The constructor of the superclass fills the map before there is an index to give it. */
  private void useIndex(TermsIndexFormat.Reader index) throws IOException {
    for (String field : this) {
      SplitTerms terms = (SplitTerms) fieldToTermsMap.get(field);
      fieldToTermsMap.put(field, terms.withBrowsers(index.field(terms.fieldInfo())));
    }
  }

  @Override
  public void checkIntegrity() throws IOException {
    super.checkIntegrity();
    if (index != null) {
      index.checkIntegrity();
    }
  }

  @Override
  public void close() throws IOException {
    IOUtils.close(super::close, index);
  }
}
