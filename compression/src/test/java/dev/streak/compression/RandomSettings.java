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

import com.carrotsearch.randomizedtesting.generators.RandomNumbers;
import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import java.util.List;
import java.util.Random;

/** Settings for tests: mostly odd ones, sometimes those that users have. */
final class RandomSettings {
  private RandomSettings() {}

  static ZstdSettings next(Random random) {
    if (random.nextInt(3) == 0) {
      return RandomPicks.randomFrom(
          random, List.of(ZstdSettings.DEFAULT, ZstdSettings.FASTEST, ZstdSettings.SMALLEST));
    }
    return new ZstdSettings(
        RandomNumbers.randomIntBetween(random, 1, 9),
        RandomNumbers.randomIntBetween(random, 256, 20_000),
        RandomNumbers.randomIntBetween(random, 1, 300),
        random.nextBoolean() ? 0 : RandomNumbers.randomIntBetween(random, 1 << 12, 1 << 17));
  }
}
