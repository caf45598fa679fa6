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
package dev.streak.bench.data;

import java.util.LinkedHashSet;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Text whose word frequencies follow Zipf's law, as those of natural languages do: the word of rank
 * {@code r} is about {@code 1/r} as frequent as the first. Words are syllables, so that wildcards
 * and typing errors have neighbours to find. Document {@code i} depends on the seed and {@code i}
 * alone.
 */
public final class ZipfText {
  private static final String[] ONSETS = {
    "b", "br", "c", "ch", "d", "dr", "f", "g", "gr", "h", "j", "k", "l", "m", "n", "p", "pr", "r",
    "s", "st", "t", "tr", "v", "w", "z", ""
  };
  private static final String[] VOWELS = {"a", "e", "i", "o", "u", "ai", "ea", "ou"};
  private static final String[] CODAS = {"", "", "n", "r", "s", "l", "m", "t", "nd", "st"};

  /**
   * Not the step of {@link SplittableRandom} itself: with that one, each document would be the one
   * before it less a word.
   */
  private static final long DOCUMENT_STEP = 0xD1342543DE82EF95L;

  private final long seed;
  private final String[] words;
  private final double logWords;

  /** Text over a vocabulary of {@code vocabulary} words. */
  public ZipfText(long seed, int vocabulary) {
    if (vocabulary < 2) {
      throw new IllegalArgumentException("vocabulary must be >= 2: vocabulary=" + vocabulary);
    }
    this.seed = seed;
    this.logWords = Math.log(vocabulary + 1.0);
    Random random = new Random(seed);
    Set<String> made = new LinkedHashSet<>();
    while (made.size() < vocabulary) {
      made.add(word(random));
    }
    this.words = made.toArray(String[]::new);
  }

  private static String word(Random random) {
    StringBuilder word = new StringBuilder();
    int syllables = 1 + random.nextInt(3) + random.nextInt(2);
    for (int i = 0; i < syllables; i++) {
      word.append(ONSETS[random.nextInt(ONSETS.length)]);
      word.append(VOWELS[random.nextInt(VOWELS.length)]);
      word.append(CODAS[random.nextInt(CODAS.length)]);
    }
    return word.toString();
  }

  /** The word of a rank, the most frequent first. */
  public String word(int rank) {
    return words[rank];
  }

  /** Size of the vocabulary. */
  public int vocabulary() {
    return words.length;
  }

  /** The text of document {@code i}: half to one and a half times {@code meanWords} words. */
  public String text(int i, int meanWords) {
    SplittableRandom random = new SplittableRandom(seed + i * DOCUMENT_STEP);
    int length = meanWords / 2 + random.nextInt(meanWords + 1);
    StringBuilder text = new StringBuilder(length * 7);
    for (int w = 0; w < length; w++) {
      text.append(w == 0 ? "" : " ").append(words[rank(random)]);
    }
    return text.toString();
  }

  /** Inverse of the distribution function of 1/rank, taken as continuous. */
  private int rank(SplittableRandom random) {
    int rank = (int) Math.exp(random.nextDouble() * logWords) - 1;
    return Math.min(Math.max(rank, 0), words.length - 1);
  }
}
