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
package dev.streak.docset;

import dev.streak.field.DocSink;
import java.io.IOException;
import org.apache.lucene.search.AbstractDocIdSetIterator;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.FixedBitSet;

/**
 * A set of documents in chunks of {@value #CHUNK_DOCS}, of which only those exist that hold a
 * document. A chunk is runs, an array or a bitmap, whichever suits its content; the numbers of the
 * chunks lie beside them in an array of their own, so that finding a chunk, and finding that there
 * is none, touches nothing else.
 */
final class SparseRunSet extends MatchingDocs {

  static final int CHUNK_BITS = 16;
  static final int CHUNK_DOCS = 1 << CHUNK_BITS;

  /** Numbers of the chunks that exist, ascending. */
  private final int[] numbers;

  /** These chunks; none is empty. */
  private final MatchingDocs[] chunks;

  private final int cardinality;

  SparseRunSet(int[] numbers, MatchingDocs[] chunks) {
    assert numbers.length == chunks.length;
    this.numbers = numbers;
    this.chunks = chunks;
    long sum = 0;
    for (MatchingDocs chunk : chunks) {
      sum += chunk.cardinality();
    }
    this.cardinality = Math.toIntExact(sum);
  }

  int chunkCount() {
    return chunks.length;
  }

  MatchingDocs chunk(int i) {
    return chunks[i];
  }

  @Override
  public int cardinality() {
    return cardinality;
  }

  @Override
  public DocIdSetIterator iterator() {
    return new ChunkIterator();
  }

  @Override
  public void collect(DocSink sink) {
    for (MatchingDocs chunk : chunks) {
      chunk.collect(sink);
    }
  }

  private final class ChunkIterator extends AbstractDocIdSetIterator {
    /** Which of the chunks this is in; -1 before the first. */
    private int at = -1;

    /** Of this chunk; on the same document as this iterator. */
    private DocIdSetIterator current = DocIdSetIterator.empty();

    @Override
    public int nextDoc() throws IOException {
      if (at >= 0) {
        doc = current.nextDoc();
        if (doc != NO_MORE_DOCS) {
          return doc;
        }
      }
      return firstOf(at + 1);
    }

    @Override
    public int advance(int target) throws IOException {
      int number = target >>> CHUNK_BITS;
      int next = at;
      if (next < 0 || numbers[next] < number) {
        do {
          next++;
        } while (next < numbers.length && numbers[next] < number);
        if (next == numbers.length || numbers[next] > number) {
          return firstOf(next);
        }
        at = next;
        current = chunks[next].iterator();
      }
      doc = current.advance(target);
      return doc != NO_MORE_DOCS ? doc : firstOf(at + 1);
    }

    private int firstOf(int next) throws IOException {
      at = next;
      if (next >= chunks.length) {
        at = chunks.length - 1;
        doc = NO_MORE_DOCS;
        return doc;
      }
      current = chunks[next].iterator();
      doc = current.nextDoc();
      return doc;
    }

    @Override
    public void intoBitSet(int upTo, FixedBitSet bitSet, int offset) throws IOException {
      while (doc < upTo) {
        current.intoBitSet(upTo, bitSet, offset);
        doc = current.docID();
        if (doc == NO_MORE_DOCS) {
          firstOf(at + 1);
        }
      }
    }

    @Override
    public int docIDRunEnd() throws IOException {
      return current.docIDRunEnd();
    }

    @Override
    public long cost() {
      return cardinality;
    }
  }
}
