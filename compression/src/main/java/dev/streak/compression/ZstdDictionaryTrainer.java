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
package dev.streak.compression;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.IntUnaryOperator;

/**
 * Makes dictionaries from blocks and judges whether one is worth its place. Making one takes about
 * twenty milliseconds for each quarter of a megabyte of dictionary.
 *
 * <p>The measure is the <em>gain</em>: by how many thousandths frames get smaller with the
 * dictionary than without, over blocks that were not learned from. A new dictionary needs a gain of
 * {@link #MIN_GAIN_PER_MILLE}. One that was made earlier still fits other data if it gains there at
 * least {@link #FIT_PERCENT} percent of what it gained on its own; otherwise a new one is made, and
 * is used if it makes frames smaller by {@link #MIN_BETTER_PERCENT} percent.
 */
final class ZstdDictionaryTrainer {
  /** Raw bytes to learn from; also the size below which a segment does without a dictionary. */
  static final int SAMPLE_BYTES = 1 << 20;

  static final int MIN_GAIN_PER_MILLE = 50;
  static final int FIT_PERCENT = 85;
  static final int MIN_BETTER_PERCENT = 6;

  /** Bytes to learn from for each byte of dictionary. */
  private static final int LEARN_FACTOR = 5;

  private static final int MIN_LEARN_BYTES = 1 << 18;

  /** A dictionary of less content is worth nothing. */
  private static final int MIN_CONTENT_BYTES = 1 << 10;

  /** Parts of the size that dictionaries are made of, in this order. */
  private static final int[] PARTS = {16, 4, 1};

  private static final int[] WHOLE = {1};

  /** By how many thousandths frames may be larger where something cheaper does as well. */
  private static final int AS_WELL_PER_MILLE = 3;

  /** By how many thousandths small blocks may be larger, byte for byte. */
  private static final int SMALL_BLOCKS_PER_MILLE = 35;

  /** The cheapest level. */
  private static final int LEAST_LEVEL = 1;

  /** Every so many blocks of the sample one is kept for judging. */
  private static final int HELD_OUT = 8;

  /** Judged is at this level at most: others rank dictionaries alike and take many times longer. */
  static final int MAX_LEVEL = 3;

  private static final String TRAINING = "what training a dictionary takes";
  private static final long TRAINING_BYTES = 1 << 20;

  private final int level;

  /** Whether frames will be written at the level that is judged at. */
  private final boolean exact;

  private final List<byte[]> blocks;
  private final List<byte[]> heldOut;

  /** False once nobody wants a dictionary any more. */
  private final BooleanSupplier wanted;

  /** For the choice of a dictionary by these blocks, as long as it is wanted. */
  ZstdDictionaryTrainer(int level, List<byte[]> blocks, BooleanSupplier wanted) {
    this.wanted = wanted;
    this.level = Math.min(level, MAX_LEVEL);
    this.exact = level <= MAX_LEVEL;
    this.blocks = blocks;
    this.heldOut = new ArrayList<>();
    for (int i = 0; i < blocks.size(); i++) {
      if (isHeldOut(i) || blocks.size() < HELD_OUT) {
        heldOut.add(blocks.get(i));
      }
    }
  }

  /**
   * Raw bytes that making a dictionary wants. The sooner it is there, the less is compressed with
   * that of other data; high levels gain more from a large one, which is dear to store.
   */
  static int sampleBytes(ZstdSettings settings) {
    int factor = settings.level() <= MAX_LEVEL ? 6 : 8;
    return Math.max(SAMPLE_BYTES, factor * settings.dictionaryBytes());
  }

  /**
   * A dictionary made from the blocks and retained for the caller, or null if there is none. A
   * small part of the size is tried first, then larger ones as long as they do better: what repeats
   * in logs is little, and a small dictionary is made sooner, is stored in less room, and stays in
   * the processor's cache. High levels find uses for all of a large one.
   */
  ZstdDictionary train(int dictionaryBytes, long plainBytes) throws IOException {
    NativeObjects.ask(TRAINING, TRAINING_BYTES);
    Made best = null;
    for (int part : exact ? PARTS : WHOLE) {
      int size = dictionaryBytes / part;
      Made next = size < ZstdSettings.MIN_DICTIONARY_BYTES ? null : make(size, plainBytes);
      if (best != null && next != null && isWithin(AS_WELL_PER_MILLE, best.bytes, next.bytes)) {
        break;
      }
      best = next == null ? best : next;
    }
    return best == null ? null : ZstdDictionary.share(best.packed);
  }

  private static boolean isWithin(int perMille, long bytes, long others) {
    return 1000 * bytes <= (1000 + perMille) * others;
  }

  /**
   * Tells a dictionary what serves as well with it and takes less time: the least level, to write,
   * and small blocks, to fetch from. Asked only where a part of the size was enough, as in logs:
   * elsewhere the least level loses a tenth.
   *
   * @param bytes what the blocks kept for judging take
   */
  void findCheaper(ZstdDictionary dictionary, long bytes, int wantedBytes) throws IOException {
    if (!exact || dictionary.length() >= wantedBytes) {
      return;
    }
    long least = bytes;
    if (level > LEAST_LEVEL) {
      long fast = compressedBytes(dictionary, LEAST_LEVEL, IntUnaryOperator.identity());
      boolean enough = isWithin(AS_WELL_PER_MILLE, fast, bytes);
      dictionary.isEnough(enough ? LEAST_LEVEL : level, level);
      least = enough ? fast : bytes;
    }
    dictionary.smallBlocksServe(smallBlocksServe(dictionary, least), level);
  }

  /** Compresses the beginning of each block and compares with its share of the whole. */
  private boolean smallBlocksServe(ZstdDictionary dictionary, long bytes) throws IOException {
    IntUnaryOperator beginning = ZstdDictionary::smallBlock;
    long small = compressedBytes(dictionary, dictionary.level(level), beginning);
    long raw = heldOut.stream().mapToLong(block -> block.length).sum();
    long smallRaw = heldOut.stream().mapToLong(b -> beginning.applyAsInt(b.length)).sum();
    return isWithin(SMALL_BLOCKS_PER_MILLE, small * raw, bytes * smallRaw);
  }

  /**
   * A dictionary that was made, not prepared for use.
   *
   * @param bytes what the blocks kept for judging take with it
   */
  private record Made(PackedDictionary packed, long bytes) {}

  /** Called between steps, for nobody is to work in vain for long. */
  private void endIfUnwanted() {
    if (wanted.getAsBoolean() == false) {
      throw new CancellationException("nobody wants the dictionary");
    }
  }

  private Made make(int dictionaryBytes, long plainBytes) throws IOException {
    endIfUnwanted();
    List<byte[]> learn = learnFrom(Math.max(MIN_LEARN_BYTES, LEARN_FACTOR * dictionaryBytes));
    byte[] content = ZstdDictionaryContent.select(learn, dictionaryBytes);
    if (content.length < ZstdDictionaryHeader.MAX_BYTES + MIN_CONTENT_BYTES) {
      return null;
    }
    endIfUnwanted();
    byte[] header =
        ZstdDictionaryHeader.write(SequenceStatistics.of(content, heldOut), content.length);
    if (header == null) {
      return null;
    }
    // The header takes the place of what is worth least; the length stays what was asked for.
    byte[] bytes = content.clone();
    System.arraycopy(header, 0, bytes, 0, header.length);
    PackedDictionary packed = PackedDictionary.pack(bytes);
    ZstdDictionary candidate = ZstdDictionary.share(packed);
    long compressed;
    try {
      compressed = compressedBytes(candidate);
    } finally {
      candidate.release();
    }
    int gain = gainPerMille(plainBytes, compressed);
    return gain < MIN_GAIN_PER_MILLE ? null : new Made(packed.withGain(gain), compressed);
  }

  /** Blocks spread over all that are not held out, of about this many bytes. */
  private List<byte[]> learnFrom(long wantedBytes) {
    long total = 0;
    for (int i = 0; i < blocks.size(); i++) {
      total += isHeldOut(i) ? 0 : blocks.get(i).length;
    }
    List<byte[]> learn = new ArrayList<>(blocks.size());
    long seen = 0;
    long taken = 0;
    for (int i = 0; i < blocks.size(); i++) {
      if (!isHeldOut(i)) {
        // Taken stays in step with seen, scaled down.
        if (taken * total <= seen * wantedBytes) {
          learn.add(blocks.get(i));
          taken += blocks.get(i).length;
        }
        seen += blocks.get(i).length;
      }
    }
    return learn;
  }

  private static boolean isHeldOut(int index) {
    return index % HELD_OUT == HELD_OUT - 1;
  }

  /** What the blocks kept for judging take with a dictionary, or without for null. */
  long compressedBytes(ZstdDictionary dictionary) throws IOException {
    return compressedBytes(dictionary, level, IntUnaryOperator.identity());
  }

  /** The same at a level, for so much of each block as {@code part} says. */
  private long compressedBytes(ZstdDictionary dictionary, int atLevel, IntUnaryOperator part)
      throws IOException {
    long bytes = 0;
    try (FrameCompressor compressor = new FrameCompressor(atLevel, dictionary)) {
      for (byte[] block : heldOut) {
        endIfUnwanted();
        bytes += compressor.compress(block, 0, part.applyAsInt(block.length));
      }
    }
    return bytes;
  }

  static int gainPerMille(long without, long with) {
    return without == 0 ? 0 : Math.toIntExact(Math.max(0, 1000 * (without - with) / without));
  }

  /** Whether a dictionary made earlier serves about as well as where it was made. */
  static boolean fits(ZstdDictionary dictionary, int gainPerMille) {
    return gainPerMille >= MIN_GAIN_PER_MILLE
        && 100L * gainPerMille >= (long) FIT_PERCENT * dictionary.gainPerMille();
  }
}
