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
  private final IndexInput in;
  private final int maxDoc;
  private final ListReader list;
  private final DecodedListBlock block = new DecodedListBlock();

  private final WeakReference<ListCollector> weakly = new WeakReference<>(this);

  private final ListHeads heads;

  /** Made when many lists are asked for. */
  private ShortLists shortLists;

  ListCollector(IndexInput in, int maxDoc) {
    this.in = in;
    this.maxDoc = maxDoc;
    this.list = new ListReader(in, maxDoc);
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

  /** Number of documents of the lists of some entries. */
  long docFreq(long[] entries, int count) throws IOException {
    long sum = 0;
    for (int i = 0; i < count; i++) {
      sum += docFreq(TermEntry.pointer(entries[i]));
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
    ShortLists some = shortLists();
    for (int from = 0; from < count; from += ShortLists.LISTS) {
      int to = Math.min(count, from + ShortLists.LISTS);
      some.read(entries, from, to);
      for (int i = from; i < to; i++) {
        if (some.add(i - from, sink) == false) {
          collect(TermEntry.pointer(entries[i]), sink);
        }
      }
      some.collect(sink);
    }
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
