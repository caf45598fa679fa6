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

import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Texts of some thousand characters that compress like written ones. Independent words do not: what
 * makes prose compressible is that people repeat turns of phrase, everywhere and above all within
 * one text. So a text is a chain of phrases, some from the language, some from its own subject.
 */
public final class Prose {
  private static final int VOCABULARY = 12_000;
  private static final int PHRASES = 15_000;
  private static final int MAX_PHRASE_WORDS = 6;
  private static final int SUBJECT_PHRASES = 16;
  private static final int MEAN_SENTENCE_PHRASES = 4;

  /** Not the generator's own step, with which each text would be the one before, shifted. */
  private static final long TEXT_STEP = 0xD6E8FEB86659FD93L;

  private final long seed;

  /** Most frequent first, and those are short, as in every language. */
  private final String[] words;

  private final String[] phrases = new String[PHRASES];

  /** Texts of this seed. */
  public Prose(long seed) {
    this.seed = seed;
    SplittableRandom random = new SplittableRandom(seed);
    this.words = words(seed, random);
    for (int i = 0; i < PHRASES; i++) {
      phrases[i] = phrase(random);
    }
  }

  private static String[] words(long seed, SplittableRandom random) {
    ZipfText source = new ZipfText(seed, VOCABULARY);
    record Word(String text, double place) {}
    return IntStream.range(0, VOCABULARY)
        .mapToObj(source::word)
        .map(w -> new Word(w, w.length() + random.nextDouble(6)))
        .sorted(Comparator.comparingDouble(Word::place))
        .map(Word::text)
        .toArray(String[]::new);
  }

  private String phrase(SplittableRandom random) {
    StringBuilder phrase = new StringBuilder();
    int count = 1 + random.nextInt(MAX_PHRASE_WORDS);
    for (int w = 0; w < count; w++) {
      phrase.append(w == 0 ? "" : " ").append(words[rank(random, VOCABULARY)]);
    }
    return phrase.toString();
  }

  /** The {@code i}-th text, of {@code min} to {@code max} characters or a sentence more. */
  public String text(int i, int min, int max) {
    SplittableRandom random = new SplittableRandom(seed + i * TEXT_STEP);
    String[] subject = new String[SUBJECT_PHRASES];
    for (int s = 0; s < SUBJECT_PHRASES; s++) {
      subject[s] = phrases[random.nextInt(PHRASES)];
    }
    int length = random.nextInt(min, max + 1);
    StringBuilder text = new StringBuilder(length + 200);
    while (text.length() < length) {
      sentence(text, random, subject);
    }
    return text.toString();
  }

  private void sentence(StringBuilder text, SplittableRandom random, String[] subject) {
    int start = text.length();
    int count = 1 + random.nextInt(2 * MEAN_SENTENCE_PHRASES);
    for (int p = 0; p < count; p++) {
      text.append(p == 0 ? "" : random.nextInt(6) == 0 ? ", " : " ");
      switch (random.nextInt(8)) {
        case 0, 1 -> text.append(subject[random.nextInt(subject.length)]);
        case 2, 3 -> text.append(words[rank(random, VOCABULARY)]);
        default -> text.append(phrases[rank(random, PHRASES)]);
      }
    }
    text.setCharAt(start, Character.toUpperCase(text.charAt(start)));
    text.append(random.nextInt(6) == 0 ? ".\n" : ". ");
  }

  /** Low ranks often: the inverse of the distribution function of 1/rank. */
  private static int rank(SplittableRandom random, int count) {
    return Math.min(count - 1, (int) Math.exp(random.nextDouble() * Math.log(count + 1.0)) - 1);
  }
}
