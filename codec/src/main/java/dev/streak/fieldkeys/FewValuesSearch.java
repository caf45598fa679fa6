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
package dev.streak.fieldkeys;

import dev.streak.numbering.FewBytes;
import dev.streak.numbering.FewValues;
import dev.streak.numbering.KeyNumbering;
import dev.streak.tables.HomeBuckets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Looks for neighbouring bytes that take few values together. Which ones is found in a sample of
 * the keys; then their values are collected from all keys.
 */
final class FewValuesSearch {

  private static final int MAX_SAMPLE = 512;

  /** One of so many keys is in the sample, at least while that is small. */
  private static final int KEYS_PER_SAMPLE = 64;

  /** Values that few keys of a sample have are not all in it. */
  private static final int SAMPLES_PER_VALUE = 4;

  /** Bits that the number of a value must be shorter by than its bytes. */
  private static final double MIN_GAIN = 4;

  private final long step;
  private final long[] highs;
  private final long[] lows;
  private long seen;
  private long next;
  private int sampled;

  private final List<Group> groups = new ArrayList<>();

  /** Bytes, and the values that all keys have in them. */
  private static final class Group {
    private final FewBytes bytes;
    private final Set<Long> values = new TreeSet<>(Long::compareUnsigned);
    private long last;

    Group(FewBytes bytes) {
      this.bytes = bytes;
    }

    void add(long value) {
      // Neighbours mostly have the same value.
      if ((value != last || values.isEmpty()) && areFew()) {
        values.add(value);
        last = value;
      }
    }

    boolean areFew() {
      return values.size() <= FewValues.MAX;
    }
  }

  /**
   * @param keys that will be added
   */
  FewValuesSearch(long keys) {
    int samples = (int) Math.min(MAX_SAMPLE, keys / KEYS_PER_SAMPLE);
    highs = new long[samples];
    lows = new long[samples];
    step = samples == 0 ? Long.MAX_VALUE : keys / samples;
  }

  void add(long high, long low) {
    if (seen == next && sampled < highs.length) {
      highs[sampled] = high;
      lows[sampled] = low;
      sampled++;
      // Anywhere in the next step: keys at equal distances may be alike.
      next = sampled * step + Math.floorMod(HomeBuckets.mix(sampled), step);
    }
    seen++;
  }

  /** Chooses bytes; returns false if no bytes have few values together. */
  boolean choose(ByteRanges ranges) {
    if (sampled < SAMPLES_PER_VALUE) {
      return false;
    }
    while (groups.size() < KeyNumbering.MAX_FEW) {
      FewBytes best = best(ranges);
      if (best == null) {
        break;
      }
      groups.add(new Group(best));
    }
    groups.sort(Comparator.comparingInt(group -> group.bytes.from()));
    return groups.isEmpty() == false;
  }

  private FewBytes best(ByteRanges ranges) {
    FewBytes best = null;
    double bestGain = MIN_GAIN;
    for (int from = 0; from < KeyNumbering.LENGTH_BYTE; from++) {
      int longest = Math.min(Long.BYTES, KeyNumbering.LENGTH_BYTE - from);
      double bits = 0;
      for (int length = 1; length <= longest; length++) {
        FewBytes bytes = new FewBytes(from, length);
        if (groups.stream().anyMatch(group -> group.bytes.overlap(bytes))) {
          break;
        }
        bits += log2(ranges.values(from + length - 1));
        int distinct = countDistinct(bytes);
        if (distinct > Math.min(FewValues.MAX, sampled / SAMPLES_PER_VALUE)) {
          break;
        }
        double gain = bits - log2(distinct);
        if (gain > bestGain) {
          bestGain = gain;
          best = bytes;
        }
      }
    }
    return best;
  }

  private int countDistinct(FewBytes bytes) {
    Set<Long> distinct = new HashSet<>();
    for (int i = 0; i < sampled; i++) {
      distinct.add(bytes.valueOf(highs[i], lows[i]));
    }
    return distinct.size();
  }

  private static double log2(int n) {
    return Math.log(n) / Math.log(2);
  }

  /** Collects the values of a key. */
  void addValues(long high, long low) {
    for (Group group : groups) {
      group.add(group.bytes.valueOf(high, low));
    }
  }

  /** What values all keys have, where these are few. */
  List<FewValues> values() {
    return groups.stream()
        .filter(Group::areFew)
        .map(
            group ->
                new FewValues(
                    group.bytes, group.values.stream().mapToLong(Long::longValue).toArray()))
        .toList();
  }
}
