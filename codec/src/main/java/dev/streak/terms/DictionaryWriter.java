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

import dev.streak.field.TermListener;
import dev.streak.fieldblocks.FieldTermsWriter;
import dev.streak.fieldblocks.FieldTotals;
import dev.streak.postings.ListFileWriter;
import java.io.Closeable;
import java.io.IOException;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.store.ByteBuffersDataOutput;
import org.apache.lucene.store.ByteBuffersIndexOutput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;
import org.apache.lucene.util.IOUtils;

/**
 * Writes fields that hold documents only: terms, entries and posting lists, in one pass. Memory: a
 * block of terms, and some twelve bytes for each 64 terms of the field, for the index and where the
 * blocks begin. Long terms take some 100 kB more, and a megabyte while symbols are chosen for them.
 */
public final class DictionaryWriter implements Closeable {

  private final SegmentWriteState state;
  private final ListFileWriter lists;
  private final TermListener listener;
  private final IndexOutput terms;
  private final IndexOutput index;
  private final ByteBuffersDataOutput metaBytes = new ByteBuffersDataOutput();
  private final IndexOutput meta = new ByteBuffersIndexOutput(metaBytes, "fields", "fields");
  private int fields;
  private boolean finished;

  /**
   * Creates the files.
   *
   * @param listener sees the terms as they are written, and is closed with this
   */
  public DictionaryWriter(SegmentWriteState state, TermListener listener) throws IOException {
    this.state = state;
    this.listener = listener;
    ListFileWriter listFile = null;
    IndexOutput termsFile = null;
    IndexOutput indexFile = null;
    boolean success = false;
    try {
      listFile = new ListFileWriter(state);
      termsFile = DictionaryFiles.TERMS.create(state);
      indexFile = DictionaryFiles.INDEX.create(state);
      success = true;
    } finally {
      if (success == false) {
        IOUtils.closeWhileHandlingException(listFile, termsFile, indexFile, listener);
      }
    }
    lists = listFile;
    terms = termsFile;
    index = indexFile;
  }

  /** Writes a field; one without terms that have documents leaves no trace. */
  public void write(FieldInfo field, TermSource source) throws IOException {
    long start = written();
    FieldTermsWriter writer = new FieldTermsWriter(terms);
    FixedBitSet docsSeen = new FixedBitSet(state.segmentInfo.maxDoc());
    long termCount = 0;
    long postingCount = 0;
    listener.startField(field);
    for (BytesRef term = source.nextTerm(); term != null; term = source.nextTerm()) {
      int doc = source.nextDoc();
      if (doc == DocIdSetIterator.NO_MORE_DOCS) {
        continue;
      }
      lists.start(listener.startTerm(term));
      do {
        docsSeen.set(doc);
        lists.add(doc);
        doc = source.nextDoc();
      } while (doc != DocIdSetIterator.NO_MORE_DOCS);
      long entry = lists.finish();
      writer.add(term, entry);
      listener.term(term, entry, lists.docCount());
      termCount++;
      postingCount += lists.docCount();
    }
    if (termCount > 0) {
      FieldTotals totals = new FieldTotals(termCount, postingCount, docsSeen.cardinality());
      writer.finish(field, totals, index, meta);
      fields++;
    }
    listener.finishField(written() - start);
  }

  /** Bytes of terms and lists so far. */
  private long written() {
    return terms.getFilePointer() + lists.bytes();
  }

  /** Ends the files, and says in {@code out} what a reader needs to know of them. */
  public void finish(IndexOutput out) throws IOException {
    out.writeLong(lists.finishFile());
    CodecUtil.writeFooter(terms);
    out.writeLong(terms.getFilePointer());
    CodecUtil.writeFooter(index);
    out.writeLong(index.getFilePointer());
    out.writeVInt(fields);
    metaBytes.copyTo(out);
    finished = true;
  }

  @Override
  public void close() throws IOException {
    if (finished) {
      IOUtils.close(lists, terms, index, listener);
    } else {
      IOUtils.closeWhileHandlingException(lists, terms, index, listener);
    }
  }
}
