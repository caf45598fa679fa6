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
package dev.streak.listblock;

import dev.streak.field.DocSink;
import dev.streak.field.TermEntry;
import java.io.IOException;
import org.apache.lucene.store.IndexOutput;

/**
 * Encodes posting lists, one after the other, as {@link ListDescriptor} draws them. Documents come
 * in ascending order and are written as soon as a decision about them is made, so that the memory
 * used does not grow with the list.
 *
 * <p>Why runs, arrays and bitmaps: a run of any length takes what two gaps take, so runs take fewer
 * bytes where the average run is longer than about two documents. They are taken from four on only:
 * shorter ones are slow to read. Bitmaps win over arrays above one document in eight or so. The
 * decision is made for whole chunks of 65,536 documents, or for as many of them as it takes to find
 * enough runs: a decision for a handful of documents would cost more in block heads than it saves.
 * A run belongs to the chunk in which it starts, whole.
 */
public final class ListEncoder {

  private final PendingRuns pending = new PendingRuns();
  private final ListBlockEncoder blocks = new ListBlockEncoder();

  private IndexOutput out;
  private DocSink copy;
  private int runStart;
  private int runEnd;
  private long docCount;
  private int firstDoc;

  /** Makes an encoder, to be used for many lists. */
  public ListEncoder() {}

  /** Starts a list, to be written at the output's current position. */
  public void start(IndexOutput out) {
    start(out, null);
  }

  /** As {@link #start(IndexOutput)}; each run goes to {@code copy} as well, unless it is null. */
  public void start(IndexOutput out, DocSink copy) {
    this.out = out;
    this.copy = copy;
    pending.clear();
    blocks.start();
    runStart = 0;
    runEnd = -1;
    docCount = 0;
    firstDoc = -1;
  }

  /** Adds a document, greater than all before it. */
  public void add(int doc) throws IOException {
    if (doc == runEnd) {
      runEnd = doc + 1;
    } else {
      endRun();
      runStart = doc;
      runEnd = doc + 1;
    }
  }

  /** Adds {@code start} (inclusive) to {@code end} (exclusive), greater than all before them. */
  public void addRun(int start, int end) throws IOException {
    assert start < end : "start=" + start + " end=" + end;
    if (start != runEnd) {
      endRun();
      runStart = start;
    }
    runEnd = end;
  }

  private void endRun() throws IOException {
    if (runEnd < 0) {
      return;
    }
    assert runStart < runEnd : "start=" + runStart + " end=" + runEnd;
    if (copy != null) {
      copy.run(runStart, runEnd);
    }
    if (firstDoc < 0) {
      firstDoc = runStart;
      blocks.setFirstDoc(firstDoc);
    } else if (pending.count >= ListDescriptor.MIN_RUNS_PER_DECISION
        && chunkOf(runStart) != chunkOf(pending.starts[pending.count - 1])) {
      flush();
    }
    pending.add(runStart, runEnd);
    docCount += runEnd - runStart;
  }

  private static int chunkOf(int doc) {
    return doc >>> ListDescriptor.CHUNK_DOCS_LOG2;
  }

  private void flush() throws IOException {
    blocks.add(pending, pending.kind(blocks.lastDoc()), out);
    pending.clear();
  }

  /** Number of documents of the list that {@link #finish} ended. */
  public int docCount() {
    return Math.toIntExact(docCount);
  }

  /**
   * Ends the list and returns its {@link TermEntry}, which for a list of one run holds all of it.
   */
  public long finish() throws IOException {
    endRun();
    assert docCount > 0 : "an empty list has no entry";
    boolean nothingWritten = blocks.blockCount() == 0 && blocks.isEmpty();
    if (nothingWritten && pending.count == 1 && docCount <= TermEntry.MAX_RUN_LENGTH) {
      return TermEntry.ofRun(firstDoc, (int) docCount);
    }
    flush();
    int docFreq = docCount();
    if (blocks.blockCount() == 0) {
      long pointer = out.getFilePointer();
      out.writeVInt(docFreq << 1);
      out.writeVInt(firstDoc);
      blocks.finishShort(out);
      return TermEntry.ofPointer(pointer);
    }
    blocks.finishLong(out);
    long pointer = out.getFilePointer();
    out.writeVInt(docFreq << 1 | ListDescriptor.LONG_LIST);
    out.writeVInt(firstDoc);
    blocks.writeDirectory(out);
    return TermEntry.ofPointer(pointer);
  }
}
