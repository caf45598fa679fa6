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
package dev.streak.codec;

import dev.streak.offheap.BlockCache;
import dev.streak.offheap.CachePolicy;
import dev.streak.postings.TermsIndexFormat;
import dev.streak.termsindex.FieldTermsIndex;
import dev.streak.termsindex.TermsIndexBrowser;
import dev.streak.termsindex.TermsIndexReader;
import dev.streak.termsindex.TermsIndexWriter;
import java.io.IOException;
import org.apache.lucene.codecs.uniformsplit.IndexDictionary;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.util.BytesRef;

/** The index of a split dictionary's blocks: FSTs of bounded size in the cache outside the heap. */
final class FstBlocksIndex implements TermsIndexFormat {
  static final FstBlocksIndex INSTANCE = new FstBlocksIndex();

  private FstBlocksIndex() {}

  @Override
  public Writer writer(SegmentWriteState state) throws IOException {
    return new BlocksWriter(
        new TermsIndexWriter(state, TermsIndexWriter.DEFAULT_TARGET_BLOCK_BYTES));
  }

  @Override
  public Reader reader(SegmentReadState state) throws IOException {
    boolean forMerge = state.context.context() == IOContext.Context.MERGE;
    return new BlocksReader(new TermsIndexReader(state, BlockCache.shared()), forMerge);
  }

  private record BlocksWriter(TermsIndexWriter writer) implements Writer {
    @Override
    public void startField(FieldInfo field) {
      writer.startField(field.number);
    }

    @Override
    public void add(BytesRef key, long blockPointer) throws IOException {
      writer.add(key, blockPointer);
    }

    @Override
    public void finishField() throws IOException {
      writer.finishField();
    }

    @Override
    public void finish() throws IOException {
      writer.finish();
    }

    @Override
    public void close() throws IOException {
      writer.close();
    }
  }

  /** Opens an index; merges, which read terms in order, leave the cache alone. */
  private record BlocksReader(TermsIndexReader reader, boolean forMerge) implements Reader {
    @Override
    public IndexDictionary.BrowserSupplier field(FieldInfo field) throws IOException {
      CachePolicy policy = forMerge ? CachePolicy.UNCACHED : TermsIndexCaching.policy(field);
      FieldTermsIndex index = reader.field(field.number, policy);
      if (index == null) {
        throw new CorruptIndexException(
            "field " + field.name + " has terms but no terms index", reader.toString());
      }
      return () -> new Browser(index.browser());
    }

    @Override
    public void checkIntegrity() throws IOException {
      reader.checkIntegrity();
    }

    @Override
    public void close() throws IOException {
      reader.close();
    }
  }

  private record Browser(TermsIndexBrowser browser) implements IndexDictionary.Browser {
    @Override
    public long seekBlock(BytesRef term) throws IOException {
      return browser.floor(term);
    }
  }
}
