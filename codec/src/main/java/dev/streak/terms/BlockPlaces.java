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
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.RandomAccessInput;

/**
 * Where the verified blocks of a file begin, and what their heads say, so that terms are compared
 * without a look at the head. Three words for each block, made when a term of it is first read by
 * its ordinal. Safe for use by several threads.
 *
 * <pre>
 * place := number of the shape (7 bits), 0 if there is none | start of the block (57 bits)
 *        | run bases (long) | end of the prefix (long)
 * </pre>
 */
final class BlockPlaces {

  private static final int WORDS = 3;
  private static final int SHAPE_SHIFT = 57;
  private static final int MAX_SHAPES = 1 << (Long.SIZE - SHAPE_SHIFT);
  private static final long START_MASK = (1L << SHAPE_SHIFT) - 1;

  private final TermBlockFile file;

  /** Null until a place is asked for; zero where a block was not verified. */
  private volatile AtomicLongArray places;

  /** By their numbers; there is none with number 0. */
  private volatile BlockShape[] shapes = new BlockShape[1];

  BlockPlaces(TermBlockFile file) {
    this.file = file;
  }

  /** The place of a block, which is verified before if it was not. */
  long get(int block, RandomAccessInput in) throws IOException {
    AtomicLongArray known = places;
    long place = known == null ? 0 : known.getAcquire(WORDS * block);
    return place != 0 ? place : find(block, in);
  }

  /** Where a block begins. */
  static long start(long place) {
    return place & START_MASK;
  }

  /** The shape of a block, or null. */
  BlockShape shape(long place) {
    return shapes[(int) (place >>> SHAPE_SHIFT)];
  }

  /** The run bases of a block whose place is known. */
  long runBases(int block) {
    return places.getPlain(WORDS * block + 1);
  }

  /** The end of the prefix of a block whose place is known. */
  long prefixTail(int block) {
    return places.getPlain(WORDS * block + 2);
  }

  private long find(int block, RandomAccessInput in) throws IOException {
    file.verifyOnce(block);
    long start = file.starts().position(in, block);
    if (start >>> SHAPE_SHIFT != 0) {
      throw new CorruptIndexException(
          "block " + block + " begins at " + start + ", must be from 0 to 2^" + SHAPE_SHIFT,
          in.toString());
    }
    return remember(block, start, BlockShape.of(in, start), in);
  }

  private synchronized long remember(int block, long start, BlockShape shape, RandomAccessInput in)
      throws IOException {
    if (places == null) {
      places = new AtomicLongArray(Math.multiplyExact(WORDS, file.blocks()));
    }
    long number = shape == null ? 0 : number(shape);
    if (number != 0) {
      places.setPlain(WORDS * block + 1, shape.runBases(in, start));
      places.setPlain(WORDS * block + 2, shape.prefixTail(in, start));
    }
    long place = number << SHAPE_SHIFT | start;
    places.setRelease(WORDS * block, place);
    return place;
  }

  /** The number of a shape, or 0 if there are too many. */
  private int number(BlockShape shape) {
    BlockShape[] known = shapes;
    for (int i = 1; i < known.length; i++) {
      if (known[i].equals(shape)) {
        return i;
      }
    }
    if (known.length == MAX_SHAPES) {
      return 0;
    }
    BlockShape[] more = Arrays.copyOf(known, known.length + 1);
    more[known.length] = shape;
    shapes = more;
    return known.length;
  }
}
