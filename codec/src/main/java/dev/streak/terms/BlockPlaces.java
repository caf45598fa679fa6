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

import java.io.IOException;
import java.util.concurrent.atomic.AtomicLongArray;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.RandomAccessInput;

/**
 * Where the verified blocks of a file begin, and where about their terms and entries are: what is
 * known without a look at a block can be loaded while its head is still on the way. A word for each
 * block, made when a term is first read by its ordinal. Safe for use by several threads.
 *
 * <pre>
 * place := start (44 bits) | from there to the terms (8) | bytes of a term (6) | bits of an entry (6)
 * </pre>
 *
 * Only the start is exact. The others are limited to their bits, and are no more than a hint.
 */
final class BlockPlaces {

  private static final int START_BITS = 44;
  private static final int HEAD_BITS = 8;
  private static final int STRIDE_BITS = 6;

  private final TermBlockFile file;

  /** Null until a place is asked for; zero where a block was not verified. */
  private volatile AtomicLongArray places;

  BlockPlaces(TermBlockFile file) {
    this.file = file;
  }

  /** The place of a block, which is verified before if it was not. */
  long get(int block, RandomAccessInput in) throws IOException {
    AtomicLongArray known = places;
    long place = known == null ? 0 : known.getPlain(block);
    return place != 0 ? place : find(block, in);
  }

  private long find(int block, RandomAccessInput in) throws IOException {
    file.verifyOnce(block);
    long start = file.starts().position(in, block);
    if (start >>> START_BITS != 0) {
      throw new CorruptIndexException(
          "block " + block + " begins at " + start + ", must be from 0 to 2^" + START_BITS,
          in.toString());
    }
    TermBlock terms = new TermBlock(in);
    terms.open(start);
    long place =
        start
            | limited(terms.addressOfTerm(0) - start, HEAD_BITS) << START_BITS
            | limited(terms.stride(), STRIDE_BITS) << (START_BITS + HEAD_BITS)
            | (long) terms.entryWidth() << (START_BITS + HEAD_BITS + STRIDE_BITS);
    remember(block, place);
    return place;
  }

  private synchronized void remember(int block, long place) {
    if (places == null) {
      places = new AtomicLongArray(file.blocks());
    }
    places.setPlain(block, place);
  }

  private static long limited(long value, int bits) {
    return Math.min(value, (1L << bits) - 1);
  }

  /** Where a block begins. */
  static long start(long place) {
    return place & ((1L << START_BITS) - 1);
  }

  /** Whether all terms of the block take as many bytes. */
  static boolean hasStride(long place) {
    return stride(place) != 0;
  }

  private static int stride(long place) {
    return (int) (place >>> (START_BITS + HEAD_BITS)) & ((1 << STRIDE_BITS) - 1);
  }

  /** Where about the first term is. */
  private static long terms(long place) {
    return start(place) + ((place >>> START_BITS) & ((1 << HEAD_BITS) - 1));
  }

  /** Where about the last byte before the terms is. */
  static long headEnd(long place) {
    return terms(place) - 1;
  }

  /** Where about a term that begins at a position has its last byte. */
  static long termEnd(long place, long term) {
    return term + stride(place) - 1;
  }

  /** Where about a term is. */
  static long term(long place, int index) {
    return terms(place) + (long) index * stride(place);
  }

  /** Where about the entry of a term is in a block of so many. */
  static long entry(long place, int index, int count) {
    long width = place >>> (START_BITS + HEAD_BITS + STRIDE_BITS);
    return term(place, count) + ((index * width) >>> 3);
  }
}
