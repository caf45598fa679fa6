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

import dev.streak.coldreads.ReadClock;
import dev.streak.field.OrdinalTerms;
import dev.streak.fieldblocks.BlockPlaces;
import dev.streak.fieldblocks.FieldBlocks;
import dev.streak.termblock.BlockShape;
import dev.streak.termblock.EntryReader;
import dev.streak.termblock.TermBlock;
import dev.streak.termblock.TermBlockLayout;
import java.io.IOException;
import org.apache.lucene.store.RandomAccessInput;
import org.apache.lucene.util.BytesRef;

/** Terms of a field by ordinal, where they lie in their blocks. */
final class OrdinalReader implements OrdinalTerms {

  /** Terms whose blocks are touched before the first of them is compared. */
  private static final int GROUP = 128;

  /** A few more that are the last ones come with those before them. */
  private static final int MOST = GROUP + GROUP / 2;

  /** Terms whose blocks are announced to slow storage before the first of them is touched. */
  private static final int ANNOUNCED = 1024;

  private final RandomAccessInput in;
  private final BlockPlaces places;
  private final TermBlock block;
  private final EntryReader entries;
  private final long size;
  private final ReadClock clock;

  private final FieldBlocks field;

  /** Null until many terms are asked for at once, as are the others below. */
  private SameShapes sameShapes;

  private BlockAnnouncer announcer;

  /** Which terms of a group have an ordinal. */
  private int[] found;

  /** Of their shapes: storing references would take longer. */
  private int[] numbers;

  private long[] starts;
  private long[] touch;

  /** Written so that touching is not optimised away. */
  @SuppressWarnings("unused")
  private long sink;

  OrdinalReader(FieldBlocks field) throws IOException {
    this(field, new ReadClock(System::nanoTime));
  }

  /** By a clock that says when blocks are announced before they are read. */
  OrdinalReader(FieldBlocks field, ReadClock clock) throws IOException {
    this.field = field;
    this.clock = clock;
    this.in = field.terms().bytes();
    this.places = field.terms().places();
    this.block = new TermBlock(in, field.terms().tables());
    this.entries = new EntryReader(in);
    this.size = field.totals().terms();
  }

  private void makeRoomForGroups() throws IOException {
    announcer = new BlockAnnouncer(field);
    sameShapes = new SameShapes(in, places, entries, MOST);
    found = new int[MOST];
    numbers = new int[MOST];
    starts = new long[MOST];
    touch = new long[5 * MOST];
  }

  @Override
  public long entryIfEqual(long ordinal, BytesRef term) throws IOException {
    if (ordinal >= size) {
      return DIFFERENT;
    }
    int number = blockOf(ordinal);
    BlockShape shape = places.shape(number, in);
    long start = places.start(number, in);
    if (shape != null) {
      sink = touch(shape, start, indexOf(ordinal));
    }
    return entryIfEqual(shape, start, ordinal, term);
  }

  static int blockOf(long ordinal) {
    return (int) (ordinal >>> TermBlockLayout.TERMS_LOG2);
  }

  static int indexOf(long ordinal) {
    return (int) ordinal & (TermBlockLayout.TERMS - 1);
  }

  /** Loads term and entry: of the term the first word and the last, which may be in two lines. */
  private long touch(BlockShape shape, long start, int index) throws IOException {
    long term = shape.termAt(start, index);
    long touched =
        in.readLong(term)
            + in.readLong(shape.lastWord(term))
            + in.readLong(shape.entryAt(start, index));
    return shape.hasAllText()
        ? touched
        : touched + in.readLong(shape.prefixAt(start)) + in.readLong(shape.constantsAt(start));
  }

  private long entryIfEqual(BlockShape shape, long start, long ordinal, BytesRef term)
      throws IOException {
    int index = indexOf(ordinal);
    if (shape == null) {
      block.open(start);
      return index < block.count() && block.isEqual(index, term) ? block.entry(index) : DIFFERENT;
    }
    int number = blockOf(ordinal);
    return shape.isEqual(term, places.prefixTail(number), in, start, index)
        ? shape.entry(in, start, index, places.runBases(number), entries)
        : DIFFERENT;
  }

  @Override
  public void entriesIfEqual(BytesRef[] terms, int from, int to, long[] ordinals)
      throws IOException {
    if (sameShapes == null) {
      makeRoomForGroups();
    }
    boolean isReady = clock.startAgain() || to - from == 1;
    int announced = from;
    for (int start = from, end; start < to; start = end) {
      end = to - start <= MOST ? to : start + GROUP;
      if (isReady == false) {
        touchFirst(ordinals, start, end);
        isReady = true;
      }
      if (clock.isCold() && announced < end) {
        int next = Math.min(to, start + ANNOUNCED);
        announce(ordinals, announced, next);
        announced = next;
      }
      group(terms, start, end, ordinals);
      clock.count(end - start);
    }
  }

  /** Reads for one term, so that the clock tells whether reads wait before there are many. */
  private void touchFirst(long[] ordinals, int from, int to) throws IOException {
    int i = from;
    while (i < to && (ordinals[i] < 0 || ordinals[i] >= size)) {
      i++;
    }
    if (i < to) {
      int number = blockOf(ordinals[i]);
      // For a page that was not announced, the system may read megabytes around it.
      announcer.announceStarts();
      announcer.add(number);
      announcer.announce();
      BlockShape shape = places.shapeOf(places.number(number, in));
      long start = places.start(number, in);
      sink = shape == null ? in.readByte(start) : touch(shape, start, indexOf(ordinals[i]));
      clock.count(1);
    }
  }

  /** Has the blocks of terms read at the same time. */
  private void announce(long[] ordinals, int from, int to) throws IOException {
    for (int i = from; i < to; i++) {
      if (ordinals[i] >= 0 && ordinals[i] < size) {
        announcer.add(blockOf(ordinals[i]));
      }
    }
    announcer.announce();
  }

  private void group(BytesRef[] terms, int from, int to, long[] ordinals) throws IOException {
    int count = 0;
    for (int i = from; i < to; i++) {
      if (ordinals[i] >= size) {
        ordinals[i] = DIFFERENT;
      }
      // Which terms are there is a matter of chance: a branch would be mispredicted.
      found[count] = i;
      count += ordinals[i] < 0 ? 0 : 1;
    }
    touchAll(ordinals, count);
    int rest = sameShapes.toEntries(terms, ordinals, found, numbers, starts, count);
    for (int i = 0; i < rest; i++) {
      int place = sameShapes.others()[i];
      int at = found[place];
      BlockShape shape = places.shapeOf(numbers[place]);
      ordinals[at] = entryIfEqual(shape, starts[place], ordinals[at], terms[at]);
    }
  }

  /**
   * Loads what the comparison of terms will read. It is not needed yet; but loads that do not wait
   * for each other overlap.
   */
  private void touchAll(long[] ordinals, int count) throws IOException {
    int addresses = 0;
    boolean shapeless = false;
    for (int i = 0; i < count; i++) {
      long ordinal = ordinals[found[i]];
      int block = blockOf(ordinal);
      int number = places.number(block, in);
      BlockShape shape = places.shapeOf(number);
      long start = places.start(block, in);
      numbers[i] = number;
      starts[i] = start;
      if (shape == null) {
        touch[addresses++] = start;
        shapeless = true;
      } else {
        int index = indexOf(ordinal);
        long term = shape.termAt(start, index);
        touch[addresses++] = term;
        if (shape.hasMoreWords()) {
          touch[addresses++] = shape.lastWord(term);
        }
        touch[addresses++] = shape.entryAt(start, index);
        if (shape.hasAllText() == false) {
          touch[addresses++] = shape.prefixAt(start);
          touch[addresses++] = shape.constantsAt(start);
        }
      }
    }
    long touched = 0;
    for (int i = 0; i < count; i++) {
      touched += places.runBases(blockOf(ordinals[found[i]]));
    }
    for (int i = 0; i < addresses; i++) {
      touched += in.readLong(touch[i]);
    }
    if (shapeless) {
      touched += touchShapeless(ordinals, count);
    }
    sink = touched;
  }

  /** Loads terms and entries of blocks whose heads, which say where these are, were loaded. */
  private long touchShapeless(long[] ordinals, int count) throws IOException {
    long touched = 0;
    for (int i = 0; i < count; i++) {
      if (places.shapeOf(numbers[i]) == null) {
        block.open(starts[i]);
        int index = indexOf(ordinals[found[i]]);
        touched += in.readByte(block.addressOfTerm(index));
        touched += in.readByte(block.addressOfEntry(index));
      }
    }
    return touched;
  }
}
