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

import dev.streak.field.PrefixSets;
import dev.streak.postings.ListFileReader;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.store.DataAccessHint;
import org.apache.lucene.store.FileTypeHint;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.util.IOUtils;

/** Reads what {@link DictionaryWriter} wrote. */
public final class DictionaryReader implements Closeable {

  private final SegmentReadState state;
  private final Map<String, FieldBlocks> fields = new LinkedHashMap<>();
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
    this.state = state;
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

  private void readFields(IndexInput meta) throws IOException {
    int count = meta.readVInt();
    for (int i = 0; i < count; i++) {
      int number = meta.readVInt();
      FieldInfo field = state.fieldInfos.fieldInfo(number);
      if (field == null || field.getIndexOptions() != IndexOptions.DOCS) {
        throw new CorruptIndexException("field " + number + " does not hold documents only", meta);
      }
      fields.put(
          field.name, FieldBlocks.read(field, state.segmentInfo.maxDoc(), meta, terms, index));
    }
  }

  /** The fields that have terms. */
  public List<FieldInfo> fields() {
    List<FieldInfo> all = new ArrayList<>();
    for (FieldBlocks field : fields.values()) {
      all.add(field.field());
    }
    return all;
  }

  /** The terms of one of the {@link #fields}. */
  public DictionaryTerms terms(FieldInfo field, Supplier<PrefixSets> prefixSets) {
    return new DictionaryTerms(fields.get(field.name), lists.lists(), prefixSets);
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
