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

import dev.streak.columns.ComparedTerms;
import dev.streak.field.OrdinalTerms;
import dev.streak.fieldblocks.BlockPlaces;
import dev.streak.termblock.BlockShape;
import dev.streak.termblock.EntryReader;
import java.io.IOException;
import org.apache.lucene.store.RandomAccessInput;
import org.apache.lucene.util.BytesRef;

/**
 * Compares many terms with what is looked for: those whose blocks have the same shape together, one
 * piece of eight columns of all of them before the next piece. So what there is to know about a
 * piece stays in registers, and what is done for a term does not wait for the term before it. For
 * one thread.
 */
final class SameShapes {

  /** Fewer terms are compared faster one by one. */
  private static final int LEAST = 8;

  /** Shapes that are tried. Where there are more, few terms have the same. */
  private static final int MOST_SHAPES = 4;

  private final RandomAccessInput in;
  private final BlockPlaces places;
  private final EntryReader entries;

  /** Those that were not compared yet. */
  private final int[] others;

  /** Those whose blocks have the shape that is looked at. */
  private final int[] same;

  /** Of those, the ones that may be equal. */
  final ComparedTerms compared;

  private final long[] blockStarts;

  SameShapes(RandomAccessInput in, BlockPlaces places, EntryReader entries, int size) {
    this.in = in;
    this.places = places;
    this.entries = entries;
    // One more is written, and does not count.
    others = new int[size + 1];
    same = new int[size + 1];
    compared = new ComparedTerms(size);
    blockStarts = new long[size];
  }

  /** Those that were left to be compared one by one, as places in what is given. */
  int[] others() {
    return others;
  }

  /**
   * Turns ordinals of terms into entries, or into {@link OrdinalTerms#DIFFERENT}. Returns how many
   * were left as they are.
   *
   * @param terms what is looked for
   * @param found where in {@code terms} and {@code ordinals}
   * @param numbers of the shapes of their blocks
   * @param starts where their blocks begin
   */
  int toEntries(
      BytesRef[] terms, long[] ordinals, int[] found, int[] numbers, long[] starts, int count)
      throws IOException {
    for (int i = 0; i < count; i++) {
      others[i] = i;
    }
    int rest = count;
    for (int tries = 0; tries < MOST_SHAPES && rest >= LEAST; tries++) {
      int number = numbers[others[rest - 1]];
      BlockShape shape = places.shapeOf(number);
      if (shape == null) {
        break;
      }
      int left = divide(numbers, number, rest);
      int size = rest - left;
      if (size < LEAST) {
        System.arraycopy(same, 0, others, left, size);
        break;
      }
      rest = left;
      begin(shape, terms, ordinals, found, starts, size);
      shape.compareColumns(in, compared);
      end(shape, ordinals);
    }
    return rest;
  }

  /** Fills {@link #same}, and keeps the others. Returns how many these are. */
  private int divide(int[] numbers, int number, int count) {
    int size = 0;
    int rest = 0;
    for (int i = 0; i < count; i++) {
      int place = others[i];
      // Which shape a term has is a matter of chance: a branch would be mispredicted.
      int one = numbers[place] == number ? 1 : 0;
      same[size] = place;
      others[rest] = place;
      size += one;
      rest += 1 - one;
    }
    return rest;
  }

  /** Compares all but the columns. */
  private void begin(
      BlockShape shape, BytesRef[] terms, long[] ordinals, int[] found, long[] starts, int size)
      throws IOException {
    compared.open(terms);
    for (int i = 0; i < size; i++) {
      int at = found[same[i]];
      long start = starts[same[i]];
      int index = OrdinalReader.indexOf(ordinals[at]);
      long tail = places.prefixTail(OrdinalReader.blockOf(ordinals[at]));
      if (shape.begins(terms[at], tail, in, start, index)) {
        blockStarts[compared.size()] = start;
        compared.add(at, shape.termAt(start, index), shape.constantsAt(start));
      } else {
        ordinals[at] = OrdinalTerms.DIFFERENT;
      }
    }
  }

  private void end(BlockShape shape, long[] ordinals) throws IOException {
    for (int i = 0; i < compared.size(); i++) {
      int at = compared.target(i);
      ordinals[at] =
          compared.isEqual(i) ? entry(shape, blockStarts[i], ordinals[at]) : OrdinalTerms.DIFFERENT;
    }
  }

  private long entry(BlockShape shape, long start, long ordinal) throws IOException {
    long bases = places.runBases(OrdinalReader.blockOf(ordinal));
    return shape.entry(in, start, OrdinalReader.indexOf(ordinal), bases, entries);
  }
}
