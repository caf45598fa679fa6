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
package dev.streak.tools.digest;

import java.util.Locale;

/** A digest of hashes in no order: their sum after mixing, in 128 bits. */
final class Sum128 {
  private static final long SECOND = 0xA0761D6478BD642FL;

  private long high;
  private long low;

  void add(long hash) {
    high += Mixing.mix(hash);
    low += Mixing.mix(hash ^ SECOND);
  }

  void add(Sum128 other) {
    high += other.high;
    low += other.low;
  }

  String toHex() {
    return String.format(Locale.ROOT, "%016x%016x", high, low);
  }
}
