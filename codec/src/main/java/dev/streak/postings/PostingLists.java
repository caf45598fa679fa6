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

import dev.streak.coldreads.SingleReads;
import dev.streak.field.DocSink;
import dev.streak.field.TermEntry;
import dev.streak.listblock.ListEncoder;
import dev.streak.listblock.ListReader;
import dev.streak.reuse.Spares;
import java.io.IOException;
import org.apache.lucene.index.ImpactsEnum;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.store.IndexInput;

/**
 * The posting lists that a {@link ListEncoder} wrote to a file, by {@link TermEntry}. Safe for use
 * by several threads.
 */
public final class PostingLists {

  private final IndexInput in;
  private final int maxDoc;
  private final SingleReads.Experience experience = new SingleReads.Experience();

  /** Readers for short visits, which nobody uses. */
  private final Spares<ListCollector> spares = new Spares<>();

  /**
   * Lists of documents below {@code maxDoc}.
   *
   * @param in cloned for reading, and the caller's to close; ends with a Lucene footer
   */
  public PostingLists(IndexInput in, int maxDoc) {
    this.in = in;
    this.maxDoc = maxDoc;
  }

  /** Documents of the segment. */
  public int maxDoc() {
    return maxDoc;
  }

  /** Number of documents that the entry stands for. */
  public int docFreq(long entry) throws IOException {
    if (TermEntry.isRun(entry)) {
      return TermEntry.runLength(entry);
    }
    ListCollector reader = takeReader();
    int docFreq = reader.docFreqAlone(TermEntry.pointer(entry));
    spares.giveBack(reader.weakly());
    return docFreq;
  }

  /** As above, of an entry that is no run, for one thread that asks for many. */
  public int docFreq(long entry, ListHeads heads) throws IOException {
    int docFreq = heads.docFreq(TermEntry.pointer(entry));
    return docFreq > 0 ? docFreq : docFreq(entry);
  }

  /** What {@link #docFreq(long, ListHeads)} asks first. */
  public ListHeads heads() {
    return new ListHeads(in.clone(), maxDoc);
  }

  /** Number of documents of the first {@code count} of entries that are no runs. */
  public long docFreq(long[] lists, int count) throws IOException {
    ListCollector reader = takeReader();
    long docFreq = reader.docFreq(lists, count);
    spares.giveBack(reader.weakly());
    return docFreq;
  }

  /** Hands all documents of an entry to {@code sink}, in the shape in which they are stored. */
  public void collect(long entry, DocSink sink) throws IOException {
    if (TermEntry.isRun(entry)) {
      int start = TermEntry.runStart(entry);
      sink.run(start, start + TermEntry.runLength(entry));
      return;
    }
    ListCollector reader = takeReader();
    reader.collect(TermEntry.pointer(entry), sink);
    spares.giveBack(reader.weakly());
  }

  /** Hands over all documents of entries that are no runs; lists may come together, in no order. */
  public void collect(long[] lists, int count, DocSink sink) throws IOException {
    ListCollector reader = takeReader();
    reader.collect(lists, count, sink);
    spares.giveBack(reader.weakly());
  }

  /** Documents of an entry, in ascending order; {@code reuse} may be null. */
  public ImpactsEnum postings(long entry, PostingsEnum reuse) throws IOException {
    RunPostingsEnum documents =
        reuse instanceof RunPostingsEnum given && given.belongsTo(this)
            ? given
            : new RunPostingsEnum(this);
    documents.reset(entry);
    return documents;
  }

  private ListCollector takeReader() {
    ListCollector reader = spares.take();
    return reader == null ? new ListCollector(in.clone(), maxDoc, experience) : reader;
  }

  ListReader newReader() {
    return new ListReader(in.clone(), maxDoc, experience);
  }
}
