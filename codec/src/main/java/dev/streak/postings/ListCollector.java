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

import dev.streak.coldreads.Announcer;
import dev.streak.coldreads.ReadClock;
import dev.streak.coldreads.ReadsAhead;
import dev.streak.coldreads.SingleReads;
import dev.streak.field.DocSink;
import dev.streak.field.TermEntry;
import dev.streak.listblock.DecodedListBlock;
import dev.streak.listblock.ListDescriptor;
import dev.streak.listblock.ListReader;
import java.io.IOException;
import java.lang.ref.WeakReference;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.util.FixedBitSet;

/** Hands over whole lists, block by block. */
final class ListCollector {

  /** To tell by the clock whether reads wait takes as long as to announce so many. */
  private static final int FEWEST_TIMED = 32;

  private final IndexInput in;
  private final int maxDoc;
  private final ListReader list;
  private final DecodedListBlock block = new DecodedListBlock();

  private final WeakReference<ListCollector> weakly = new WeakReference<>(this);

  private final ListHeads heads;

  private final ReadsAhead ahead = new ReadsAhead(new ReadClock(System::nanoTime));

  /** Made when many lists are asked for. */
  private ShortLists shortLists;

  ListCollector(IndexInput in, int maxDoc, SingleReads.Experience experience) {
    this.in = in;
    this.maxDoc = maxDoc;
    this.list = new ListReader(in, maxDoc, experience);
    this.heads = new ListHeads(in, maxDoc);
  }

  WeakReference<ListCollector> weakly() {
    return weakly;
  }

  /** Number of documents of the list at {@code pointer}. */
  int docFreq(long pointer) throws IOException {
    int docFreq = heads.docFreq(pointer);
    if (docFreq > 0) {
      return docFreq;
    }
    list.open(pointer);
    return list.docFreq();
  }

  /** As above, of a list that is read by itself. */
  int docFreqAlone(long pointer) throws IOException {
    list.announce(pointer);
    return docFreq(pointer);
  }

  /** Number of documents of the lists of some entries. */
  long docFreq(long[] entries, int count) throws IOException {
    long sum = 0;
    start(entries, count);
    for (int start = 0, end; start < count; start = end) {
      end = next(entries, start, count);
      for (int i = start; i < end; i++) {
        sum += docFreq(TermEntry.pointer(entries[i]));
      }
    }
    return sum;
  }

  private ShortLists shortLists() {
    if (shortLists == null) {
      shortLists = new ShortLists(in, maxDoc);
    }
    return shortLists;
  }

  /** Hands over all documents of the lists of some entries, those of several lists together. */
  void collect(long[] entries, int count, DocSink sink) throws IOException {
    start(entries, count);
    for (int start = 0, end; start < count; start = end) {
      end = next(entries, start, count);
      for (int from = start; from < end; from += ShortLists.LISTS) {
        collectSome(entries, from, Math.min(end, from + ShortLists.LISTS), sink);
      }
    }
  }

  /** Says that lists are to be read; announces few of them at once. */
  private void start(long[] entries, int count) {
    if (count < FEWEST_TIMED) {
      for (int i = 0; i < count; i++) {
        list.announce(TermEntry.pointer(entries[i]));
      }
    } else {
      ahead.start();
    }
  }

  /** Returns up to which list to read next, from {@code start} on. */
  private int next(long[] entries, int start, int count) throws IOException {
    return count < FEWEST_TIMED
        ? count
        : ahead.next(start, count, (from, to) -> announce(entries, from, to));
  }

  private void collectSome(long[] entries, int from, int to, DocSink sink) throws IOException {
    ShortLists some = shortLists();
    some.read(entries, from, to);
    for (int i = from; i < to; i++) {
      if (some.add(i - from, sink) == false) {
        collect(TermEntry.pointer(entries[i]), sink);
      }
    }
    some.collect(sink);
  }

  /** Announces what lists begin with; of a long one, the system reads ahead what follows. */
  private boolean announce(long[] entries, int from, int to) {
    Announcer announcer = new Announcer(in);
    for (int i = from; i < to; i++) {
      long start = TermEntry.pointer(entries[i]);
      long end = Math.min(in.length(), start + ListReader.ANNOUNCED_BYTES);
      // What lies elsewhere is damaged, as whoever reads it will find.
      if (start < end) {
        announcer.add(start, end);
      }
    }
    return announcer.finish();
  }

  /** Hands over all documents of the list at {@code pointer}. */
  void collect(long pointer, DocSink sink) throws IOException {
    list.open(pointer);
    while (list.hasNext()) {
      FixedBitSet bits = sink.bits();
      if (bits == null) {
        list.loadNext(block);
      } else {
        list.setBlocks(block, bits.length(), bits, 0);
        list.loadNextPacked(block);
        list.intoBitSet(block, bits, 0);
      }
      handOver(sink);
    }
  }

  private void handOver(DocSink sink) throws IOException {
    switch (block.kind) {
      case ListDescriptor.KIND_RUNS -> {
        list.unpackRuns(block);
        sink.runs(block.docs, block.ends, block.count);
      }
      case ListDescriptor.KIND_BITMAP -> sink.bitmap(block.base, block.bits.getBits(), block.count);
      default -> {
        sink.docs(block.docs, block.count);
        while (list.unpackMore(block)) {
          sink.docs(block.docs, block.count);
        }
      }
    }
  }
}
