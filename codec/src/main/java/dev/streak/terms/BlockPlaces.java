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
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;
import org.apache.lucene.store.RandomAccessInput;

/**
 * What the heads of the verified blocks of a file say, so that terms are compared without a look at
 * them: for each block the number of its shape in a byte, and two words. The bytes are apart from
 * the words because they, and the positions of blocks, are so few that they stay near: they say
 * what to load, and the words are on their way at the same time. Made when a term of a block is
 * first read by its ordinal. Safe for use by several threads.
 */
final class BlockPlaces {

  private static final VarHandle NUMBERS = MethodHandles.arrayElementVarHandle(byte[].class);

  /** The block was not verified. */
  private static final byte UNKNOWN = 0;

  /** The block has no shape. */
  private static final byte NONE = 1;

  /** Words of a block: the run bases, and the end of the prefix. */
  private static final int WORDS = 2;

  private final TermBlockFile file;

  /** Null until a block is asked for. */
  private volatile byte[] numbers;

  /** Made before {@link #numbers}. */
  private AtomicLongArray words;

  /** By their numbers. */
  private volatile BlockShape[] shapes = new BlockShape[NONE + 1];

  BlockPlaces(TermBlockFile file) {
    this.file = file;
  }

  /** Where a block begins. */
  long start(int block, RandomAccessInput in) throws IOException {
    return file.starts().position(in, block);
  }

  /** The shape of a block, or null if it has none. It is verified before if it was not. */
  BlockShape shape(int block, RandomAccessInput in) throws IOException {
    byte[] known = numbers;
    byte number = known == null ? UNKNOWN : (byte) NUMBERS.getAcquire(known, block);
    return number == UNKNOWN ? find(block, in) : shapes[number];
  }

  /** The run bases of a block whose shape is known. */
  long runBases(int block) {
    return words.getPlain(WORDS * block);
  }

  /** The end of the prefix of a block whose shape is known. */
  long prefixTail(int block) {
    return words.getPlain(WORDS * block + 1);
  }

  private BlockShape find(int block, RandomAccessInput in) throws IOException {
    file.verifyOnce(block);
    long start = start(block, in);
    return remember(block, start, BlockShape.of(in, start), in);
  }

  private synchronized BlockShape remember(
      int block, long start, BlockShape shape, RandomAccessInput in) throws IOException {
    if (numbers == null) {
      words = new AtomicLongArray(Math.multiplyExact(WORDS, file.blocks()));
      numbers = new byte[file.blocks()];
    }
    byte number = shape == null ? NONE : number(shape);
    if (number != NONE) {
      words.setPlain(WORDS * block, shape.runBases(in, start));
      words.setPlain(WORDS * block + 1, shape.prefixTail(in, start));
    }
    NUMBERS.setRelease(numbers, block, number);
    return shapes[number];
  }

  /** The number of a shape, or {@link #NONE} if there are too many. */
  private byte number(BlockShape shape) {
    BlockShape[] known = shapes;
    for (int i = NONE + 1; i < known.length; i++) {
      if (known[i].equals(shape)) {
        return (byte) i;
      }
    }
    if (known.length > Byte.MAX_VALUE) {
      return NONE;
    }
    BlockShape[] more = Arrays.copyOf(known, known.length + 1);
    more[known.length] = shape;
    shapes = more;
    return (byte) known.length;
  }
}
