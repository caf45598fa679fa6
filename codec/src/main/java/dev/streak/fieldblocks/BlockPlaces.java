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
package dev.streak.fieldblocks;

import dev.streak.termblock.BlockShape;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;
import org.apache.lucene.store.RandomAccessInput;

/**
 * What the heads of the verified blocks of a file say, so that terms are compared without a look at
 * them: for each block the number of its shape, and two words. The numbers are apart from the words
 * because they, and the positions of blocks, are so few that they stay near: they say what to load,
 * and the words are on their way at the same time. Made when a term of a block is first read by its
 * ordinal. Safe for use by several threads.
 */
public final class BlockPlaces {

  private static final VarHandle NUMBERS = MethodHandles.arrayElementVarHandle(short[].class);

  /** The block was not verified. */
  private static final short UNKNOWN = 0;

  /** The block has no shape. */
  private static final short NONE = 1;

  /** Shapes that hold their prefixes and constants, which are compared faster. */
  private static final int MOST_WITH_TEXT = 64;

  /** All shapes: less than a megabyte. */
  private static final int MOST = 1024;

  /** Words of a block: the run bases, and the end of the prefix. */
  private static final int WORDS = 2;

  private final TermBlockFile file;

  /** Null until a block is asked for. */
  private volatile short[] numbers;

  /** Made before {@link #numbers}. */
  private AtomicLongArray words;

  /** By their numbers. */
  private volatile BlockShape[] shapes = new BlockShape[NONE + 1];

  /** Guarded by this. */
  private final Map<BlockShape, Short> numbersOfShapes = new HashMap<>();

  BlockPlaces(TermBlockFile file) {
    this.file = file;
  }

  /** Where a block begins. */
  public long start(int block, RandomAccessInput in) throws IOException {
    return file.starts().position(in, block);
  }

  /**
   * The shape of a block that is read by itself, or null if it has none. It is verified before if
   * it was not.
   */
  public BlockShape shape(int block, RandomAccessInput in) throws IOException {
    short number = known(block);
    if (number == UNKNOWN) {
      file.announceUnread(block, in);
      number = find(block, in);
    }
    return shapeOf(number);
  }

  /** The number of a block's {@link #shapeOf shape}. The block is verified before if it was not. */
  public int number(int block, RandomAccessInput in) throws IOException {
    short number = known(block);
    return number == UNKNOWN ? find(block, in) : number;
  }

  private short known(int block) {
    short[] known = numbers;
    return known == null ? UNKNOWN : (short) NUMBERS.getAcquire(known, block);
  }

  /** The shape with a number, or null if blocks of this number have none. */
  public BlockShape shapeOf(int number) {
    return shapes[number];
  }

  /** The run bases of a block whose shape is known. */
  public long runBases(int block) {
    return words.getPlain(WORDS * block);
  }

  /** The end of the prefix of a block whose shape is known. */
  public long prefixTail(int block) {
    return words.getPlain(WORDS * block + 1);
  }

  private short find(int block, RandomAccessInput in) throws IOException {
    file.verifyOnce(block, in);
    return remember(block, start(block, in), in);
  }

  private synchronized short remember(int block, long start, RandomAccessInput in)
      throws IOException {
    if (numbers == null) {
      words = new AtomicLongArray(Math.multiplyExact(WORDS, file.blocks()));
      numbers = new short[file.blocks()];
    }
    short number = number(start, in);
    BlockShape shape = shapes[number];
    if (shape != null) {
      words.setPlain(WORDS * block, shape.runBases(in, start));
      words.setPlain(WORDS * block + 1, shape.prefixTail(in, start));
    }
    NUMBERS.setRelease(numbers, block, number);
    return number;
  }

  /** The number of the shape of the block at a position, or {@link #NONE}. */
  private short number(long start, RandomAccessInput in) throws IOException {
    BlockShape withText = BlockShape.of(in, start, true);
    if (withText == null) {
      return NONE;
    }
    short number = number(withText, MOST_WITH_TEXT);
    return number == NONE ? number(BlockShape.of(in, start, false), MOST) : number;
  }

  /** The number of a shape, or {@link #NONE} if there are so many others. */
  private short number(BlockShape shape, int most) {
    Short known = numbersOfShapes.get(shape);
    if (known != null) {
      return known;
    }
    if (numbersOfShapes.size() >= most) {
      return NONE;
    }
    short number = (short) shapes.length;
    BlockShape[] more = Arrays.copyOf(shapes, number + 1);
    more[number] = shape;
    shapes = more;
    numbersOfShapes.put(shape, number);
    return number;
  }
}
