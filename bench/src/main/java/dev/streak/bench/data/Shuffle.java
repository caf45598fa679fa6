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

/**
 * A permutation of {@code 0..size-1} that needs no table: four rounds of a Feistel network over the
 * next even number of bits, repeated while the result lies outside.
 */
public final class Shuffle {
  private static final int ROUNDS = 4;

  private final int size;
  private final long seed;
  private final int halfBits;
  private final int halfMask;

  /** A permutation that {@code seed} chooses. */
  public Shuffle(int size, long seed) {
    this.size = size;
    this.seed = seed;
    int bits = Math.max(2, 32 - Integer.numberOfLeadingZeros(size - 1));
    this.halfBits = (bits + 1) / 2;
    this.halfMask = (1 << halfBits) - 1;
  }

  /** Where {@code index} goes. */
  public int apply(int index) {
    assert index >= 0 && index < size : "index=" + index + " size=" + size;
    long value = index;
    do {
      value = encrypt(value);
    } while (value >= size);
    return (int) value;
  }

  private long encrypt(long value) {
    int left = (int) (value >>> halfBits) & halfMask;
    int right = (int) value & halfMask;
    for (int round = 0; round < ROUNDS; round++) {
      int next = left ^ (mix(right + ((long) round << 32)) & halfMask);
      left = right;
      right = next;
    }
    return ((long) left << halfBits) | right;
  }

  private int mix(long value) {
    long z = (value + seed) * 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 32)) * 0xBF58476D1CE4E5B9L;
    return (int) (z >>> 33);
  }
}
