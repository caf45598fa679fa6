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

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Makes dictionaries from blocks and judges whether one is worth its place.
 *
 * <p>The measure is the <em>gain</em>: by how many thousandths frames get smaller with the
 * dictionary than without, over blocks that were not trained on. A new dictionary needs a gain of
 * {@link #MIN_GAIN_PER_MILLE}. One that was trained earlier still fits other data if it gains there
 * at least {@link #FIT_PERCENT} percent of what it gained on its own; otherwise the data has
 * drifted and a new one is trained.
 */
final class DictionaryTrainer {
  /** Raw bytes to train from; also the size below which a segment does without a dictionary. */
  static final int SAMPLE_BYTES = 1 << 20;

  static final int MIN_GAIN_PER_MILLE = 50;
  static final int FIT_PERCENT = 60;

  /** Bytes to train from for each byte of dictionary: twice as many take twice the time for 1 %. */
  private static final int LEARN_FACTOR = 5;

  private static final int MIN_LEARN_BYTES = 1 << 18;

  /** Every so many blocks of the sample one is kept for judging. */
  private static final int HELD_OUT = 8;

  private static final String TRAINING = "what training a dictionary takes";
  private static final long TRAINING_BYTES = 16 << 20;

  private final int level;

  DictionaryTrainer(int level) {
    this.level = level;
  }

  /** Raw bytes that training a dictionary of this size wants. */
  static int sampleBytes(int dictionaryBytes) {
    return Math.max(SAMPLE_BYTES, 8 * dictionaryBytes);
  }

  /** A dictionary trained from blocks and retained for the caller, or null if none is worth it. */
  Dictionary train(List<byte[]> blocks, int dictionaryBytes) throws IOException {
    List<byte[]> learn =
        learnFrom(blocks, Math.max(MIN_LEARN_BYTES, LEARN_FACTOR * dictionaryBytes));
    byte[] buffer = new byte[dictionaryBytes];
    // Zstandard keeps a copy of what it learns from, and tables of a fixed size.
    long bytes = TRAINING_BYTES + learn.stream().mapToLong(block -> block.length).sum();
    NativeObjects.ask(TRAINING, bytes);
    int length;
    try {
      length = (int) Zstd.trainFromBuffer(learn.toArray(byte[][]::new), buffer);
    } catch (OutOfMemoryError e) {
      throw NativeObjects.refused(TRAINING, bytes, e);
    } catch (ZstdException e) {
      NativeObjects.throwIfRefused(e, TRAINING, bytes);
      // Too few or too uniform samples are no error of anybody's: such data gets no dictionary.
      return null;
    }
    PackedDictionary packed = PackedDictionary.pack(Arrays.copyOf(buffer, length));
    Dictionary candidate = Dictionary.share(packed);
    int gain;
    try {
      gain = gainPerMille(candidate, blocks);
    } finally {
      candidate.release();
    }
    return gain < MIN_GAIN_PER_MILLE ? null : Dictionary.share(packed.withGain(gain));
  }

  /** Blocks spread over all that are not held out, of about this many bytes. */
  private static List<byte[]> learnFrom(List<byte[]> blocks, long wantedBytes) {
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

  /** Whether a dictionary trained earlier still serves these blocks. */
  boolean fits(Dictionary dictionary, List<byte[]> blocks) throws IOException {
    return 100L * gainPerMille(dictionary, blocks)
        >= (long) FIT_PERCENT * dictionary.gainPerMille();
  }

  private static boolean isHeldOut(int index) {
    return index % HELD_OUT == HELD_OUT - 1;
  }

  private int gainPerMille(Dictionary dictionary, List<byte[]> blocks) throws IOException {
    long with = 0;
    long without = 0;
    try (FrameCompressor plain = new FrameCompressor(level, null);
        FrameCompressor aided = new FrameCompressor(level, dictionary)) {
      for (int i = 0; i < blocks.size(); i++) {
        if (isHeldOut(i) || blocks.size() < HELD_OUT) {
          byte[] block = blocks.get(i);
          with += aided.compress(block, 0, block.length);
          without += plain.compress(block, 0, block.length);
        }
      }
    }
    return without == 0 ? 0 : Math.toIntExact(Math.max(0, 1000 * (without - with) / without));
  }
}
