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

import java.util.Random;

/** Pronounceable names of two words; common initials are common here, too. */
public final class Names {
  private static final String[] STARTS = {
    "s", "c", "p", "b", "m", "t", "d", "r", "h", "f", "l", "g", "w", "n", "k", "a", "e", "o", "j",
    "v", "i", "u", "y", "q", "z", "sh", "ch", "st", "pr", "br", "tr", "gr"
  };
  private static final String[] VOWELS = {"a", "e", "i", "o", "u", "ai", "ou", "ea"};
  private static final String[] ENDS = {"n", "r", "l", "s", "t", "m", "ng", "ck", "th", ""};

  private Names() {}

  /** A name; most are different. */
  public static String name(Random random) {
    return word(random, 2) + ' ' + word(random, 2);
  }

  private static String word(Random random, int syllables) {
    StringBuilder word = new StringBuilder();
    for (int i = 0; i < syllables; i++) {
      // The lower of two draws: the first initials are the most frequent.
      word.append(STARTS[Math.min(random.nextInt(STARTS.length), random.nextInt(STARTS.length))])
          .append(VOWELS[random.nextInt(VOWELS.length)])
          .append(ENDS[random.nextInt(ENDS.length)]);
    }
    return word.toString();
  }
}
