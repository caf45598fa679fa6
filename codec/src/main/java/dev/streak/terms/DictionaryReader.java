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

import dev.streak.field.FieldRecords;
import dev.streak.field.PrefixSets;
import dev.streak.fieldblocks.FieldBlocks;
import dev.streak.postings.ListFileReader;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.util.function.Supplier;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.store.DataAccessHint;
import org.apache.lucene.store.FileTypeHint;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.util.IOUtils;

/** Reads what {@link DictionaryWriter} wrote. */
public final class DictionaryReader implements Closeable {

  private final FieldInfos fieldInfos;
  private final int maxDoc;

  private FieldRecords fields;
  private ListFileReader lists;
  private IndexInput terms;
  private IndexInput index;

  /**
   * Opens the files.
   *
   * @param state for the files of terms and their index, which may be read from a cache
   * @param meta where {@link DictionaryWriter#finish} wrote
   */
  public DictionaryReader(SegmentReadState state, IndexInput meta) throws IOException {
    this.fieldInfos = state.fieldInfos;
    this.maxDoc = state.segmentInfo.maxDoc();
    boolean success = false;
    try {
      lists = new ListFileReader(state, meta.readLong());
      IOContext context = state.context.withHints(FileTypeHint.INDEX, DataAccessHint.RANDOM);
      terms = DictionaryFiles.TERMS.open(state, context, meta.readLong());
      index = DictionaryFiles.INDEX.open(state, context, meta.readLong());
      readFields(meta);
      success = true;
    } finally {
      if (success == false) {
        IOUtils.closeWhileHandlingException(this);
      }
    }
  }

  /** Reads all fields once, so that what is wrong is known from the beginning. */
  private void readFields(IndexInput meta) throws IOException {
    int count = meta.readVInt();
    long length = meta.length() - CodecUtil.footerLength() - meta.getFilePointer();
    if (count < 0 || count > length || length > Integer.MAX_VALUE) {
      throw new CorruptIndexException(
          "number of fields is " + count + ", must be 0 to " + length, meta);
    }
    byte[] bytes = new byte[(int) length];
    meta.readBytes(bytes, 0, bytes.length);
    int[] numbers = new int[count];
    int[] starts = new int[count];
    IndexInput in = FieldRecords.open(bytes, meta.toString());
    try {
      for (int i = 0; i < count; i++) {
        starts[i] = Math.toIntExact(in.getFilePointer());
        numbers[i] = in.readVInt();
        FieldInfo field = numbers[i] < 0 ? null : fieldInfos.fieldInfo(numbers[i]);
        if (field == null || field.getIndexOptions() != IndexOptions.DOCS) {
          throw new CorruptIndexException(
              "number of a field is " + numbers[i] + ", must be that of a field of documents only",
              meta);
        }
        FieldBlocks.read(field, maxDoc, in, terms, index);
      }
    } catch (EOFException e) {
      throw new CorruptIndexException(
          "end of the records of " + count + " fields is beyond, must be " + length, meta, e);
    }
    if (in.getFilePointer() != length) {
      throw new CorruptIndexException(
          "end of the records of "
              + count
              + " fields is "
              + in.getFilePointer()
              + ", must be "
              + length,
          meta);
    }
    fields = new FieldRecords(bytes, numbers, starts, meta.toString());
  }

  /** How many fields have terms. */
  public int size() {
    return fields.size();
  }

  /** A field with terms. */
  public FieldInfo field(int index) {
    return fieldInfos.fieldInfo(fields.number(index));
  }

  /** The index of a field, or a negative number if it has no terms. */
  public int indexOf(FieldInfo field) {
    return fields.indexOf(field.number);
  }

  /** Opens the terms of a field. */
  public DictionaryTerms terms(int indexOfField, Supplier<PrefixSets> prefixSets)
      throws IOException {
    IndexInput record = fields.record(indexOfField);
    FieldInfo field = fieldInfos.fieldInfo(record.readVInt());
    FieldBlocks blocks = FieldBlocks.read(field, maxDoc, record, terms, index);
    return new DictionaryTerms(blocks, lists.lists(), prefixSets);
  }

  /** Compares the checksums of all files. */
  public void checkIntegrity() throws IOException {
    lists.checkIntegrity();
    CodecUtil.checksumEntireFile(terms);
    CodecUtil.checksumEntireFile(index);
  }

  @Override
  public void close() throws IOException {
    IOUtils.close(lists, terms, index);
  }
}
