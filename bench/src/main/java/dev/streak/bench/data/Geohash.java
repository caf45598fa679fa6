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

/** The usual base-32 geohash. */
final class Geohash {
  private static final String DIGITS = "0123456789bcdefghjkmnpqrstuvwxyz";
  private static final int BITS_PER_DIGIT = 5;

  private Geohash() {}

  static String encode(double latitude, double longitude, int length) {
    double[] low = {-180, -90};
    double[] high = {180, 90};
    double[] position = {longitude, latitude};
    StringBuilder hash = new StringBuilder(length);
    int digit = 0;
    for (int bit = 0; bit < length * BITS_PER_DIGIT; bit++) {
      int axis = bit & 1;
      double middle = (low[axis] + high[axis]) / 2;
      boolean upper = position[axis] >= middle;
      digit = digit << 1 | (upper ? 1 : 0);
      if (upper) {
        low[axis] = middle;
      } else {
        high[axis] = middle;
      }
      if (bit % BITS_PER_DIGIT == BITS_PER_DIGIT - 1) {
        hash.append(DIGITS.charAt(digit));
        digit = 0;
      }
    }
    return hash.toString();
  }
}
