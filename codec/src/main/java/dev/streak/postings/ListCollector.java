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
import java.io.IOException;
import org.apache.lucene.util.FixedBitSet;

/** Hands over whole lists, block by block. */
final class ListCollector {
  private final ListReader list;
  private final DecodedListBlock block = new DecodedListBlock();

  ListCollector(ListReader list) {
    this.list = list;
  }

  /** Has what the lists begin with brought near. */
  void touch(long[] lists, int from, int to) throws IOException {
    list.touch(lists, from, to);
  }

  /** Number of documents of the list at {@code pointer}. */
  int docFreq(long pointer) throws IOException {
    list.open(pointer);
    return list.docFreq();
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
